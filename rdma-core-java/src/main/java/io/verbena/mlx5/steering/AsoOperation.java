package io.verbena.mlx5.steering;

/**
 * How rules use an object for advanced steering operations (ASO), according to its kind. Its value is copied to a register in any case
 * (mlx5dv_dr_flow(3)).
 */
public enum AsoOperation {
    /** A first-hit object is left as it is. */
    FIRST_HIT_KEEP(0),
    /** A first-hit object is set. */
    FIRST_HIT_SET(1),
    /** The initial color of a flow meter becomes red. */
    METER_RED(1),
    /** The initial color of a flow meter becomes yellow. */
    METER_YELLOW(2),
    /** The initial color of a flow meter becomes green. */
    METER_GREEN(4),
    /** The initial color of a flow meter becomes undefined. */
    METER_UNDEFINED(8),
    /** Connection tracking: packets of the side that sent the SYN. */
    CONNECTION_INITIATOR(1),
    /** Connection tracking: packets of the side that sent the SYN and ACK. */
    CONNECTION_RESPONDER(2);

    private final int flags;

    AsoOperation(int flags) {
        this.flags = flags;
    }

    /** Returns the flags of libmlx5. */
    int flags() {
        return flags;
    }
}
