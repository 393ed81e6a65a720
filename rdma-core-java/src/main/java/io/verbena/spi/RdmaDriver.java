package io.verbena.spi;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;
import java.util.Map;

/**
 * An open provider. Safe for use by several threads. Closing it closes everything that was opened through it.
 *
 * <p>Methods about a device throw {@link io.verbena.error.RdmaException} if the device was removed, or cannot be read or opened;
 * the message tells what to do.
 */
public interface RdmaDriver extends AutoCloseable {

    /** Returns the names of the devices, in the order of the system. */
    List<String> deviceNames();

    /** Returns the current attributes of a device. */
    DeviceAttributes device(String name);

    /** Returns the used entries of the GID table of a port, by index. */
    List<GidEntry> gids(String device, int port);

    /**
     * Returns how often a subnet manager has requested that the clients of a port register again (ClientReregister, IBA 14.4.11);
     * 0 if this provider cannot tell.
     */
    default int reregistrations(String device, int port) {
        return 0;
    }

    /**
     * Returns the current counters of a port by the names of the system, without sending a packet; see {@code EndPort.counters}.
     * Empty if the provider has none.
     */
    default Map<String, Long> counters(String device, int port) {
        return Map.of();
    }

    /**
     * Returns the current NodeDescription of a device (IBA 14.2.5.2).
     *
     * @throws io.verbena.error.RdmaException if the device was removed or has none
     */
    default String description(String device) {
        throw new UnsupportedException("description", device, Errno.EOPNOTSUPP, "this fabric has no description");
    }

    /** Returns the ID of the board of a device, such as {@code MT_0000000012}; an empty string if the device has none. */
    default String boardId(String device) {
        return "";
    }

    /**
     * Sets the NodeDescription of a device.
     *
     * @param text the description, at most 64 bytes of UTF-8
     * @throws io.verbena.error.RdmaException if the device was removed, or the description cannot be set; the message tells
     *     what to do
     */
    default void describe(String device, String text) {
        throw new UnsupportedException(
                "describe", device, Errno.EOPNOTSUPP, "the description of this fabric cannot be set");
    }

    /** Opens a channel for management datagrams on one port. */
    MadChannel openMadChannel(String device, int port);

    /**
     * Sets the bit IsSM of a port until the result or the provider is closed.
     *
     * @throws io.verbena.error.RdmaException if the bit cannot be set because another program holds it; the message tells
     *     what to do
     */
    IsSm openIsSm(String device, int port);

    /** Returns the names of the devices with verbs, including iWARP devices; empty if the provider has no verbs. */
    default List<String> verbsDeviceNames() {
        return List.of();
    }

    /** Opens the verbs of a device. */
    default VerbsDriver openVerbs(String device) {
        throw new UnsupportedException("openVerbs", device, Errno.EOPNOTSUPP, "this fabric has no verbs");
    }

    /**
     * Opens the verbs of a device that another process has opened, by its file descriptor, which the caller closes.
     *
     * @throws io.verbena.error.SysException if the descriptor is not that of a device, or its driver does not support it
     */
    default VerbsDriver importVerbs(int descriptor) {
        throw new UnsupportedException(
                "importVerbs", "descriptor " + descriptor, Errno.EOPNOTSUPP, "this fabric has no verbs");
    }

    /**
     * Opens the verbs of a device with attributes of libmlx5.
     *
     * @param flags {@code enum mlx5dv_context_attr_flags}
     * @param descriptors the descriptors of the capabilities that the device is opened with
     */
    default VerbsDriver openMlx5(String device, int flags, int... descriptors) {
        throw new UnsupportedException(
                "mlx5dv_open_device", device, Errno.EOPNOTSUPP, "this fabric has no mlx5 devices");
    }

    /**
     * Opens the verbs of a device that libmlx5 drives through VFIO.
     *
     * @param address the PCI address
     * @param flags {@code enum mlx5dv_vfio_context_attr_flags}
     */
    default VerbsDriver openMlx5Vfio(String address, int flags) {
        throw new UnsupportedException(
                "mlx5dv_get_vfio_device_list", address, Errno.EOPNOTSUPP, "this fabric has no mlx5 devices");
    }

    /**
     * Opens the connection manager.
     *
     * @throws io.verbena.error.RdmaException if there is none; the message tells what to do
     */
    default CmDriver openCm() {
        throw new UnsupportedException("openCm", "this fabric", Errno.EOPNOTSUPP, "it has no connection manager");
    }

    @Override
    void close();
}
