package io.verbena.verbs.flow;

import io.verbena.iba.Gid;

/**
 * What an IPv6 address must be: it matches where all bits of the mask are those of the value.
 *
 * @param value the address, in the form of a GID
 * @param mask which of its bits count
 */
public record AddressMatch(Gid value, Gid mask) {
    /** Any address. */
    public static final AddressMatch ANY = new AddressMatch(Gid.ZERO, Gid.ZERO);

    private static final Gid ALL = new Gid(-1, -1);

    /** This address. */
    public static AddressMatch exactly(Gid address) {
        return new AddressMatch(address, ALL);
    }
}
