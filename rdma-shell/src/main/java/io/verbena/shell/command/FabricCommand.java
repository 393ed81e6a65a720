package io.verbena.shell.command;

import io.verbena.mad.MadOptions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands have in common: options, a session, and the printing of what they found. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class, sortOptions = false)
abstract class FabricCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @ParentCommand
    VerbenaCommand parent;

    @Mixin
    CommonOptions common = new CommonOptions();

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
        CommonOptions options = common.over(parent.common);
        EndPortOptions endPort = endPortOptions().over(parent.endPort);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        MadOptions mad =
                endPort.timeout() == null ? MadOptions.DEFAULTS : MadOptions.DEFAULTS.withTimeout(endPort.timeout());
        try (Session session =
                Session.open(options, endPort, madOptions(mad), new Tracer(err, options.debugLevel() > 1))) {
            Result result = run(session);
            result.print(options.asJson(), out);
            result.failures().forEach(failure -> ErrorReport.print(failure, options, err));
            return result.exitCode().code();
        }
    }

    /** The options that count: the command's own, and those given before its name. */
    final CommonOptions options() {
        return common.over(parent.common);
    }
}
