package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.InformInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.Notice;
import io.verbena.iba.SubnetTrap;

/**
 * Which notices are wanted (IBA 13.4.8.3). Immutable.
 *
 * @param trapNumber the number of a generic trap, or {@link #ANY}
 * @param first the lowest LID of a port that they are about, {@link Lid#PERMISSIVE} for all ports
 * @param last the highest
 * @param gid the GID of the port that they are about; {@link Gid#ZERO} where the LIDs tell
 */
public record NoticeFilter(int trapNumber, Lid first, Lid last, Gid gid) {
    /** Any trap; not every subnet manager lets everybody have them all. */
    public static final int ANY = 0xffff;

    private static final int ANY_TYPE = 0xffff;
    private static final int ANY_PRODUCER = 0xffffff;
    private static final int GENERAL_SERVICES = 1;

    /** How long a report may stay unanswered before it is sent again: 4.096 us * 2^18, about a second. */
    private static final int RESPONSE_TIME = 18;

    /** Refuses what the fields on the wire cannot hold. */
    public NoticeFilter {
        if (trapNumber < 0 || trapNumber > ANY) {
            throw new IllegalArgumentException(trapNumber + " is not the number of a trap; they have 16 bits");
        }
        if (first.compareTo(last) > 0) {
            throw new IllegalArgumentException("there is no LID from " + first + " to " + last);
        }
    }

    /** All notices of all ports. */
    public static NoticeFilter all() {
        return ofTrap(ANY);
    }

    /** The notices of one kind, of all ports. */
    public static NoticeFilter of(SubnetTrap trap) {
        return ofTrap(trap.code());
    }

    /** The notices with this trap number, of all ports. */
    public static NoticeFilter ofTrap(int trapNumber) {
        return new NoticeFilter(trapNumber, Lid.PERMISSIVE, Lid.PERMISSIVE, Gid.ZERO);
    }

    /** The same of the ports from one LID to another. */
    public NoticeFilter from(Lid lowest, Lid highest) {
        return new NoticeFilter(trapNumber, lowest, highest, Gid.ZERO);
    }

    /** The same of the port with this GID. */
    public NoticeFilter from(Gid port) {
        return new NoticeFilter(trapNumber, Lid.NONE, Lid.NONE, port);
    }

    /** Whether a notice that was reported is one of these; it may have been for another subscription. */
    boolean matches(Notice notice) {
        boolean number = trapNumber == ANY || (notice.isGeneric() == 1 && notice.trapNumber() == trapNumber);
        boolean anyPort = first.equals(Lid.PERMISSIVE) || !gid.equals(Gid.ZERO);
        Lid issuer = notice.issuerLid();
        return number && (anyPort || (issuer.compareTo(first) >= 0 && issuer.compareTo(last) <= 0));
    }

    InformInfo informInfo(boolean subscribe) {
        return new InformInfo()
                .gid(gid)
                .lidRangeBegin(first)
                .lidRangeEnd(last)
                .isGeneric(1)
                .subscribe(subscribe ? 1 : 0)
                .type(ANY_TYPE)
                .trapNumber(trapNumber)
                .qpn(GENERAL_SERVICES)
                .respTimeValue(RESPONSE_TIME)
                .producerType(ANY_PRODUCER);
    }

    @Override
    public String toString() {
        String what = trapNumber == ANY ? "all notices" : "notices of trap " + trapNumber;
        if (!gid.equals(Gid.ZERO)) {
            return what + " of " + gid;
        }
        return first.equals(Lid.PERMISSIVE) ? what : what + " of LIDs " + first + " to " + last;
    }
}
