package io.verbena;

import io.verbena.cm.ConnectionManager;
import io.verbena.cm.Endpoints;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
import io.verbena.connection.Isolation;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaConnections;
import io.verbena.connection.RdmaServer;
import io.verbena.device.Device;
import io.verbena.device.Devices;
import io.verbena.device.EndPort;
import io.verbena.device.ManagementPorts;
import io.verbena.error.RdmaException;
import io.verbena.gsi.GsiDriver;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spi.IsSm;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import io.verbena.stream.Streams;
import io.verbena.subnet.Discovery;
import io.verbena.trace.PacketListener;
import io.verbena.trace.TracedDriver;
import io.verbena.verbs.Context;
import io.verbena.verbs.DriverOpening;
import java.lang.ref.Cleaner;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The entry point of the library: provides the devices of this host or of an embedded fabric, and everything that can
 * be opened on them. Safe for use by several threads. Closing an {@code Rdma} closes everything that was opened through
 * it.
 *
 * <p>Keep a reference and close it. Objects of a garbage-collected {@code Rdma} stay open until the JVM exits, and a
 * warning is logged, because a device may still write to registered memory.
 *
 * <p>When a device is removed, objects on it fail with a {@link io.verbena.error.DeviceRemovedException}. When the
 * device is back, open it here again.
 */
public final class Rdma implements AutoCloseable {
    private static final String NATIVE = "native";
    private static final String EMBEDDED = "embedded";

    private static final Cleaner CLEANER = Cleaner.create();

    private final OpenParts parts;
    private final Devices devices;
    private final Cleaner.Cleanable leak;

    private Rdma(RdmaDriver driver, MadOptions options, @Nullable MadTracer tracer) {
        this.parts = new OpenParts(driver, options, tracer);
        this.devices = new Devices(driver);
        this.leak = CLEANER.register(this, parts::leaked);
    }

    /**
     * Opens the devices of this host.
     *
     * @throws RdmaException if they cannot be used; the message says what to do
     */
    public static Rdma open() {
        return builder().open();
    }

    /**
     * Opens an embedded fabric in this JVM. Requires the module {@code rdma-embedded}.
     *
     * @param topology {@code two-node}, {@code fat-tree:2,4,4} or the path of a net file
     * @throws IllegalArgumentException if the topology has another form
     */
    public static Rdma embedded(String topology) {
        return builder().fabric(EMBEDDED + ":" + topology).open();
    }

    /** Returns a builder for other configurations. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns all devices in the order in which the system lists them. */
    public List<Device> devices() {
        return devices.all();
    }

    /**
     * Returns the device with this name.
     *
     * @throws io.verbena.device.NoSuchDeviceException if it does not exist
     */
    public Device device(String name) {
        return devices.device(name);
    }

    /**
     * Returns the end port with this name: {@code mlx5_0}, {@code mlx5_0/1}, a GID or a port GUID.
     *
     * @throws io.verbena.device.NoSuchDeviceException if it does not exist
     */
    public EndPort endPort(String name) {
        return devices.endPort(name);
    }

    /**
     * Returns a port of a device.
     *
     * @throws io.verbena.device.NoSuchDeviceException if the device or the port does not exist
     */
    public EndPort endPort(String device, int number) {
        return devices.endPort(device, number);
    }

    /**
     * Returns the default end port: the first that is active, or else the first whose link is up.
     *
     * @throws io.verbena.device.NoSuchDeviceException if this host has no end port
     */
    public EndPort defaultEndPort() {
        return devices.defaultEndPort();
    }

    /**
     * Returns the end ports through which an end port is managed: itself, unless its device is planarized. On a
     * planarized device, a transactor sends subnet management packets through one port and those of general services
     * through another.
     */
    public ManagementPorts managementPorts(EndPort port) {
        return devices.managementPorts(port);
    }

    /**
     * Opens a transactor that sends management datagrams from an end port. The caller closes it.
     *
     * @throws RdmaException if the port cannot be opened; the message says what to do
     */
    public MadTransactor mad(EndPort port) {
        return mad(port, parts.madPorts.options());
    }

    /**
     * Opens a transactor with its own options. The caller closes it. The window of outstanding requests belongs to the
     * port; it is as large as the largest one that any of its transactors requests.
     *
     * @throws RdmaException if the port cannot be opened; the message says what to do
     */
    public MadTransactor mad(EndPort port, MadOptions options) {
        return parts.madPorts.open(port, devices.managementPorts(port), options);
    }

    /**
     * Announces a subnet manager at an end port (IsSM) until the result is closed; see {@link EndPort#openIsSm}.
     *
     * @throws RdmaException if this fails, for example because another program has announced one; the message says what
     *     to do
     */
    public IsSm subnetManager(EndPort port) {
        return port.openIsSm();
    }

