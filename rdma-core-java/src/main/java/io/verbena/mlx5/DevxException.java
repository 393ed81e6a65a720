package io.verbena.mlx5;

import io.verbena.error.SysException;

/** The firmware of a ConnectX device refused a command. */
public final class DevxException extends SysException {
    private final int status;
    private final int syndrome;

    DevxException(SysException cause, int status, int syndrome) {
        super(
                cause.call(),
                "mlx5",
                cause.errno(),
                "the firmware refused it with status 0x" + Integer.toHexString(status) + ", syndrome 0x"
                        + Integer.toHexString(syndrome));
        this.status = status;
        this.syndrome = syndrome;
        initCause(cause);
    }

    /** Returns the status, 1 to 255, such as 3 for a bad parameter. */
    public int status() {
        return status;
    }

    /** Returns the syndrome, a number of the release of the firmware. */
    public int syndrome() {
        return syndrome;
    }
}
