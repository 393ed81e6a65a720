package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadExchange;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTracer;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** Base class of commands that use a fabric through a session. */
public abstract class FabricCommand extends PrintingCommand {
    /** Runs the command and returns its result. */
    protected abstract Result run(Session session);

    /** Returns the options that select the end port; a command that sends no requests has none. */
    EndPortOptions endPortOptions() {
        return new EndPortOptions();
    }

    /** Returns the MAD options; commands with their own options override this method. */
    protected MadOptions madOptions(MadOptions defaults) {
        return defaults;
    }

    @Override
    public final Integer call() {
        try (Session session = session()) {
            Result result = run(session);
            // A pending interrupt must not prevent the session from closing or the error from being reported.
            Thread.interrupted();
            return print(result);
        }
    }

    /**
     * Returns the writer for messages about changes and progress: standard error, because results go to standard
     * output.
     */
    protected final PrintWriter log() {
        return err();
    }

    /** Runs a part of this command, and adds to a failure what the part was meant to do. */
    protected static <T> T during(String purpose, Supplier<T> part) {
        try {
            return part.get();
        } catch (RdmaException e) {
            throw e.during(purpose);
        }
    }

    private Session session() {
        return parent.host == null ? open("native", MadOptions.DEFAULTS) : within(parent.host);
    }

    /** Opens a session on the fabric of the host unless the options name another fabric. */
    private Session within(FabricHost host) {
        CommonOptions options = options();
        EndPortOptions own = endPortOptions().over(parent.endPort);
        MadOptions mad =
                asked(own.config == null ? new Configuration() : Configuration.read(own.config), host.madOptions());
        boolean another = options.fabric != null && !options.fabric.equals(host.fabric());
        if (another || mad.outstanding() != host.madOptions().outstanding()) {
            return open(host.fabric(), host.madOptions());
        }
        // The end port of the host already reflects the options that the host was started with.
        EndPortOptions named = own.isNamed() ? endPort() : own;
        EndPortOptions kept = parent.start.keeps(named.pcap) ? named.withoutPcap() : named;
        return Session.within(host, kept, mad, tracer(options), log());
    }

    private Session open(String fabric, MadOptions defaults) {
        CommonOptions options = options();
        Configuration configuration = Configuration.read(endPort().config);
        String named = options.fabric == null ? fabric : options.fabric;
        // The end port in the system-wide file applies to the devices of this host only.
        EndPortOptions endPort = endPort().over(configuration.endPort());
        return Session.open(
                Rdma.builder().fabric(named), endPort, asked(configuration, defaults), tracer(options), log());
    }

    private EndPortOptions endPort() {
        return endPortOptions().over(parent.endPort).over(parent.start.endPort);
    }

    private MadOptions asked(Configuration configuration, MadOptions defaults) {
        return madOptions(endPort().over(configuration.endPort()).over(configuration.over(defaults)));
    }

    private @Nullable Tracer tracer(CommonOptions options) {
        return options.debugLevel() == 0 ? null : new Tracer(log(), options.debugLevel() > 1);
    }

    /** Prints the trace of {@code -d}: one line per request, and with {@code -dd} both packets. */
    private record Tracer(PrintWriter out, boolean packets) implements MadTracer {
        @Override
        public void completed(MadExchange exchange, Duration elapsed, @Nullable RdmaException failure) {
            synchronized (out) {
                out.printf(
                        "D: %s to %s %s after %.3f ms%n",
                        exchange.call(),
                        exchange.path(),
                        failure == null ? "answered" : "failed",
                        elapsed.toNanos() / 1e6);
                if (packets) {
                    exchange.describeRequest().forEach(line -> out.println("D:   > " + line));
                    exchange.describeReply().forEach(line -> out.println("D:   < " + line));
                }
                out.flush();
            }
        }
    }

    /** Base class of commands that read the subnet. */
    public abstract static class SubnetCommand extends EndPortCommand {
        /** The options for reading the subnet. */
        @Mixin
        protected final DiscoveryOptions discovery = new DiscoveryOptions();

        @Override
        protected final MadOptions madOptions(MadOptions defaults) {
            return discovery.over(defaults);
        }
    }

    /** Base class of commands that read the subnet and name its nodes. */
    public abstract static class NamedSubnetCommand extends SubnetCommand {
        /** The options for the names of nodes. */
        @Mixin
        protected final NameOptions naming = new NameOptions();
    }

    /** Base class of commands that send requests to an address. */
    public abstract static class AddressedCommand extends EndPortCommand {
        /** The options for the kind of an address. */
        @Mixin
        protected final AddressOptions addressing = new AddressOptions();
    }

    /** Base class of commands that send requests from an end port. */
    public abstract static class EndPortCommand extends FabricCommand {
        @Mixin
        final EndPortOptions endPort = new EndPortOptions();

        /** Returns the position of the device, from 1, if the command has an option for it. */
        protected @Nullable Integer devicePosition() {
            return null;
        }

        /** Returns the number of the port, if the command has an option for it. */
        protected @Nullable Integer portNumber() {
            return null;
        }

        @Override
        final EndPortOptions endPortOptions() {
            return endPort.at(devicePosition(), portNumber());
        }
    }
}
