package io.verbena.verbs;

import io.verbena.spi.RdmaDriver;
import io.verbena.spi.verbs.VerbsDriver;

/**
 * Opens a device by a method of its driver, for {@code Rdma.verbs}. The packages of vendors, such as {@code io.verbena.mlx5},
 * implement it; applications use those packages.
 *
 * @param <T> what an application uses the device by
 */
public interface DriverOpening<T> {
    /** Opens the device. */
    VerbsDriver open(RdmaDriver driver);

    /** Returns what an application uses the open device by; if it throws an exception, the device is closed. */
    T opened(Context context);
}
