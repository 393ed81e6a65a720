package io.verbena.diag;

/**
 * A register in the configuration space of a Mellanox device.
 *
 * @param address the address, 32 bits
 * @param value the bits that are set in the mask; the others are 0
 * @param mask the bits that the operation affects
 */
public record MellanoxRegister(long address, long value, long mask) {
    private static final long MOST = 0xffff_ffffL;

    /**
     * Checks that all components have 32 bits.
     *
     * @throws IllegalArgumentException if one has more
     */
    public MellanoxRegister {
        if ((address & MOST) != address || (value & MOST) != value || (mask & MOST) != mask) {
            throw new IllegalArgumentException(String.format(
                    "0x%x, 0x%x and 0x%x are not an address, a value and a mask of 32 bits", address, value, mask));
        }
        value &= mask;
    }
}
