package io.verbena.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.InformInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.Notice;
import io.verbena.iba.SubnetTrap;

/**
 * Selects notices by trap and port (IBA 13.4.8.3). Immutable.
 *
 * @param trapNumber number of a generic trap, or {@link #ANY}
 * @param first lowest LID of the ports; {@link Lid#PERMISSIVE} for all ports
 * @param last highest LID of the ports
 * @param gid GID of the port; {@link Gid#ZERO} if the LIDs select it
 */
public record NoticeFilter(int trapNumber, Lid first, Lid last, Gid gid) {
    /** Matches any trap. Some subnet managers do not report all traps to every client. */
    public static final int ANY = 0xffff;

    private static final int ANY_TYPE = 0xffff;
    private static final int ANY_PRODUCER = 0xffffff;
    private static final int GENERAL_SERVICES = 1;

    /** Time after which an unacknowledged report is repeated: 4.096 us * 2^18, about one second. */
    private static final int RESPONSE_TIME = 18;

    /**
     * Creates a filter.
     *
     * @throws IllegalArgumentException if a value exceeds its field
     */
    public NoticeFilter {
        if (trapNumber < 0 || trapNumber > ANY) {
            throw new IllegalArgumentException(trapNumber + " is not the number of a trap; they have 16 bits");
        }
        if (first.compareTo(last) > 0) {
            throw new IllegalArgumentException("there is no LID from " + first + " to " + last);
        }
    }

    /** Returns a filter for all notices. */
    public static NoticeFilter all() {
        return ofTrap(ANY);
    }

    /** Returns a filter for the notices of one trap, from all ports. */
    public static NoticeFilter of(SubnetTrap trap) {
        return ofTrap(trap.code());
    }

    /** Returns a filter for the notices with this trap number, from all ports. */
    public static NoticeFilter ofTrap(int trapNumber) {
        return new NoticeFilter(trapNumber, Lid.PERMISSIVE, Lid.PERMISSIVE, Gid.ZERO);
    }

    /** Returns a copy of this filter for the ports in a range of LIDs. */
    public NoticeFilter from(Lid lowest, Lid highest) {
        return new NoticeFilter(trapNumber, lowest, highest, Gid.ZERO);
    }

    /** Returns a copy of this filter for the port with this GID. */
    public NoticeFilter from(Gid port) {
        return new NoticeFilter(trapNumber, Lid.NONE, Lid.NONE, port);
    }

    /**
     * Returns whether a report matches. The subnet administration may have sent it for another subscription of the end
     * port.
     */
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
