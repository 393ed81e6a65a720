package io.verbena.shell.command;

import io.verbena.mad.MadOptions;
import org.jspecify.annotations.Nullable;

/** What all commands that look into a fabric have in common: a session. */
abstract class FabricCommand extends PrintingCommand {
    /** Finds out what the command is for. */
    abstract Result run(Session session);

    /** The options that say where requests leave; a command that sends none has none. */
    EndPortOptions endPortOptions() {
        return new EndPortOptions();
    }

    /** How the command asks; a command with options of its own for it says so here. */
    MadOptions madOptions(MadOptions defaults) {
        return defaults;
    }

    @Override
    public final Integer call() {
        try (Session session = session()) {
            return print(run(session));
        }
    }

    private Session session() {
        return parent.host == null ? open("native", MadOptions.DEFAULTS) : within(parent.host);
    }

    /** Within the fabric of the host, if the options do not ask for another. */
    private Session within(FabricHost host) {
        CommonOptions options = options();
        MadOptions mad = asked(host.madOptions());
        boolean another = options.fabric != null && !options.fabric.equals(host.fabric());
        if (another || mad.outstanding() != host.madOptions().outstanding()) {
            return open(host.fabric(), host.madOptions());
        }
        EndPortOptions own = endPortOptions().over(parent.endPort);
        // The host's end port is the one that it was started with.
        EndPortOptions named = own.isNamed() ? endPort() : own;
        return Session.within(host, parent.start.keeps(named.pcap) ? named.withoutPcap() : named, mad, tracer(options));
    }

    private Session open(String fabric, MadOptions defaults) {
        CommonOptions options = options();
        String named = options.fabric == null ? fabric : options.fabric;
        return Session.open(named, endPort(), asked(defaults), tracer(options));
    }

    private EndPortOptions endPort() {
        return endPortOptions().over(parent.endPort).over(parent.start.endPort);
    }

    private MadOptions asked(MadOptions defaults) {
        return madOptions(endPort().over(defaults));
    }

    private @Nullable Tracer tracer(CommonOptions options) {
        return options.debugLevel() == 0 ? null : new Tracer(spec.commandLine().getErr(), options.debugLevel() > 1);
    }
}
