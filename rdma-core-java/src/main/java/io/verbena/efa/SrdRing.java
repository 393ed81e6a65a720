package io.verbena.efa;

import io.verbena.error.Ranges;

/**
 * Registered memory of an {@link SrdChannel} that its peer writes long runs of bytes into.
 *
 * @param address the address of the first byte
 * @param key the remote key
 * @param bytes the length in bytes, {@link SrdOptions#MIN_RING} to {@link SrdOptions#MAX_RING}; 0 if the channel has no ring
 */
public record SrdRing(long address, int key, int bytes) {
    /** The ring of a channel that has none. */
    public static final SrdRing NONE = new SrdRing(0, 0, 0);

    /** Refuses values that are out of range. */
    public SrdRing {
        if (bytes == 0) {
            if (address != 0 || key != 0) {
                throw new IllegalArgumentException("a ring of 0 bytes has an address or a key");
            }
        } else {
            Ranges.check("ring", bytes, SrdOptions.MIN_RING, SrdOptions.MAX_RING);
            if (address <= 0 || address > Long.MAX_VALUE - bytes) {
                throw new IllegalArgumentException("address 0x" + Long.toHexString(address) + " of a ring of " + bytes
                        + " bytes is out of range; expected the address of a process");
            }
        }
    }
}
