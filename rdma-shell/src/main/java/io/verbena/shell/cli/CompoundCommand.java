package io.verbena.shell.cli;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Base class of commands that run other commands on one fabric. */
public abstract class CompoundCommand extends PrintingCommand {

    /**
     * Runs the other commands.
     *
     * @param host the fabric of the console, or one that stays open until this method returns
     * @param start the common options that were given before and after the name of this command
     */
    protected abstract Integer run(FabricHost host, StartOptions start) throws Exception;

    @Override
    public final Integer call() throws Exception {
        EndPortOptions endPort = parent.endPort.over(parent.start.endPort);
        StartOptions start = new StartOptions(options(), endPort);
        if (parent.host != null) {
            return run(parent.host, start);
        }
        String named = options().fabric();
        try (OpenFabric own = new OpenFabric(named == null ? "native" : named, endPort)) {
            return run(own, start);
        }
    }

    /** A fabric that a command opens for the commands that it runs, as the console does for the commands that are typed. */
    public static final class OpenFabric implements FabricHost, AutoCloseable {
        private final SessionState state = new SessionState();
        private final String name;
        private final EndPortOptions endPort;
        private final MadOptions madOptions;
        private final @Nullable EmbeddedFabric embedded;
        private final Rdma rdma;
        private @Nullable MadTransactor mad;

        OpenFabric(String name, EndPortOptions options) {
            Configuration configuration = Configuration.read(options.config);
            this.name = name;
            this.endPort = options.over(configuration.endPort());
            this.madOptions = endPort.over(configuration.over(MadOptions.DEFAULTS));
            boolean inside = name.equals("embedded") || name.startsWith("embedded:");
            this.embedded = inside ? EmbeddedFabric.open(name.replaceFirst("^embedded:?", "")) : null;
            Rdma.Builder builder = Rdma.builder().mad(madOptions).tracer(state).packets(state);
            this.rdma = (embedded == null ? builder.fabric(name) : builder.driver(embedded.driver())).open();
        }

        @Override
        public String fabric() {
            return name;
        }

        @Override
        public MadOptions madOptions() {
            return madOptions;
        }

        @Override
        public Optional<EmbeddedFabric> embedded() {
            return Optional.ofNullable(embedded);
        }

        @Override
        public Rdma rdma() {
            return rdma;
        }

        @Override
        public EndPort endPort() {
            return endPort.find(rdma);
        }

        @Override
        public synchronized MadTransactor mad() {
            if (mad == null || !mad.isOpen()) {
                mad = rdma.mad(endPort(), madOptions);
            }
            return mad;
        }

        @Override
        public SessionState state() {
            return state;
        }

        @Override
        public synchronized void close() {
            if (mad != null) {
                mad.close();
            }
            rdma.close();
            if (embedded != null) {
                embedded.close();
            }
        }
    }
}
