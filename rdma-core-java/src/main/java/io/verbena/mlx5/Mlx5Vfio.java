package io.verbena.mlx5;

import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.Context;
import io.verbena.verbs.DriverExtension;

/**
 * A ConnectX device that was opened through VFIO; see {@link Mlx5VfioOpening}. libmlx5 has protection domains, memory regions and
 * commands of the firmware for such a device, and refuses all else with EOPNOTSUPP. The application processes the events of the
 * driver: when {@link #eventDescriptor} can be read, it calls {@link #processEvents}. It has run on the hollow device only.
 */
public final class Mlx5Vfio {
    private final DriverExtension<Mlx5Operations> extension;
    private final Mlx5Device device;

    Mlx5Vfio(Context context) {
        extension = new DriverExtension<>(context, VerbsDriver::mlx5);
        device = new Mlx5Device(context);
    }

    /** Returns the open device, which the caller closes. */
    public Context context() {
        return extension.context();
    }

    /** Returns what the device offers beyond verbs. */
    public Mlx5Device device() {
        return device;
    }

    /** Returns the file descriptor that can be read if the driver has events ({@code mlx5dv_vfio_get_events_fd}). */
    public int eventDescriptor() {
        return extension.query(Mlx5Operations::vfioEvents);
    }

    /**
     * Processes the events of the driver, without waiting for one, and checks the health of the device ({@code mlx5dv_vfio_process_events}).
     */
    public void processEvents() {
        extension.run(Mlx5Operations::processVfioEvents);
    }

    @Override
    public String toString() {
        return "Mlx5Vfio[" + context() + "]";
    }
}
