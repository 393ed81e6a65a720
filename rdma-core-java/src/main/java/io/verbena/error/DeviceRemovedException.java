package io.verbena.error;

import org.jspecify.annotations.Nullable;

/**
 * A device was removed while it was in use: unplugged, unbound from its driver, deleted, or reset after a fatal error
 * (IBV_EVENT_DEVICE_FATAL of ibv_get_async_event(3), RDMA_CM_EVENT_DEVICE_REMOVAL of rdma_get_cm_event(3)).
 *
 * <p>Every pending and every later call on an object of the device ends with this exception. The objects can still be
 * closed, which frees the memory, the descriptors and the threads that they hold. A device that returns under its name is
 * another device: open it again.
 */
public final class DeviceRemovedException extends RdmaException {
    private final String device;

    /** Names the removed device, such as {@code mlx5_0}. */
    public DeviceRemovedException(String device) {
        this(device, null);
    }

    /**
     * Names the removed device.
     *
     * @param device the name of the device, such as {@code mlx5_0}
     * @param cause the failure or event that revealed the removal; null if there is none
     */
    public DeviceRemovedException(String device, @Nullable Throwable cause) {
        super(
                "device " + device + " was removed; close what was opened on it, and open it again when it is back",
                cause);
        this.device = device;
    }

    /** Returns the name of the removed device, such as {@code mlx5_0}. */
    public String device() {
        return device;
    }
}
