package io.verbena;

import io.verbena.cm.ConnectionManager;
import io.verbena.cm.Endpoints;
import io.verbena.connection.ConnectionGroup;
import io.verbena.connection.ConnectionOptions;
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
import io.verbena.mad.MadPorts;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spi.IsSm;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.RdmaProvider;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.stream.Streams;
import io.verbena.subnet.Discovery;
import io.verbena.trace.PacketListener;
import io.verbena.trace.TracedDriver;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Where everything begins: the devices of this host, or of an embedded fabric, and what can be done with them. Safe for
 * use by several threads. Closing it closes all that it gave.
 */
public final class Rdma implements AutoCloseable {
    private static final String NATIVE = "native";
    private static final String EMBEDDED = "embedded";

    private final RdmaDriver driver;
    private final Devices devices;
    private final MadPorts madPorts;
    private final Set<Context> contexts = ConcurrentHashMap.newKeySet();

    /** Opened when somebody asks for it; guarded by {@link #contexts}. */
    private @Nullable ConnectionManager connectionManager;

    /** Likewise. */
    private @Nullable Streams streams;

    /** Likewise. */
    private @Nullable Endpoints endpoints;

    /** Likewise. */
    private @Nullable RdmaConnections connections;

    private Rdma(RdmaDriver driver, MadOptions options, @Nullable MadTracer tracer) {
        this.driver = driver;
        this.devices = new Devices(driver);
        this.madPorts = new MadPorts(options, tracer);
    }

    /**
     * The devices of this host.
     *
     * @throws RdmaException if they cannot be used; the message says what to do
     */
    public static Rdma open() {
        return builder().open();
    }

    /**
     * A fabric inside the JVM; needs the module {@code rdma-embedded}.
     *
     * @param topology {@code two-node}, {@code fat-tree:2,4,4} or the path of a net file
     * @throws IllegalArgumentException if the topology is none of these
     */
    public static Rdma embedded(String topology) {
        return builder().fabric(EMBEDDED + ":" + topology).open();
    }

    /** For everything that is not as usual. */
    public static Builder builder() {
        return new Builder();
    }

    /** All devices, in the order of the system. */
    public List<Device> devices() {
        return devices.all();
    }

    /**
     * The device with this name.
     *
     * @throws io.verbena.device.NoSuchDeviceException if there is none
     */
    public Device device(String name) {
        return devices.device(name);
    }

    /**
     * The end port behind any name for one: {@code mlx5_0}, {@code mlx5_0/1}, a GID or a port GUID.
     *
     * @throws io.verbena.device.NoSuchDeviceException if there is none
     */
    public EndPort endPort(String name) {
        return devices.endPort(name);
    }

    /**
     * The port with this number of this device.
     *
     * @throws io.verbena.device.NoSuchDeviceException if there is none
     */
    public EndPort endPort(String device, int number) {
        return devices.endPort(device, number);
    }

    /**
     * The end port that is used when nobody names one: the first that is active, else the first whose link is up.
     *
     * @throws io.verbena.device.NoSuchDeviceException if this host has none
     */
    public EndPort defaultEndPort() {
        return devices.defaultEndPort();
    }

    /**
     * By which end ports one is managed: itself, unless its device is planarised. Then a transactor sends the packets of subnet
     * management by the one, and those of the general services by the other.
     */
    public ManagementPorts managementPorts(EndPort port) {
        return devices.managementPorts(port);
    }

    /**
     * Remote procedure calls from this end port; the caller closes the transactor.
     *
     * @throws RdmaException if the port cannot be opened; the message says what to do
     */
    public MadTransactor mad(EndPort port) {
        return mad(port, madPorts.options());
    }

    /**
     * Remote procedure calls from this end port, with options of their own; the caller closes the transactor. The window of
     * outstanding requests belongs to the port: it may become as wide as the widest that anybody asks for.
     *
     * @throws RdmaException if the port cannot be opened; the message says what to do
     */
    public MadTransactor mad(EndPort port, MadOptions options) {
        return madPorts.open(port, devices.managementPorts(port), options);
    }

    /**
     * Says at this end port that a subnet manager is there (IsSM), until what is answered is closed; see {@link
     * EndPort#openIsSm}.
     *
     * @throws RdmaException if it cannot be said, as when another program does; the message says what to do
     */
    public IsSm subnetManager(EndPort port) {
        return port.openIsSm();
    }

