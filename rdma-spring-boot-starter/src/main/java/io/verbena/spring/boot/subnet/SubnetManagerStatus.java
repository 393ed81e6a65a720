package io.verbena.spring.boot.subnet;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.util.Optional;

/**
 * The master subnet manager, as this end port knows it.
 *
 * @param lid its LID; {@link Lid#NONE} where there is none
 * @param port the GUID of its port; empty where that was not found in the subnet
 * @param node what its node calls itself; empty where that is not known
 * @param failure why it did not answer; empty where it did
 */
public record SubnetManagerStatus(Lid lid, Optional<Guid> port, String node, Optional<String> failure) {

    /** Whether it answered. */
    public boolean isReachable() {
        return failure.isEmpty();
    }

    /** Whether another is in its place, or it does not answer any more, or does again. */
    public boolean isOtherThan(SubnetManagerStatus before) {
        return !lid.equals(before.lid) || !port.equals(before.port) || isReachable() != before.isReachable();
    }

    @Override
    public String toString() {
        String where = node.isEmpty() ? "LID " + lid : '"' + node + "\" (LID " + lid + ")";
        return failure.map(reason -> where + ", which does not answer: " + reason)
                .orElse(where);
    }
}
