package io.verbena.mlx5;

import io.verbena.spi.RdmaDriver;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.Context;
import io.verbena.verbs.DriverOpening;

/**
 * Opens a ConnectX device of this process alone through VFIO, without the driver of the kernel (mlx5dv_get_vfio_device_list(3)): {@code
 * rdma.verbs(Mlx5VfioOpening.device("0000:05:00.0"))}. The device must be bound to {@code vfio-pci}. It has run on the hollow device
 * only.
 */
public final class Mlx5VfioOpening implements DriverOpening<Mlx5Vfio> {
    /** {@code MLX5DV_VFIO_CTX_FLAGS_INIT_LINK_DOWN}. */
    private static final int LINK_DOWN = 1;

    private final String address;
    private int flags;

    private Mlx5VfioOpening(String address) {
        this.address = address;
    }

    /** Returns an opening of the device with a PCI address, such as {@code 0000:05:00.0}. */
    public static Mlx5VfioOpening device(String address) {
        return new Mlx5VfioOpening(address);
    }

    /** Keeps the link down until a command of the firmware brings it up (default: the link comes up). */
    public Mlx5VfioOpening linkDown() {
        flags = LINK_DOWN;
        return this;
    }

    @Override
    public VerbsDriver open(RdmaDriver driver) {
        return driver.openMlx5Vfio(address, flags);
    }

    @Override
    public Mlx5Vfio opened(Context context) {
        return new Mlx5Vfio(context);
    }
}
