package io.verbena.device;

import io.verbena.error.RdmaException;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.spi.RdmaDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds devices and end ports by name. Safe for use by several threads. */
public final class Devices {
    private static final String INFINIBAND = "InfiniBand";

    private final RdmaDriver driver;

    /** Creates the devices of an open provider. */
    public Devices(RdmaDriver driver) {
        this.driver = driver;
    }

    /** Returns all devices, in the order of the system. */
    public List<Device> all() {
        List<Device> all = new ArrayList<>();
        for (String name : driver.deviceNames()) {
            all.add(new Device(driver, name));
        }
        return List.copyOf(all);
    }

    /**
     * Returns the device with a name.
     *
     * @throws NoSuchDeviceException if there is no such device
     */
    public Device device(String name) {
        List<Device> devices = all();
        return devices.stream()
                .filter(device -> device.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("no device is called '" + name + "'; " + there(devices)));
    }

    /**
     * Returns the port of a device with a number.
     *
     * @throws NoSuchDeviceException if the device or the port does not exist
     */
    public EndPort endPort(String device, int number) {
        List<EndPort> ports = device(device).endPorts();
        return ports.stream()
                .filter(port -> port.number() == number)
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("device " + device + " has no port " + number
                        + "; it has " + (ports.size() == 1 ? "port " : "ports ")
                        + String.join(
                                ", ",
                                ports.stream()
                                        .map(port -> String.valueOf(port.number()))
                                        .toList())));
    }

    /**
     * Returns the port with a name: {@code mlx5_0} (the best port of the device), {@code mlx5_0/1}, a GID or a port GUID.
     *
     * @throws NoSuchDeviceException if no port has this name
     */
    public EndPort endPort(String name) {
        int slash = name.indexOf('/');
        if (slash > 0) {
            return endPort(name.substring(0, slash), portNumber(name, name.substring(slash + 1)));
        }
        if (Guid.isGuid(name)) {
            Guid guid = Guid.parse(name);
            return where(
                    port -> port.attributes().portGuid().equals(guid), "no port of this host has the GUID " + name);
        }
        if (name.contains(":")) {
            Gid gid = Gid.parse(name);
            return where(port -> hasGid(port, gid), "no port of this host has the GID " + name);
        }
        return best(portsOf(List.of(device(name)), attributes -> true))
                .orElseThrow(() -> new NoSuchDeviceException("device " + name + " has no port"));
    }

    /**
     * Returns the default port. Among the ports that carry management datagrams this is the first active one, or else the first one
     * whose link is up, or else the first one.
     *
     * @throws NoSuchDeviceException if this host has no such port
     */
    public EndPort defaultEndPort() {
        List<Device> devices = all();
        return best(portsOf(devices, DeviceAttributes::isManaged))
                .orElseThrow(() -> new NoSuchDeviceException(
                        devices.isEmpty()
                                ? there(devices)
                                : "no port of this host carries management datagrams; " + there(devices)));
    }

    /**
     * Returns the ports through which a port is managed. Ports of several devices that have the same port GUID are one port of the
     * fabric; the capability mask of the port for general services has no subnet management (IsSMdisabled).
     *
     * @param port any of these ports
     */
    public ManagementPorts managementPorts(EndPort port) {
        List<Plane> all = managed();
        Optional<Plane> own =
                all.stream().filter(plane -> plane.port().equals(port)).findFirst();
        if (own.isEmpty()) {
            return new ManagementPorts(port, port);
        }
        List<Plane> planes = all.stream()
                .filter(plane -> plane.isSamePort(own.get().attributes()))
                .toList();
        return new ManagementPorts(
                manager(planes, own.get(), Plane::isSubnetManaged),
                manager(planes, own.get(), plane -> !plane.isSubnetManaged()));
    }

    /** A port with its attributes at the time of the search. */
    private record Plane(EndPort port, PortAttributes attributes) {
        boolean isSamePort(PortAttributes other) {
            return attributes.portGuid().bits() != 0 && attributes.portGuid().equals(other.portGuid());
        }

        boolean isSubnetManaged() {
            return (attributes.capabilityMask() & PortCapability.IS_SM_DISABLED.code()) == 0;
        }

        boolean isActive() {
            return attributes.state() == PortState.ACTIVE;
        }
    }

    /** Returns the InfiniBand ports that carry management datagrams; each device is read once. */
    private List<Plane> managed() {
        List<Plane> ports = new ArrayList<>();
        for (Device device : all()) {
            read(device)
                    .filter(DeviceAttributes::isManaged)
                    .ifPresent(attributes -> attributes.ports().stream()
                            .filter(port -> port.linkLayer().equals(INFINIBAND))
                            .forEach(port -> ports.add(new Plane(new EndPort(driver, device, port.number()), port))));
        }
        return ports;
    }

    /** Returns the attributes of a device, if it can be read. A caller that needs one of its ports gets the failure later. */
    private static Optional<DeviceAttributes> read(Device device) {
        try {
            return Optional.of(device.attributes());
        } catch (RdmaException e) {
            return Optional.empty();
        }
    }

    /** Returns the port itself if it qualifies, or else the first active port that does, or else the first port that does. */
    private static EndPort manager(List<Plane> planes, Plane own, Predicate<Plane> does) {
        if (does.test(own)) {
            return own.port();
        }
        return planes.stream()
                .filter(does.and(Plane::isActive))
                .findFirst()
                .or(() -> planes.stream().filter(does).findFirst())
                .orElse(own)
                .port();
    }

    private static Optional<EndPort> best(List<EndPort> ports) {
        return first(ports, port -> port.state() == PortState.ACTIVE)
                .or(() -> first(ports, port -> port.physicalState() == PortPhysicalState.LINK_UP))
                .or(() -> ports.stream().findFirst());
    }

    private static boolean hasGid(EndPort port, Gid gid) {
        return port.attributes().defaultGid().equals(gid)
                || port.gids().stream().anyMatch(entry -> entry.gid().equals(gid));
    }

    private EndPort where(Predicate<EndPort> wanted, String failure) {
        List<Device> devices = all();
        return portsOf(devices, attributes -> true).stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException(failure + "; " + there(devices)));
    }

    private static Optional<EndPort> first(List<EndPort> ports, Predicate<PortAttributes> wanted) {
        return ports.stream().filter(port -> wanted.test(port.attributes())).findFirst();
    }

    /** Returns the ports of all devices that can be read, so that a broken device does not hide the others. */
    private static List<EndPort> portsOf(List<Device> devices, Predicate<DeviceAttributes> wanted) {
        List<EndPort> ports = new ArrayList<>();
        RdmaException failure = null;
        for (Device device : devices) {
            try {
                if (wanted.test(device.attributes())) {
                    ports.addAll(device.endPorts());
                }
            } catch (RdmaException e) {
                failure = e;
            }
        }
        if (ports.isEmpty() && failure != null) {
            throw failure;
        }
        return ports;
    }

    private static int portNumber(String name, String number) {
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new NoSuchDeviceException(
                    "'" + name + "' is not an end port: '" + number + "' is not a number; write mlx5_0/1");
        }
    }

    private static String there(List<Device> devices) {
        return devices.isEmpty()
                ? "this host has no RDMA device; load the driver of its adapter, or use the fabric embedded in Verbena"
                        + " with --fabric embedded (rdma.fabric.type=embedded)"
                : "this host has "
                        + String.join(", ", devices.stream().map(Device::name).toList());
    }
}
