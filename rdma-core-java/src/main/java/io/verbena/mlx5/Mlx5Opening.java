package io.verbena.mlx5;

import io.verbena.spi.RdmaDriver;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.Context;
import io.verbena.verbs.DriverOpening;

/**
 * Opens a ConnectX device with attributes of its driver (mlx5dv_open_device(3)): {@code
 * rdma.verbs(Mlx5Opening.device("mlx5_0").commands())}. It has run on the hollow device only.
 */
public final class Mlx5Opening implements DriverOpening<Mlx5Device> {
    /** {@code MLX5DV_CONTEXT_FLAGS_DEVX}. */
    private static final int COMMANDS = 1;

    private final String device;
    private int flags;
    private int[] capabilities = {};

    private Mlx5Opening(String device) {
        this.device = device;
    }

    /** Returns an opening of a device, such as {@code mlx5_0}, without attributes. */
    public static Mlx5Opening device(String name) {
        return new Mlx5Opening(name);
    }

    /**
     * Makes the device take commands of the firmware (default: if the kernel permits them). Opening fails if the kernel does not
     * permit them.
     */
    public Mlx5Opening commands() {
        flags = COMMANDS;
        return this;
    }

    /**
     * Sets open descriptors of capabilities, such as {@code /dev/infiniband/mlx5_perm_ctrl_local}, which permit privileged commands
     * (default: none). The caller closes the descriptors. A libmlx5 of rdma-core 56 and earlier refuses them with EINVAL.
     */
    public Mlx5Opening capabilities(int... descriptors) {
        capabilities = descriptors.clone();
        return this;
    }

    @Override
    public VerbsDriver open(RdmaDriver driver) {
        return driver.openMlx5(device, flags, capabilities);
    }

    @Override
    public Mlx5Device opened(Context context) {
        return Mlx5Device.of(context);
    }
}