    /**
     * Opens a device to move data, such as {@code rxe0}. It may be closed before this is.
     *
     * @throws RdmaException if it cannot be opened; the message says what to do
     */
    public Context verbs(String device) {
        contexts.removeIf(Context::isClosed);
        Context context = new Context(device, driver.openVerbs(device));
        contexts.add(context);
        return context;
    }

    /** The same of a device that was found. */
    public Context verbs(Device device) {
        return verbs(device.name());
    }

    /**
     * The device that another process has open, by a copy of its {@link Context#descriptor} that this process got from it;
     * the descriptor stays the caller's (ibv_import_device(3)).
     *
     * @throws io.verbena.error.SysException if it is none, or the driver of the device cannot
     */
    public Context importVerbs(int descriptor) {
        contexts.removeIf(Context::isClosed);
        VerbsDriver imported = driver.importVerbs(descriptor);
        Context context = new Context(imported.device(), imported);
        contexts.add(context);
        return context;
    }

    /** The names of the devices that {@link #verbs(String)} can open, in the order of the system. */
    public List<String> verbsDevices() {
        return driver.verbsDeviceNames();
    }

    /**
     * The connection manager: connections by addresses and ports, on every device that has an address. It is closed with
     * this.
     *
     * @throws RdmaException if there is none; the message says what to do
     */
    public ConnectionManager connectionManager() {
        synchronized (contexts) {
            ConnectionManager opened = connectionManager;
            if (opened == null || opened.isClosed()) {
                opened = new ConnectionManager(driver.openCm());
                connectionManager = opened;
            }
            return opened;
        }
    }

    /**
     * Connections with all that they need, by calls that wait. They are closed with this.
     *
     * @throws RdmaException if there is no connection manager; the message says what to do
     */
    public Endpoints endpoints() {
        synchronized (contexts) {
            Endpoints opened = endpoints;
            if (opened == null || opened.isClosed()) {
                opened = new Endpoints(connectionManager(), this::verbs);
                endpoints = opened;
            }
            return opened;
        }
    }

    /**
     * Streams of bytes by addresses and ports, on every device that has an address. They are closed with this.
     *
     * @throws RdmaException if there are none; the message says what to do
     */
    public Streams streams() {
        synchronized (contexts) {
            Streams opened = streams;
            if (opened == null || !opened.isOpen()) {
                opened = new Streams(driver.openStreams());
                streams = opened;
            }
            return opened;
        }
    }

    /**
     * Connects to a server of {@link #listen(InetSocketAddress)}, and waits for it.
     *
     * @throws io.verbena.cm.UnresolvedAddressException if the name has no address, or no RDMA device reaches it
     * @throws io.verbena.connection.RejectedConnectionException if nobody listens there, or it refuses
     * @throws io.verbena.connection.ForeignPeerException if something else listens there
     * @throws io.verbena.connection.ConnectionTimeoutException if it does not answer in time
     */
    public RdmaConnection connect(InetSocketAddress address) {
        return connect(address, ConnectionOptions.DEFAULTS);
    }

    /**
     * The same by {@code host:port}, such as {@code 10.77.0.2:7471} or {@code [fe80::2%eth0]:7471}.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public RdmaConnection connect(String address) {
        return connect(RdmaConnections.address(address));
    }

    /** The same with options. */
    public RdmaConnection connect(InetSocketAddress address, ConnectionOptions options) {
        return connections().connectAndWait(address, options);
    }

    /** The same without waiting; the future fails with the same exceptions. */
    public CompletableFuture<RdmaConnection> connectAsync(InetSocketAddress address, ConnectionOptions options) {
        return connections().connect(address, options);
    }

    /**
     * Listens for connections at an address of this host; port 0 for one that is free.
     *
     * @throws io.verbena.cm.AddressInUseException if another listens there
     * @throws RdmaException if it cannot; the message says why
     */
    public RdmaServer listen(InetSocketAddress address) {
        return listen(address, ConnectionOptions.DEFAULTS);
    }

