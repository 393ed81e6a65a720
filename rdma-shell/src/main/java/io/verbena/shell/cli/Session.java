package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.spi.PortAttributes;
import io.verbena.subnet.Discovery;
import io.verbena.subnet.DiscoveryProgress;
import io.verbena.subnet.Node;
import io.verbena.subnet.Subnet;
import io.verbena.trace.PacketListener;
import io.verbena.trace.PcapFile;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fabric that a command works on. Closing a session closes what the session opened, but not what a host lent to it.
 */
public final class Session implements AutoCloseable {
    private final Rdma rdma;
    private final EndPortOptions options;
    private final PrintWriter err;
    private final Supplier<EndPort> endPort;
    private final Supplier<MadTransactor> transactor;
    private final boolean lent;
    private final @Nullable SessionState state;
    private final Runnable end;
    private @Nullable MadTransactor mad;
    private @Nullable SaClient sa;
    private @Nullable SubnetManagement management;
    private volatile DiscoveryProgress reached = new DiscoveryProgress(0, 0, 0);

    private Session(
            Rdma rdma,
            EndPortOptions options,
            PrintWriter err,
            Supplier<EndPort> endPort,
            Supplier<MadTransactor> transactor,
            boolean lent,
            @Nullable SessionState state,
            Runnable end) {
        this.rdma = rdma;
        this.options = options;
        this.err = err;
        this.endPort = endPort;
        this.transactor = transactor;
        this.lent = lent;
        this.state = state;
        this.end = end;
    }

    static Session open(
            Rdma.Builder builder,
            EndPortOptions options,
            MadOptions madOptions,
            @Nullable MadTracer tracer,
            PrintWriter err) {
        builder.mad(madOptions);
        if (options.byVerbs()) {
            builder.madByVerbs();
        }
        if (tracer != null) {
            builder.tracer(tracer);
        }
        if (options.pcap != null) {
            builder.packets(PcapFile.open(options.pcap));
        }
        Rdma rdma = builder.open();
        Supplier<EndPort> endPort = () -> options.find(rdma);
        return new Session(rdma, options, err, endPort, () -> rdma.mad(endPort.get()), false, null, rdma::close);
    }

    /**
     * Opens a session on the fabric of a host. Uses the end port and the transactor of the host unless the options
     * select others. The host uses umad; for requests through verbs, the session opens the fabric again.
     */
    static Session within(
            FabricHost host,
            EndPortOptions options,
            MadOptions madOptions,
            @Nullable MadTracer tracer,
            PrintWriter err) {
        if (options.byVerbs()) {
            Rdma.Builder builder = host.embedded()
                    .map(fabric -> Rdma.builder().driver(fabric.driver()))
                    .orElseGet(() -> Rdma.builder().fabric(host.fabric()));
            return open(builder, options, madOptions, tracer, err);
        }
        Rdma rdma = host.rdma();
        Supplier<EndPort> endPort = () -> options.isNamed() ? options.find(rdma) : host.endPort();
        boolean lent = !options.isNamed() && madOptions.equals(host.madOptions());
        PacketListener packets = options.pcap == null ? null : PcapFile.open(options.pcap);
        host.state().trace(tracer, packets);
        Supplier<MadTransactor> transactor = lent ? host::mad : () -> rdma.mad(endPort.get(), madOptions);
        SessionState state = options.isNamed() ? null : host.state();
        return new Session(rdma, options, err, endPort, transactor, lent, state, () -> {
            host.state().trace(null, null);
            if (packets != null) {
                packets.close();
            }
        });
    }

    /** Returns the devices of the fabric. */
    public Rdma rdma() {
        return rdma;
    }

    /** Returns the selected end port, or the default end port. */
    public EndPort endPort() {
        return endPort.get();
    }

    /** Returns the selected device, or the device of the selected port; all devices if the options select none. */
    public List<Device> devices() {
        return options.isNamed() ? List.of(endPort().device()) : rdma.devices();
    }

    /**
     * Returns the path to the subnet manager: the LID of {@code --sm_port}, or the SM LID of the end port.
     *
     * @throws RdmaException if no subnet manager has configured the end port
     */
    public IbPath subnetManager() {
        PortAttributes port = endPort().attributes();
        Lid named = options.subnetManager();
        if (named.equals(Lid.NONE) && !port.smLid().isUnicast()) {
            throw new RdmaException("no subnet manager has configured end port " + endPort()
                    + "; start a subnet manager, or give its LID with --sm_port");
        }
        IbPath path = IbPath.to(named.equals(Lid.NONE) ? port.smLid() : named).withSl(port.smSl());
        return options.inPartition(path, endPort());
    }

    /**
     * Returns the transactor for requests of any class. To read attributes of subnet management, use {@link
     * #management}.
     */
    public MadTransactor mad() {
        if (mad == null) {
            mad = transactor.get();
        }
        return mad;
    }

    /** Returns the client of the subnet administration at {@code --sm_port} or at the SM LID of the end port. */
    public SaClient sa() {
        if (sa == null) {
            sa = options.administration()
                    .map(wanted -> new SaClient(mad(), wanted))
                    .orElseGet(() -> rdma.sa(mad()));
        }
        return sa;
    }

