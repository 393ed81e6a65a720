package io.verbena.sa;

import io.verbena.iba.Notice;
import io.verbena.iba.Structure;
import io.verbena.iba.Structures;
import io.verbena.iba.SubnetTrap;
import java.util.Optional;

/**
 * A notice that the subnet administration reported. Immutable.
 *
 * @param trap kind of the notice; {@link SubnetTrap#UNKNOWN} for a trap that the specification does not define
 * @param notice the notice as received
 */
public record NoticeEvent(SubnetTrap trap, Notice notice) {
    static NoticeEvent of(Notice notice) {
        boolean generic = notice.isGeneric() == 1;
        return new NoticeEvent(generic ? SubnetTrap.of(notice.trapNumber()) : SubnetTrap.UNKNOWN, notice);
    }

    /** Returns the details of the notice as the structure of its trap; empty if the trap has none. */
    public Optional<Structure> details() {
        if (notice.isGeneric() == 0) {
            return Optional.empty();
        }
        byte[] details = notice.dataDetails();
        return Structures.byTrap(notice.trapNumber()).map(layout -> layout.wrap(details, 0));
    }

    /** Returns the details of the notice if they have this type, such as {@link io.verbena.iba.GidNoticeDetails}. */
    public <T extends Structure> Optional<T> details(Class<T> type) {
        return details().filter(type::isInstance).map(type::cast);
    }

    /** Returns the trap, the issuer and the details. */
    @Override
    public String toString() {
        String name = trap == SubnetTrap.UNKNOWN ? "trap " + notice.trapNumber() : trap.text();
        return name + " from LID " + notice.issuerLid()
                + details().map(details -> ": " + details).orElse("");
    }
}
