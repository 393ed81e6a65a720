package io.verbena.shell.command;

import io.verbena.path.MalformedAddressException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The root of all commands; by itself, the console. */
@Command(
        name = "verbena",
        description = "Looks into InfiniBand fabrics: the commands of infiniband-diags, on hardware, on ibsim, and on a"
                + " fabric inside this program. Without a command it opens the console.",
        versionProvider = Version.class,
        subcommands = {IbnetdiscoverCommand.class, IbstatCommand.class, SmpqueryCommand.class},
        footer = {
            "",
            "Exit status: 0 fine, 1 found something, 2 usage, 3 partial result, 4 failed.",
            "'verbena COMMAND --help' tells more of a command."
        })
public final class VerbenaCommand implements Runnable {
    @Spec
    CommandSpec spec;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    private final Console console;

    /** What a call without a command opens. */
    @FunctionalInterface
    public interface Console {
        /** Runs until the user leaves; {@code fabric} is null for the default one. */
        int run(@Nullable String fabric);
    }

    private VerbenaCommand(Console console) {
        this.console = console;
    }

    /** A fresh command line; it is good for one call. */
    public static CommandLine commandLine(Console console) {
        CommandLine commandLine = new CommandLine(new VerbenaCommand(console))
                .setPosixClusteredShortOptionsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(32)
                .setUsageHelpWidth(100);
        commandLine.setParameterExceptionHandler((failure, arguments) -> usage(failure));
        commandLine.setExecutionExceptionHandler((failure, line, result) -> failed(failure, line));
        return commandLine;
    }

    @Override
    public void run() {
        console.run(common.fabric);
    }

    private static int usage(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("verbena: " + failure.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(failure, err)) {
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        err.flush();
        return ExitCode.USAGE.code();
    }

    private static int failed(Exception failure, CommandLine line) {
        CommonOptions options =
                line.getCommand() instanceof FabricCommand command ? command.options() : new CommonOptions();
        ErrorReport.print(failure, options, line.getErr());
        boolean badInput = failure instanceof IllegalArgumentException || failure instanceof MalformedAddressException;
        return (badInput ? ExitCode.USAGE : ExitCode.FAILED).code();
    }
}