    /**
     * Returns the reader of subnet management attributes, which queries the agents or, with {@code --sa}, the subnet
     * administration.
     */
    public SubnetManagement management() {
        if (management == null) {
            management = options.sa() ? sa().management() : mad();
        }
        return management;
    }

    /** Returns whether the subnet administration replaces requests of subnet management. */
    public boolean asksAdministration() {
        return options.sa();
    }

    /**
     * Returns the transactor for operations that only the agents of nodes can perform.
     *
     * @param what the operation that the subnet administration cannot perform, such as "writes attributes"
     * @throws IllegalArgumentException if {@code --sa} forbids requests of subnet management
     */
    public MadTransactor agents(String what) {
        if (options.sa()) {
            throw new IllegalArgumentException("--sa: the subnet administration never " + what + "; remove --sa");
        }
        return mad();
    }

    /** Returns whether the session caches the subnet: in a console, for its own end port. */
    public boolean remembers() {
        return state != null;
    }

    /** Reads the subnet as the options specify, and shows progress on a terminal. */
    public Subnet freshSubnet(DiscoveryOptions how) {
        Subnet subnet = how.read(this);
        if (state != null && how.readsAll()) {
            state.keep(subnet);
        }
        return subnet;
    }

    /**
     * Returns the cached subnet if the options select it; otherwise reads the subnet and shows progress on a terminal.
     */
    public Subnet subnet(DiscoveryOptions how) {
        return how.kept(state).orElseGet(() -> freshSubnet(how));
    }

    /**
     * Reads the subnet for a command that changes it. A cached subnet could contain links that no longer exist.
     *
     * @throws IllegalArgumentException if {@code --cached} was given
     */
    public Subnet subnetToChange(DiscoveryOptions how) {
        how.requireNotCached();
        return freshSubnet(how);
    }

    /**
     * Reads the neighborhood of a node.
     *
     * @param from the path to the node
     * @param hops the maximum number of links from the node
     */
    public Subnet subnet(DiscoveryOptions how, Path from, int hops) {
        return how.withoutHops().read(this, discovery -> discovery.from(from).maxHops(hops));
    }

    Subnet discover(BiConsumer<Discovery, Boolean> configuration) {
        Discovery discovery = new Discovery(mad(), this::sa);
        configuration.accept(discovery, options.sa());
        return withProgress(
                () -> Progress.with(
                        reached.nodes() + " nodes, " + reached.links() + " links", reached.failures(), "failed"),
                () -> discovery.progress(so -> reached = so).run());
    }

    /**
     * Does work, and shows its progress on a terminal if it takes more than a second.
     *
     * @param state returns the progress; called by another thread
     */
    public <T> T withProgress(Supplier<String> state, Supplier<T> work) {
        Progress progress = new Progress(Terminals.showsErrors(), err, state);
        try {
            return work.get();
        } finally {
            progress.close();
        }
    }

    /** Resolves a GID through the subnet administration, so that requests of subnet management can use the path. */
    public Path resolve(Path path) {
        return path instanceof IbPath ibPath && !ibPath.isResolved() ? sa().resolve(ibPath) : path;
    }

    /**
     * Returns the path for datagrams of other classes than subnet management to the destination of {@code path}. The
     * subnet administration provides its service level, partition and MTU; values that {@code path} specifies are part
     * of the query. On Ethernet, which has no subnet administration, the path is returned unchanged.
     *
     * @throws io.verbena.sa.SaPathNotFoundException if no such path exists
     * @throws RdmaException if there is no subnet administration, or the port of a directed route has no LID
     */
    public IbPath path(Path path) {
        return options.inPartition(generalPath(path), endPort());
    }

    private IbPath generalPath(Path path) {
        if (path instanceof IbPath ibPath) {
            // On Ethernet, which has no subnet administration, a GID is sufficient.
            return endPort().attributes().isEthernet() ? ibPath : sa().resolve(PathQuery.to(ibPath));
        }
        Lid lid = path.equals(DirectedPath.self())
                ? endPort().attributes().lid()
                : management().subnGet(PortInfo.class, path).lid();
        if (!lid.isUnicast()) {
            throw new RdmaException("the port at " + path + " has no LID, which this management class requires;"
                    + " no subnet manager has configured the port");
        }
        return sa().resolve(PathQuery.to(lid));
    }

    @Override
    public void close() {
        if (mad != null && !lent) {
            mad.close();
        }
        end.run();
    }

    /** Returns whether a node with this PortInfo has a PortInfoExtended; that of a switch is the one of port 0. */
    public static boolean hasPortInfoExtended(PortInfo port) {
        return port.capabilityMask().contains(PortCapability.IS_CAPABILITY_MASK2_SUPPORTED)
                && port.capabilityMask2().contains(PortCapability2.IS_PORT_INFO_EXTENDED_SUPPORTED);
    }

    /** Surveys the counters of these nodes, and shows progress on a terminal. */
    public ErrorSurvey.Outcome survey(ErrorSurvey survey, Collection<Node> nodes) {
        return withProgress(
                () -> Progress.with(
                        survey.done() + " of " + nodes.size() + " nodes checked", survey.failed(), "failed"),
                () -> survey.run(nodes));
    }
}
