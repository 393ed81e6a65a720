package io.verbena.device;

import io.verbena.iba.PortState;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import java.util.List;
import java.util.Map;

/**
 * A port of a device of this host. Methods throw {@link io.verbena.error.RdmaException} if the device was removed, or cannot be
 * read or opened; the message tells what to do. Safe for use by several threads.
 */
public final class EndPort {
    private final RdmaDriver driver;
    private final Device device;
    private final int number;

    EndPort(RdmaDriver driver, Device device, int number) {
        this.driver = driver;
        this.device = device;
        this.number = number;
    }

    /** Returns the device. */
    public Device device() {
        return device;
    }

    /** Returns the port number, from 1. */
    public int number() {
        return number;
    }

    /** Returns the name of the port, such as {@code mlx5_0/1}. */
    public String name() {
        return device.name() + "/" + number;
    }

    /** Returns the current attributes. */
    public PortAttributes attributes() {
        return device.attributes().ports().stream()
                .filter(port -> port.number() == number)
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("device " + device.name() + " has no port " + number
                        + " any more; list what there is with ibstat"));
    }

    /**
     * Returns the used entries of the GID table, by index. On InfiniBand the subnet manager assigns them; on Ethernet there is one for
     * each address of the network interface. Reading the table takes some milliseconds.
     */
    public List<GidEntry> gids() {
        return driver.gids(device.name(), number);
    }

    /**
     * Returns how often a subnet manager has requested that the clients of this port register again (ClientReregister, IBA
     * 14.4.11); 0 if the system does not report it.
     */
    public int reregistrations() {
        return driver.reregistrations(device.name(), number);
    }

    /**
     * Returns the current counters of the port without sending a packet. Their names are those of the files of the kernel, such as
     * {@code port_xmit_data}, in units of four octets, and {@code symbol_error} (sysfs-class-infiniband).
     *
     * @return the counters that the device has, by name; 64 bits, unsigned
     */
    public Map<String, Long> counters() {
        return driver.counters(device.name(), number);
    }

    /** Returns whether the port is active. */
    public boolean isActive() {
        return attributes().state() == PortState.ACTIVE;
    }

    /** Opens a channel for management datagrams, which the caller closes. */
    public MadChannel openMadChannel() {
        return driver.openMadChannel(device.name(), number);
    }

    /**
     * Sets the bit IsSM in the capability mask of the port until the result is closed (IBA 14.2.5.6). Only one program can hold the
     * bit. A program that receives traps or requests to a subnet manager serves their class and holds the bit.
     *
     * @throws io.verbena.error.RdmaException if the bit cannot be set because another program holds it, or because the port has no
     *     subnet management; the message tells what to do
     */
    public IsSm openIsSm() {
        return driver.openIsSm(device.name(), number);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EndPort that
                && that.driver == driver
                && that.name().equals(name());
    }

    @Override
    public int hashCode() {
        return name().hashCode();
    }

    @Override
    public String toString() {
        return name();
    }
}
