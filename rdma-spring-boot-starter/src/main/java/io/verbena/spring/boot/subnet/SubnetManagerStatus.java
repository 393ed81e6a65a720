package io.verbena.spring.boot.subnet;

import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import java.util.Optional;

/**
 * The status of the master subnet manager.
 *
 * @param lid its LID, or {@link Lid#NONE} if there is none
 * @param port the GUID of its port; empty if the port was not found in the subnet
 * @param node the description of its node; empty if unknown
 * @param failure the reason why it did not respond; empty if it responded
 */
public record SubnetManagerStatus(Lid lid, Optional<Guid> port, String node, Optional<String> failure) {

    /** Returns whether the subnet manager responded. */
    public boolean isReachable() {
        return failure.isEmpty();
    }

    /** Returns whether another subnet manager became master, or whether the master stopped or resumed responding. */
    public boolean isOtherThan(SubnetManagerStatus before) {
        return !lid.equals(before.lid) || !port.equals(before.port) || isReachable() != before.isReachable();
    }

    @Override
    public String toString() {
        String where = node.isEmpty() ? "LID " + lid : '"' + node + "\" (LID " + lid + ")";
        return failure.map(reason -> where + ", which does not respond: " + reason)
                .orElse(where);
    }
}
