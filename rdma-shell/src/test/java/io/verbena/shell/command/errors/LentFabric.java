package io.verbena.shell.command.errors;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.SessionState;
import io.verbena.shell.cli.StartOptions;
import io.verbena.shell.command.VerbenaCommand;
import io.verbena.shell.parity.CommandRun;
import io.verbena.trace.PacketListener;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A fabric inside this JVM, which a test can break before it runs a command on it. */
final class LentFabric implements FabricHost, AutoCloseable {
    private final SessionState state = new SessionState();
    private final String topology;
    private final EmbeddedFabric fabric;
    private final Rdma rdma;
    private final MadTransactor mad;

    LentFabric(String topology) {
        this.topology = topology;
        this.fabric = EmbeddedFabric.open(topology);
        this.rdma = Rdma.builder().driver(fabric.driver()).open();
        this.mad = rdma.mad(rdma.defaultEndPort());
    }

    /** Runs a command as the console does; written as in a shell, but for quotes. */
    CommandRun run(String line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = VerbenaCommand.commandLineWithin(StartOptions.NONE, this)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line.split(" "));
        return new CommandRun(code, out.toString(), err.toString());
    }

    EmbeddedNode node(String name) {
        return fabric.node(name);
    }

    /** The LID by which a node is reached. */
    int lid(String name) {
        return node(name).ports().findFirst().orElseThrow().lid();
    }

    @Override
    public String fabric() {
        return "embedded:" + topology;
    }

    @Override
    public SessionState state() {
        return state;
    }

    @Override
    public MadOptions madOptions() {
        return MadOptions.DEFAULTS;
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
        return mad.endPort();
    }

    @Override
    public MadTransactor mad() {
        return mad;
    }

    @Override
    public void trace(@Nullable MadTracer tracer, @Nullable PacketListener packets) {
        // No test of these commands traces.
    }

    @Override
    public void close() {
        mad.close();
        rdma.close();
        fabric.close();
    }
}
