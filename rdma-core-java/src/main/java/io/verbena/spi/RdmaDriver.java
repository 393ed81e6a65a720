package io.verbena.spi;

import io.verbena.error.Errno;
import io.verbena.error.UnsupportedException;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.stream.StreamDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;
import java.util.Map;

/** An open provider. Safe for use by several threads; closing it closes what it gave. */
public interface RdmaDriver extends AutoCloseable {

    /** The names of the devices, in the order of the system. */
    List<String> deviceNames();

    /**
     * What a device is now, read anew at each call.
     *
     * @throws io.verbena.error.RdmaException if the device is gone or cannot be read
     */
    DeviceAttributes device(String name);

    /**
     * The GIDs of a port that are in use, by index, read anew at each call.
     *
     * @throws io.verbena.error.RdmaException if the device is gone or cannot be read
     */
    List<GidEntry> gids(String device, int port);

    /**
     * How often a subnet manager has asked the clients at a port to register once more (ClientReregister, IBA 14.4.11), as
     * far as this provider is told; 0 where it is not.
     *
     * @throws io.verbena.error.RdmaException if the device is gone
     */
    default int reregistrations(String device, int port) {
        return 0;
    }

    /**
     * What a port has counted, by the names of the system, read anew at each call and without a packet; see {@code
     * EndPort.counters}. None where the provider has none.
     *
     * @throws io.verbena.error.RdmaException if the device is gone
     */
    default Map<String, Long> counters(String device, int port) {
        return Map.of();
    }

    /**
     * What a device calls itself in the subnet, its NodeDescription (IBA 14.2.5.2), read anew at each call.
     *
     * @throws io.verbena.error.RdmaException if the device is gone, or has none
     */
    default String description(String device) {
        throw new UnsupportedException("description", device, Errno.EOPNOTSUPP, "this fabric does not tell it");
    }

    /**
     * Has a device call itself otherwise.
     *
     * @param text at most 64 bytes of UTF-8
     * @throws io.verbena.error.RdmaException if the device is gone, or it cannot be set; the message says what to do
     */
    default void describe(String device, String text) {
        throw new UnsupportedException("describe", device, Errno.EOPNOTSUPP, "this fabric does not let it be set");
    }

    /**
     * Opens a channel for management datagrams on one port.
     *
     * @throws io.verbena.error.RdmaException if the port cannot be opened; the message says what to do
     */
    MadChannel openMadChannel(String device, int port);

    /**
     * Sets IsSM at a port, until what is answered is closed, or the provider.
     *
     * @throws io.verbena.error.RdmaException if it cannot be set, as when another program holds it; the message says what
     *     to do
     */
    IsSm openIsSm(String device, int port);

    /** The names of the devices that move data, iWARP devices too; none where the provider has no verbs. */
    default List<String> verbsDeviceNames() {
        return List.of();
    }

    /**
     * Opens a device to move data.
     *
     * @throws io.verbena.error.RdmaException if it cannot be opened; the message says what to do
     */
    default VerbsDriver openVerbs(String device) {
        throw new UnsupportedException("openVerbs", device, Errno.EOPNOTSUPP, "this fabric has no verbs");
    }

    /**
     * The device that another process has open, by a descriptor that this process got from it, and that stays the caller's.
     *
     * @throws io.verbena.error.SysException if it is none, or the driver of the device cannot
     */
    default VerbsDriver importVerbs(int descriptor) {
        throw new UnsupportedException(
                "importVerbs", "descriptor " + descriptor, Errno.EOPNOTSUPP, "this fabric has no verbs");
    }

    /**
     * The connection manager.
     *
     * @throws io.verbena.error.RdmaException if there is none; the message says what to do
     */
    default CmDriver openCm() {
        throw new UnsupportedException("openCm", "this fabric", Errno.EOPNOTSUPP, "it has no connection manager");
    }

    /**
     * Streams of bytes.
     *
     * @throws io.verbena.error.SysException if there are none
     */
    default StreamDriver openStreams() {
        throw new UnsupportedException("openStreams", "this fabric", Errno.EOPNOTSUPP, "it has no streams of bytes");
    }

    @Override
    void close();
}
