package io.verbena.traffic.measure;

/** The quantities that are measured. */
public enum Quantity {
    /** The number of bytes transferred per second. */
    BANDWIDTH(1),
    /** The latency of a message. */
    LATENCY(2);

    private static final Quantity[] CONSTANTS = values();
    private final int code;

    Quantity(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Quantity of(int code) {
        for (Quantity quantity : CONSTANTS) {
            if (quantity.code == code) {
                return quantity;
            }
        }
        throw new IllegalArgumentException("unknown quantity " + code);
    }
}
