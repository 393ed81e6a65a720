package io.verbena.embedded.hca.queue;

import io.verbena.iba.Gid;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Which queue pairs of an adapter get what is sent to a multicast group (IBA 10.5). */
public final class Groups {
    private final Map<Gid, List<QueuePair>> members = new ConcurrentHashMap<>();

    Groups() {}

    /** Lets a queue pair get it; once more does nothing. */
    public void attach(Gid group, QueuePair pair) {
        members.compute(group, (gid, known) -> {
            List<QueuePair> all = known == null ? new CopyOnWriteArrayList<>() : known;
            if (!all.contains(pair)) {
                all.add(pair);
            }
            return all;
        });
    }

    /** Lets it get that no longer; false if it did not. */
    public boolean detach(Gid group, QueuePair pair) {
        List<QueuePair> all = members.get(group);
        boolean found = all != null && all.remove(pair);
        members.computeIfPresent(group, (gid, known) -> known.isEmpty() ? null : known);
        return found;
    }

    /** Lets a queue pair get nothing any more. */
    void remove(QueuePair pair) {
        members.values().forEach(all -> all.remove(pair));
        members.values().removeIf(List::isEmpty);
    }

    List<QueuePair> of(Gid group) {
        List<QueuePair> all = members.get(group);
        return all == null ? List.of() : all;
    }
}
