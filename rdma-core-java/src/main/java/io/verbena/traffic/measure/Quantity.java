package io.verbena.traffic.measure;

/** What is measured. */
public enum Quantity {
    /** How many bytes go over in a second. */
    BANDWIDTH(1),
    /** How long one message takes. */
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
        throw new IllegalArgumentException("quantity " + code + ", which there is not");
    }
}
