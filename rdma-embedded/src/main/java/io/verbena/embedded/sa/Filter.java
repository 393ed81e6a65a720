package io.verbena.embedded.sa;

import io.verbena.iba.Structure;

/** Tells the records that agree with the one of a request in all components that count. */
final class Filter {
    private final byte[] wanted;
    private final byte[] bits;
    private final boolean all;

    Filter(Structure wanted, long componentMask) {
        this.wanted = wanted.toBytes();
        this.bits = Components.of(wanted.layout()).bits(componentMask);
        boolean any = false;
        for (byte each : bits) {
            any |= each != 0;
        }
        this.all = !any;
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