    /**
     * Opens a device such as {@code rxe0} for data transfer. It may be closed before this object is.
     *
     * @throws RdmaException if the device cannot be opened; the message says what to do
     */
    public Context verbs(String device) {
        return parts.verbs(device);
    }

    /** Opens a device for data transfer; see {@link #verbs(String)}. */
    public Context verbs(Device device) {
        return verbs(device.name());
    }

    /**
     * Opens a device by a method of its driver, such as {@code Mlx5Opening}. The context of the result may be closed before this
     * object is.
     *
     * @throws RdmaException if the device cannot be opened; the message says what to do
     */
    public <T> T verbs(DriverOpening<T> opening) {
        return parts.verbs(opening);
    }

    /**
     * Imports a device that another process has open (ibv_import_device(3)). The descriptor is a copy of its {@link
     * Context#descriptor} in this process and remains owned by the caller.
     *
     * @throws io.verbena.error.SysException if the descriptor is invalid, or the driver does not support importing
     */
    public Context importVerbs(int descriptor) {
        return parts.imported(descriptor);
    }

    /**
     * Returns the names of the devices that {@link #verbs(String)} can open, in the order in which the system lists
     * them.
     */
    public List<String> verbsDevices() {
        return parts.driver.verbsDeviceNames();
    }

    /**
     * Returns the connection manager, which serves all devices that have an IP address. It is closed with this object.
     *
     * @throws RdmaException if it is not available; the message says what to do
     */
    public ConnectionManager connectionManager() {
        return parts.connectionManager();
    }

    /**
     * Returns the factory of blocking endpoints, which own everything that a connection needs. They are closed with
     * this object.
     *
     * @throws RdmaException if there is no connection manager; the message says what to do
     */
    public Endpoints endpoints() {
        return parts.endpoints();
    }

    /**
     * Returns the factory of byte streams on all devices that have an IP address. They are closed with this object.
     *
     * @throws RdmaException if streams are not available; the message says what to do
     */
    public Streams streams() {
        return parts.streams();
    }

    /**
     * Connects to a server that was opened with {@link #listen(InetSocketAddress)}. Blocks until the connection is
     * established.
     *
     * @throws io.verbena.cm.UnresolvedAddressException if the name cannot be resolved, or no RDMA device reaches the
     *     address
     * @throws io.verbena.connection.RejectedConnectionException if no server listens at the address, or it rejects the
     *     connection
     * @throws io.verbena.connection.ForeignPeerException if another kind of program listens at the address
     * @throws io.verbena.connection.ConnectionTimeoutException if the server does not respond in time
     */
    public RdmaConnection connect(InetSocketAddress address) {
        return connect(address, ConnectionOptions.DEFAULTS);
    }

    /**
     * Connects to a server at {@code host:port}, such as {@code 10.77.0.2:7471} or {@code [fe80::2%eth0]:7471}; see
     * {@link #connect(InetSocketAddress)}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public RdmaConnection connect(String address) {
        return connect(address, ConnectionOptions.DEFAULTS);
    }

    /** Connects to a server at {@code host:port} with options; see {@link #connect(String)}. */
    public RdmaConnection connect(String address, ConnectionOptions options) {
        return connect(RdmaConnections.address(address), options);
    }

    /** Connects to a server with options; see {@link #connect(InetSocketAddress)}. */
    public RdmaConnection connect(InetSocketAddress address, ConnectionOptions options) {
        return parts.connections().connect(address, options);
    }

    /** Connects without blocking. The future fails with the exceptions of {@link #connect(InetSocketAddress)}. */
    public CompletableFuture<RdmaConnection> connectAsync(InetSocketAddress address, ConnectionOptions options) {
        return parts.connections().connectAsync(address, options);
    }

    /**
     * Listens for connections at a local address; port 0 selects a free port.
     *
     * @throws io.verbena.cm.AddressInUseException if the address is in use
     * @throws RdmaException if listening fails; the message says why
     */
    public RdmaServer listen(InetSocketAddress address) {
        return listen(address, ConnectionOptions.DEFAULTS);
    }

    /**
     * Listens for connections at {@code host:port}, such as {@code 10.77.0.2:7471}; {@code 0.0.0.0:7471} means all
     * local addresses.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public RdmaServer listen(String address) {
        return listen(address, ConnectionOptions.DEFAULTS);
    }

    /** Listens for connections at {@code host:port} with options; see {@link #listen(String)}. */
    public RdmaServer listen(String address, ConnectionOptions options) {
        return listen(RdmaConnections.address(address), options);
    }

