package io.verbena.shell.command;

import io.verbena.mad.MadOptions;
import java.io.PrintWriter;

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
        CommonOptions options = options();
        EndPortOptions endPort = endPortOptions().over(parent.endPort);
        PrintWriter err = spec.commandLine().getErr();
        MadOptions mad =
                endPort.timeout() == null ? MadOptions.DEFAULTS : MadOptions.DEFAULTS.withTimeout(endPort.timeout());
        try (Session session =
                Session.open(options, endPort, madOptions(mad), new Tracer(err, options.debugLevel() > 1))) {
            return print(run(session));
        }
    }
}