    /**
     * The same by {@code host:port}, such as {@code 10.77.0.2:7471}; {@code 0.0.0.0:7471} is every address of this host.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public RdmaServer listen(String address) {
        return listen(RdmaConnections.address(address));
    }

    /** The same with options, which are those of the connections, too. */
    public RdmaServer listen(InetSocketAddress address, ConnectionOptions options) {
        return connections().listen(address, options);
    }

    /** Connections of a device that share memory; it may be closed before this is. */
    public ConnectionGroup connectionGroup(String device) {
        return connections().group(device);
    }

    private RdmaConnections connections() {
        synchronized (contexts) {
            RdmaConnections opened = connections;
            if (opened == null || opened.isClosed()) {
                opened = new RdmaConnections(connectionManager(), this::verbs);
                connections = opened;
            }
            return opened;
        }
    }

    /** The subnet administration, asked through this transactor. */
    public SaClient sa(MadTransactor mad) {
        return new SaClient(mad);
    }

    /** A discovery through this transactor: by directed route, unless it is told otherwise. */
    public Discovery discovery(MadTransactor mad) {
        return new Discovery(mad, sa(mad));
    }

    @Override
    public void close() {
        closeConnections();
        contexts.forEach(Context::close);
        madPorts.close();
        driver.close();
    }

    private void closeConnections() {
        Streams openedStreams;
        Endpoints openedEndpoints;
        ConnectionManager opened;
        RdmaConnections connected;
        synchronized (contexts) {
            openedStreams = streams;
            openedEndpoints = endpoints;
            opened = connectionManager;
            connected = connections;
        }
        if (connected != null) {
            connected.close();
        }
        if (openedStreams != null) {
            openedStreams.close();
        }
        if (openedEndpoints != null) {
            openedEndpoints.close();
        }
        if (opened != null) {
            opened.close();
        }
    }

    /** Opens an {@link Rdma} that is not as usual. */
    public static final class Builder {
        private String fabric = NATIVE;
        private MadOptions options = MadOptions.DEFAULTS;
        private @Nullable MadTracer tracer;
        private final List<PacketListener> packets = new ArrayList<>();
        private @Nullable RdmaDriver driver;
        private boolean verbs;

        private Builder() {}

        /** {@code native}, or {@code embedded} with a topology behind a colon: {@code embedded:fat-tree:2,4,4}. */
        public Builder fabric(String typeAndArgument) {
            fabric = typeAndArgument;
            return this;
        }

        /** A provider that is open already, such as one host of an embedded fabric; it is closed with the rest. */
        public Builder driver(RdmaDriver openDriver) {
            driver = openDriver;
            return this;
        }

        /** How long to wait for answers, and how much to ask at once. */
        public Builder mad(MadOptions madOptions) {
            options = madOptions;
            return this;
        }

        /**
         * Management datagrams leave by verbs, as where this process has no right to umad: from queue pairs of its own, and
         * only those of the general services. Where attributes of subnet management are to be read, the subnet
         * administration is asked; see {@link SaClient#management}.
         */
        public Builder madByVerbs() {
            verbs = true;
            return this;
        }

        /** Is told of every call; there may be several, which are told in turn. */
        public Builder tracer(MadTracer madTracer) {
            tracer = tracer == null ? madTracer : tracer.and(madTracer);
            return this;
        }

        /**
         * Is told of every datagram, such as a {@link io.verbena.trace.PcapFile} or a {@link io.verbena.trace.PacketLog};
         * there may be several. It is closed with the rest, and if this cannot be opened; {@code listener::packet} is
         * not.
         */
        public Builder packets(PacketListener listener) {
            packets.add(listener);
            return this;
        }

        /**
         * Opens it.
         *
         * @throws IllegalArgumentException if there is no such fabric
         * @throws RdmaException if it cannot be used; the message says what to do
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
            ServiceLoader<RdmaProvider> providers = ServiceLoader.load(RdmaProvider.class, Rdma.class.getClassLoader());
            return StreamSupport.stream(providers.spliterator(), false)
                    .filter(provider -> provider.name().equals(type))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no fabric '" + type
                            + "'; write native, or embedded with a topology, embedded:fat-tree:2,4,4"
                            + (type.equals(EMBEDDED) ? " (rdma-embedded is not on the class path)" : "")));
        }
    }
}