    /** Listens for connections at a local address. The options also apply to the accepted connections. */
    public RdmaServer listen(InetSocketAddress address, ConnectionOptions options) {
        return parts.connections().listen(address, options);
    }

    /**
     * Opens a group of connections of a device that share buffers. Each connection has its own protection domain. The
     * group may be closed before this object is.
     */
    public ConnectionGroup connectionGroup(String device) {
        return connectionGroup(device, Isolation.CONNECTION);
    }

    /** Opens a group of connections of a device with the given isolation between its connections. */
    public ConnectionGroup connectionGroup(String device, Isolation isolation) {
        return parts.connections().group(device, isolation);
    }

    /** Returns a client of the subnet administration that uses a transactor. */
    public SaClient sa(MadTransactor mad) {
        return new SaClient(mad);
    }

    /** Returns a discovery that uses a transactor, by directed routes by default. */
    public Discovery discovery(MadTransactor mad) {
        return new Discovery(mad, sa(mad));
    }

    /**
     * Closes all objects that were opened through this one, in order: connections, streams, endpoints, the connection
     * manager, devices, ports for management datagrams, and the provider. Closing again has no effect, unless the
     * previous attempt failed.
     *
     * @throws RdmaException if an object cannot be closed; all others are closed, and further failures are suppressed
     *     in this exception
     */
    @Override
    public void close() {
        try {
            parts.close();
        } finally {
            leak.clean();
        }
    }

    /** Opens an {@link Rdma} with other than the default configuration. */
    public static final class Builder {
        private String fabric = NATIVE;
        private MadOptions options = MadOptions.DEFAULTS;
        private @Nullable MadTracer tracer;
        private final List<PacketListener> packets = new ArrayList<>();
        private @Nullable RdmaDriver driver;
        private boolean verbs;

        private Builder() {}

        /**
         * Sets the fabric: {@code native}, or {@code embedded} with a topology after a colon, such as {@code
         * embedded:fat-tree:2,4,4}.
         */
        public Builder fabric(String typeAndArgument) {
            fabric = typeAndArgument;
            return this;
        }

        /** Sets an open provider, such as one host of an embedded fabric. It is closed with the {@link Rdma}. */
        public Builder driver(RdmaDriver openDriver) {
            driver = openDriver;
            return this;
        }

        /** Sets the default timeout and window of requests. */
        public Builder mad(MadOptions madOptions) {
            options = madOptions;
            return this;
        }

        /**
         * Sends management datagrams through queue pairs of this process instead of umad, for processes without access
         * to umad. This supports general services only. To read attributes of subnet management, query the subnet
         * administration; see {@link SaClient#management}.
         */
        public Builder madByVerbs() {
            verbs = true;
            return this;
        }

        /** Adds a tracer, which is notified of every call. Tracers are called in the order in which they were added. */
        public Builder tracer(MadTracer madTracer) {
            tracer = tracer == null ? madTracer : tracer.and(madTracer);
            return this;
        }

        /**
         * Adds a listener for all datagrams, such as a {@link io.verbena.trace.PcapFile} or a {@link
         * io.verbena.trace.PacketLog}. It is closed with the {@link Rdma}, and if {@link #open} fails, unless it is
         * given as a method reference such as {@code listener::packet}.
         */
        public Builder packets(PacketListener listener) {
            packets.add(listener);
            return this;
        }

        /**
         * Opens the fabric.
         *
         * @throws IllegalArgumentException if there is no such fabric
         * @throws RdmaException if the fabric cannot be used; the message says what to do
         */
        public Rdma open() {
            try {
                RdmaDriver provided = driver == null ? openProvider() : driver;
                RdmaDriver opened = verbs ? new GsiDriver(provided) : provided;
                return new Rdma(packets.isEmpty() ? opened : new TracedDriver(opened, packets), options, tracer);
            } catch (RuntimeException e) {
                packets.forEach(PacketListener::close);
                throw e;
            }
        }

        private RdmaDriver openProvider() {
            int colon = fabric.indexOf(':');
            String type = colon < 0 ? fabric : fabric.substring(0, colon);
            String argument = colon < 0 ? "" : fabric.substring(colon + 1);
            return provider(type).open(argument);
        }

        private static RdmaProvider provider(String type) {
            for (RdmaProvider provider : ServiceLoader.load(RdmaProvider.class, Rdma.class.getClassLoader())) {
                if (provider.name().equals(type)) {
                    return provider;
                }
            }
            throw new IllegalArgumentException("unknown fabric '" + type
                    + "'; expected native or embedded[:TOPOLOGY], for example embedded:fat-tree:2,4,4"
                    + (type.equals(EMBEDDED) ? " (rdma-embedded is not on the class path)" : ""));
        }
    }
}
