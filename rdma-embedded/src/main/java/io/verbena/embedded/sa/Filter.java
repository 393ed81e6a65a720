package io.verbena.embedded.sa;

import io.verbena.iba.Structure;

/** Tells the records that agree with the one of a request in all components that count. */
final class Filter {
    private final byte[] wanted;
    private final byte[] bits;
    private final boolean all;

    Filter(Structure wanted, long componentMask) {
        this(wanted.toBytes(), Components.of(wanted.layout()).bits(componentMask));
    }

    private Filter(byte[] wanted, byte[] bits) {
        this.wanted = wanted;
        this.bits = bits;
        boolean any = false;
        for (byte each : bits) {
            any |= each != 0;
        }
        this.all = !any;
    }

    /** The same, but of so many bits from this one on only those count that are set in what is wanted. */
    Filter whereSet(int first, int width) {
        byte[] fewer = bits.clone();
        for (int bit = first; bit < first + width; bit++) {
            int one = 0x80 >>> bit % Byte.SIZE;
            if ((wanted[bit / Byte.SIZE] & one) == 0) {
                fewer[bit / Byte.SIZE] &= (byte) ~one;
            }
        }
        return new Filter(wanted, fewer);
    }

    /** Whether every record passes. */
    boolean isOpen() {
        return all;
    }

    /** Whether the record at the beginning of these bytes passes. */
    boolean passes(byte[] record) {
        for (int i = 0; i < bits.length; i++) {
            if (((record[i] ^ wanted[i]) & bits[i]) != 0) {
                return false;
            }
        }
        return true;
    }
}
