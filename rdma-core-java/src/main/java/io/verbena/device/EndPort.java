package io.verbena.device;

import io.verbena.iba.PortState;
import io.verbena.spi.GidEntry;
import io.verbena.spi.IsSm;
import io.verbena.spi.MadChannel;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import java.util.List;
import java.util.Map;

/** A port of a device of this host: where datagrams and connections start. Safe for use by several threads. */
public final class EndPort {
    private final RdmaDriver driver;
    private final Device device;
    private final int number;

    EndPort(RdmaDriver driver, Device device, int number) {
        this.driver = driver;
        this.device = device;
        this.number = number;
    }

    /** The device it belongs to. */
    public Device device() {
        return device;
    }

    /** Its number, from 1. */
    public int number() {
        return number;
    }

    /** The name by which it is asked for, such as {@code mlx5_0/1}. */
    public String name() {
        return device.name() + "/" + number;
    }

    /**
     * What it is now.
     *
     * @throws io.verbena.error.RdmaException if the device is gone or cannot be read
     */
    public PortAttributes attributes() {
        return device.attributes().ports().stream()
                .filter(port -> port.number() == number)
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("device " + device.name() + " has no port " + number
                        + " any more; list what there is with ibstat"));
    }

    /**
     * The GIDs in use, by index: on InfiniBand what the subnet manager gave, on Ethernet one for each address of the
     * network interface below. Reading the whole table takes some milliseconds.
     *
     * @throws io.verbena.error.RdmaException if the device is gone or cannot be read
     */
    public List<GidEntry> gids() {
        return driver.gids(device.name(), number);
    }

    /**
     * How often a subnet manager has asked the clients at this port to register once more (ClientReregister, IBA 14.4.11), as
     * far as the system tells; 0 where it does not.
     *
     * @throws io.verbena.error.RdmaException if the device is gone
     */
    public int reregistrations() {
        return driver.reregistrations(device.name(), number);
    }

    /**
     * What the port has counted, by the names that the kernel gives its files ({@code port_xmit_data}, in units of four
     * octets, {@code symbol_error}; sysfs-class-infiniband), as it is now. No packet is sent for it. What the device does not
     * count is left out.
     *
     * @return by name; 64 bits, unsigned
     * @throws io.verbena.error.RdmaException if the device is gone
     */
    public Map<String, Long> counters() {
        return driver.counters(device.name(), number);
    }

    /** Whether it carries traffic now. */
    public boolean isActive() {
        return attributes().state() == PortState.ACTIVE;
    }

    /**
     * Opens a channel for management datagrams; the caller closes it.
     *
     * @throws io.verbena.error.RdmaException if it cannot be had; the message says what to do
     */
    public MadChannel openMadChannel() {
        return driver.openMadChannel(device.name(), number);
    }

    /**
     * Says in the capability mask of the port that a subnet manager is there, until what is answered is closed (IBA
     * 14.2.5.6). Only one program can hold that. A program that wants traps, or requests for a subnet manager, serves
     * their class and holds it.
     *
     * @throws io.verbena.error.RdmaException if it cannot be set, as when another program holds it, or the port has no
     *     subnet management; the message says what to do
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
