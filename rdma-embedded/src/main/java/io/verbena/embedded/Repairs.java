package io.verbena.embedded;

import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.PortState;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How what is broken becomes whole: by itself after a time, or at once by what it was before. Used under the lock of the timeline. */
final class Repairs {
    private final Timeline timeline;
    private final Map<Object, Event> due = new HashMap<>();
    private final Map<Node, Before> rebooted = new LinkedHashMap<>();

    Repairs(Timeline timeline) {
        this.timeline = timeline;
    }

    /** What a subnet manager is said to have set in a node. */
    private record Before(List<Address> ports, LinearTable.@Nullable Origin routes) {
        static Before of(Node node) {
            return new Before(
                    node.ports().map(Address::of).toList(),
                    node.forwards() ? node.linear().origin() : null);
        }
    }

    private record Address(Port port, int lid, int lmc, int smLid, Port.Manager manager) {
        static Address of(Port port) {
            return new Address(port, port.lid(), port.lmc(), port.smLid(), port.manager());
        }
    }

    /** Repairs something after a time, instead of what was due for it. */
    void after(Duration time, Object what, Runnable repair) {
        cancel(what);
        due.put(what, timeline.after(time.toNanos(), () -> {
            due.remove(what);
            repair.run();
        }));
    }

    /** Keeps things from being repaired by themselves. */
    void cancel(@Nullable Object... things) {
        for (Object what : things) {
            Event event = what == null ? null : due.remove(what);
            if (event != null) {
                event.cancel();
            }
        }
    }

    /** Remembers what is set in a node that is about to lose it. */
    void remember(Node node) {
        rebooted.putIfAbsent(node, Before.of(node));
    }

    /** Whether a node waits for what it had before it was rebooted; not if somebody else has set it up since. */
    boolean isMissed(Node node) {
        Before before = rebooted.get(node);
        return before != null
                && before.ports().stream()
                        .anyMatch(each -> each.lid() != 0 && each.port().lid() == 0);
    }

    /** Gives all nodes back what they had; those that somebody else has set up since stay as they are. */
    void giveBack() {
        rebooted.forEach((node, before) -> {
            if (isMissed(node)) {
                giveBack(node, before);
            }
        });
        rebooted.clear();
    }

    private static void giveBack(Node node, Before before) {
        if (before.routes() != null) {
            node.linear().begin(before.routes());
        }
        for (Address address : before.ports()) {
            Port port = address.port();
            port.assign(address.lid(), address.lmc());
            port.managedFrom(address.smLid());
            port.manager(address.manager());
            activate(port);
            activate(port.peer());
        }
    }

    private static void activate(@Nullable Port port) {
        if (port != null && port.isUp()) {
            port.state(PortState.ACTIVE);
        }
    }
}
