package io.verbena.shell.cli;

import io.verbena.mad.MadOptions;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** What all commands that look into a fabric have in common: a session. */
public abstract class FabricCommand extends PrintingCommand {
    /** Finds out what the command is for. */
    protected abstract Result run(Session session);

    /** The options that say where requests leave; a command that sends none has none. */
    protected EndPortOptions endPortOptions() {
        return new EndPortOptions();
    }

    /** How the command asks; a command with options of its own for it says so here. */
    protected MadOptions madOptions(MadOptions defaults) {
        return defaults;
    }

    @Override
    public final Integer call() {
        try (Session session = session()) {
            Result result = run(session);
            // What was interrupted has ended; nothing shall keep it from being told, and the session from being closed.
            Thread.interrupted();
            return print(result);
        }
    }

    /** Has Ctrl-C interrupt this command, which has no other end, and not end the program: it has something left to say. */
    protected final void endsByInterrupt() {
        if (parent.host == null) {
            Ending.byInterrupt();
        }
    }

    /** Where a command says what it will do; results go elsewhere. */
    protected final PrintWriter log() {
        return spec.commandLine().getErr();
    }

    private Session session() {
        return parent.host == null ? open("native", MadOptions.DEFAULTS) : within(parent.host);
    }

    /** Within the fabric of the host, if the options do not ask for another. */
    private Session within(FabricHost host) {
        CommonOptions options = options();
        EndPortOptions own = endPortOptions().over(parent.endPort);
        MadOptions mad = asked(own.config == null ? new Configuration() : configuration(own), host.madOptions());
        boolean another = options.fabric != null && !options.fabric.equals(host.fabric());
        if (another || mad.outstanding() != host.madOptions().outstanding()) {
            return open(host.fabric(), host.madOptions());
        }
        // The host's end port is the one that it was started with.
        EndPortOptions named = own.isNamed() ? endPort() : own;
        EndPortOptions kept = parent.start.keeps(named.pcap) ? named.withoutPcap() : named;
        return Session.within(host, kept, mad, tracer(options), log());
    }

    private Session open(String fabric, MadOptions defaults) {
        CommonOptions options = options();
        Configuration configuration = configuration(endPort());
        String named = options.fabric == null ? fabric : options.fabric;
        // The end ports of the system's file are those of this host.
        EndPortOptions endPort = endPort().over(configuration.endPort());
        return Session.open(named, endPort, asked(configuration, defaults), tracer(options), log());
    }

    private static Configuration configuration(EndPortOptions options) {
        return Configuration.read(options.config);
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
}
