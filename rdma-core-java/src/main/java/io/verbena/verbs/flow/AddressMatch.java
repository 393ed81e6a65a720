package io.verbena.verbs.flow;

import io.verbena.iba.Gid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Matches an IPv6 address whose bits in the mask are those of the value.
 *
 * @param value the address, in the form of a GID
 * @param mask the bits that count
 */
public record AddressMatch(Gid value, Gid mask) {
    /** Matches every address. */
    public static final AddressMatch ANY = new AddressMatch(Gid.ZERO, Gid.ZERO);

    private static final Gid ALL = new Gid(-1, -1);

    /** Matches one address. */
    public static AddressMatch exactly(Gid address) {
        return new AddressMatch(address, ALL);
    }

    /** Writes the value and the mask to the two places of a field. */
    void write(ByteBuffer spec, int valueAt, int maskAt) {
        spec.duplicate()
                .order(ByteOrder.BIG_ENDIAN)
                .putLong(valueAt, value.prefix())
                .putLong(valueAt + Long.BYTES, value.interfaceId())
                .putLong(maskAt, mask.prefix())
                .putLong(maskAt + Long.BYTES, mask.interfaceId());
    }
}
