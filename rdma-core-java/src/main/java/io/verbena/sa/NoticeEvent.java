package io.verbena.sa;

import io.verbena.iba.Notice;
import io.verbena.iba.Structure;
import io.verbena.iba.Structures;
import io.verbena.iba.SubnetTrap;
import java.util.Optional;

/**
 * Something happened in the subnet, as the subnet administration reported it. Immutable.
 *
 * @param trap what it is about; {@link SubnetTrap#UNKNOWN} where the architecture does not name it
 * @param notice the notice as it came
 */
public record NoticeEvent(SubnetTrap trap, Notice notice) {
    static NoticeEvent of(Notice notice) {
        boolean generic = notice.isGeneric() == 1;
        return new NoticeEvent(generic ? SubnetTrap.of(notice.trapNumber()) : SubnetTrap.UNKNOWN, notice);
    }

    /** What the notice tells, as the structure that goes with its trap; empty where none does. */
    public Optional<Structure> details() {
        if (notice.isGeneric() == 0) {
            return Optional.empty();
        }
        byte[] details = notice.dataDetails();
        return Structures.byTrap(notice.trapNumber()).map(layout -> layout.wrap(details, 0));
    }

    /** What the notice tells, if it is of this type, such as {@link io.verbena.iba.GidNoticeDetails}. */
    public <T extends Structure> Optional<T> details(Class<T> type) {
        return details().filter(type::isInstance).map(type::cast);
    }

    /** The trap, who reported it, and its details. */
    @Override
    public String toString() {
        String name = trap == SubnetTrap.UNKNOWN ? "trap " + notice.trapNumber() : trap.text();
        return name + " from LID " + notice.issuerLid()
                + details().map(details -> ": " + details).orElse("");
    }
}
