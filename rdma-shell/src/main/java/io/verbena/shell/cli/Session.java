package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.PortInfo;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import io.verbena.sa.SaOptions;
import io.verbena.spi.PortAttributes;
import io.verbena.subnet.Discovery;
import io.verbena.subnet.DiscoveryProgress;
import io.verbena.subnet.Subnet;
import io.verbena.trace.PacketListener;
import io.verbena.trace.PcapFile;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The fabric that a command works on. What it opens is closed with it; what it was lent is not. */
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

    /** A fabric of its own. */
    static Session open(
            String fabric, EndPortOptions options, MadOptions madOptions, @Nullable Tracer tracer, PrintWriter err) {
        return open(Rdma.builder().fabric(fabric), options, madOptions, tracer, err);
    }

    private static Session open(
            Rdma.Builder builder,
            EndPortOptions options,
            MadOptions madOptions,
            @Nullable Tracer tracer,
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
     * The fabric of a host; from its end port and by its transactor, where the options do not say otherwise. The host sends by
     * umad: for requests by verbs its fabric is opened once more.
     */
    static Session within(
            FabricHost host, EndPortOptions options, MadOptions madOptions, @Nullable Tracer tracer, PrintWriter err) {
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
        host.trace(tracer, packets);
        Supplier<MadTransactor> transactor = lent ? host::mad : () -> rdma.mad(endPort.get(), madOptions);
        SessionState state = options.isNamed() ? null : host.state();
        return new Session(rdma, options, err, endPort, transactor, lent, state, () -> {
            host.trace(null, null);
            if (packets != null) {
                packets.close();
            }
        });
    }

    /** The devices of the fabric. */
    public Rdma rdma() {
        return rdma;
    }

    /** The port that the options name, or the one that is used when they name none. */
    public EndPort endPort() {
        return endPort.get();
    }

    /** The device that the options name, or that of the port that they name; all if they name none. */
    public List<Device> devices() {
        return options.isNamed() ? List.of(endPort().device()) : rdma.devices();
    }

    /**
     * Where the subnet manager is: at the LID of {@code --sm_port}, or at that which the end port knows.
     *
     * @throws RdmaException if no subnet manager has set the end port up
     */
    public IbPath subnetManager() {
        PortAttributes port = endPort().attributes();
        Lid named = options.subnetManager();
        if (named.equals(Lid.NONE) && !port.smLid().isUnicast()) {
            throw new RdmaException("no subnet manager has set up end port " + endPort()
                    + "; start one, or give its LID with --sm_port");
        }
        return IbPath.to(named.equals(Lid.NONE) ? port.smLid() : named).withSl(port.smSl());
    }

    /** Calls of every class. Who only reads attributes of subnet management takes {@link #management}. */
    public MadTransactor mad() {
        if (mad == null) {
            mad = transactor.get();
        }
        return mad;
    }

    /** The subnet administration: that of {@code --sm_port}, or the one that the end port names. */
    public SaClient sa() {
        if (sa == null) {
            Lid lid = options.subnetManager();
            sa = lid.equals(Lid.NONE) ? rdma.sa(mad()) : new SaClient(mad(), SaOptions.DEFAULTS.withSubnetManager(lid));
        }
        return sa;
    }

    /** Reads attributes of subnet management: from the agents, or with {@code --sa} from the subnet administration. */
    public SubnetManagement management() {
        if (management == null) {
            management = options.sa() ? sa().management() : mad();
        }
        return management;
    }

    /** Whether no request of subnet management is to be sent. */
    public boolean asksAdministration() {
        return options.sa();
    }

    /**
     * For commands that need the agents themselves.
     *
     * @param what what it is that the subnet administration cannot do, "writes attributes"
     * @throws IllegalArgumentException if the options say that no request of subnet management is to be sent
     */
    public MadTransactor agents(String what) {
        if (options.sa()) {
            throw new IllegalArgumentException("--sa: the subnet administration never " + what + "; leave --sa out");
        }
        return mad();
    }

    /** Whether what is read of the subnet is remembered: in a console, from its own end port. */
    public boolean remembers() {
        return state != null;
    }

    /** The subnet as it is, as the options say that it is learned; told of on a terminal if it takes long. */
    public Subnet freshSubnet(DiscoveryOptions how) {
        Subnet subnet = how.read(this);
        if (state != null && how.readsAll()) {
            state.keep(subnet);
        }
        return subnet;
    }

    /** The subnet that is remembered, if it is to be taken, or as it is; told of on a terminal if it takes long. */
    public Subnet subnet(DiscoveryOptions how) {
        return how.kept(state).orElseGet(() -> freshSubnet(how));
    }

    /**
     * The subnet as it is, for a command that changes it: what was remembered may lead over links that are gone.
     *
     * @throws IllegalArgumentException if the options say that the remembered one is to be taken
     */
    public Subnet subnetToChange(DiscoveryOptions how) {
        how.requireNotCached();
        return freshSubnet(how);
    }

    /**
     * What is around a node: as far as so many links from there.
     *
     * @param from the way to the node
     */
    public Subnet subnet(DiscoveryOptions how, Path from, int hops) {
        return how.withoutHops().read(this, discovery -> discovery.from(from).maxHops(hops));
    }

    Subnet discover(BiConsumer<Discovery, Boolean> configuration) {
        Discovery discovery = new Discovery(mad(), sa());
        configuration.accept(discovery, options.sa());
        Progress progress = progress(() -> text(reached));
        try {
            return discovery.progress(so -> reached = so).run();
        } finally {
            progress.close();
        }
    }

    private static String text(DiscoveryProgress progress) {
        return Progress.with(
                progress.nodes() + " nodes, " + progress.links() + " links", progress.failures(), "failed");
    }

    /**
     * Tells on a terminal how far a command is, if it takes over a second; the caller closes it.
     *
     * @param state how far it is; called by another thread
     */
    public Progress progress(Supplier<String> state) {
        return new Progress(Terminals.showsErrors(), err, state);
    }

    /** A path of subnet management that packets can be sent to: a GID is resolved by the subnet administration. */
    public Path resolve(Path path) {
        return path instanceof IbPath ibPath && !ibPath.isResolved() ? sa().resolve(ibPath) : path;
    }

    /**
     * The path that packets other than those of subnet management take to where another leads: with the service level, the
     * partition and the MTU that the subnet administration gives it. What the path says of these itself is asked for. On
     * Ethernet, which has none, it is as it is.
     *
     * @throws io.verbena.sa.SaPathNotFoundException if there is no such path
     * @throws RdmaException if there is no subnet administration, or the port of a directed route has no LID
     */
    public IbPath path(Path path) {
        if (path instanceof IbPath ibPath) {
            return isEthernet() ? ibPath : sa().resolve(PathQuery.to(ibPath));
        }
        Lid lid = path.equals(DirectedPath.self())
                ? endPort().attributes().lid()
                : management().subnGet(PortInfo.class, path).lid();
        if (!lid.isUnicast()) {
            throw new RdmaException("the port at " + path + " has no LID, by which alone packets of its class arrive;"
                    + " no subnet manager has set it up");
        }
        return sa().resolve(PathQuery.to(lid));
    }

    /** There is no subnet administration, and a GID is all that a packet needs. */
    private boolean isEthernet() {
        return endPort().attributes().isEthernet();
    }

    @Override
    public void close() {
        if (mad != null && !lent) {
            mad.close();
        }
        end.run();
    }
}
