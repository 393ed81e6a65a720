package io.verbena.shell.command;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.SessionState;
import io.verbena.shell.cli.StartOptions;
import io.verbena.shell.parity.CommandRun;
import io.verbena.spi.RdmaDriver;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An embedded fabric that outlives the commands that are run on it, as that of the console does. */
public final class EmbeddedHost implements FabricHost, AutoCloseable {
    private static final MadOptions OPTIONS = MadOptions.DEFAULTS.withTimeout(Duration.ofMillis(50));

    private final boolean isFirst;
    private final String topology;
    private final EmbeddedFabric fabric;
    private final Rdma rdma;
    private final SessionState state = new SessionState();
    private @Nullable MadTransactor mad;

    public EmbeddedHost(String topology) {
        this(topology, driver -> driver);
    }

    /** Creates a host whose driver is modified. */
    EmbeddedHost(String topology, UnaryOperator<RdmaDriver> changed) {
        this.isFirst = true;
        this.topology = topology;
        this.fabric = EmbeddedFabric.open(topology);
        this.rdma = Rdma.builder()
                .driver(changed.apply(fabric.driver()))
                .mad(OPTIONS)
                .open();
    }

    private EmbeddedHost(EmbeddedHost first, String name) {
        this.isFirst = false;
        this.topology = first.topology;
        this.fabric = first.fabric;
        this.rdma = first.seenBy(name);
    }

    /** Another host of this fabric, to run commands on; close it before this one. */
    public EmbeddedHost peer(String name) {
        return new EmbeddedHost(this, name);
    }

    /** The fabric as another host sees it; the caller closes it. */
    public Rdma seenBy(String host) {
        return Rdma.builder().driver(fabric.driver(host)).mad(OPTIONS).open();
    }

    /** A node, to be broken before a command is run. */
    public EmbeddedNode node(String name) {
        return fabric.node(name);
    }

    /** The LID by which a node is reached. */
    public int lid(String name) {
        return node(name).ports().findFirst().orElseThrow().lid();
    }

    /** Runs a command that is written as in a shell, but for quotes. */
    public CommandRun run(String line) {
        return run(line, new StringWriter());
    }

    /** Runs a command whose standard error another thread reads while the command runs. */
    public CommandRun run(String line, StringWriter err) {
        StringWriter out = new StringWriter();
        String[] words = line.split(" ");
        return CommandRun.of(VerbenaCommand.commandLineWithin(StartOptions.NONE, this, words), out, err, words);
    }

    @Override
    public String fabric() {
        return "embedded:" + topology;
    }

    @Override
    public MadOptions madOptions() {
        return OPTIONS;
    }

    @Override
    public Optional<EmbeddedFabric> embedded() {
        return Optional.of(fabric);
    }

    @Override
    public Rdma rdma() {
        return rdma;
    }

    @Override
    public EndPort endPort() {
        return rdma.defaultEndPort();
    }

    @Override
    public MadTransactor mad() {
        if (mad == null) {
            mad = rdma.mad(endPort());
        }
        return mad;
    }

    @Override
    public SessionState state() {
        return state;
    }

    @Override
    public void close() {
        if (mad != null) {
            mad.close();
        }
        rdma.close();
        if (isFirst) {
            fabric.close();
        }
    }
}
