package io.verbena.shell.command;

import io.verbena.path.MalformedAddressException;
import java.io.InputStream;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.TypeConversionException;

/** The root of all commands; by itself, the console. */
@Command(
        name = "verbena",
        description = "Looks into InfiniBand fabrics: the commands of infiniband-diags, on hardware, on ibsim, and on a"
                + " fabric inside this program. Without a command it opens the console.",
        versionProvider = Version.class,
        subcommands = {
            IbnetdiscoverCommand.class,
            IbstatCommand.class,
            SmpqueryCommand.class,
            SminfoCommand.class,
            QueryCommand.class,
            SmpdumpCommand.class,
            DecodeMadCommand.class,
            EmbeddedFabricCommand.class
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit status: 0 fine, 1 found something, 2 usage, 3 partial result, 4 failed.",
            "'verbena COMMAND --help' tells more of a command."
        })
public final class VerbenaCommand implements Callable<Integer> {
    @Mixin
    final CommonOptions common = new CommonOptions();

    @Mixin
    final EndPortOptions endPort = new EndPortOptions();

    /** What the console was started with. */
    final StartOptions start;

    /** Who has a fabric open already; null where each command opens its own. */
    final @Nullable FabricHost host;

    /** What a command may read; null where it belongs to the console. */
    final @Nullable InputStream input;

    private final Callable<Integer> console;

    VerbenaCommand(
            StartOptions start, @Nullable FabricHost host, @Nullable InputStream input, Callable<Integer> console) {
        this.start = start;
        this.host = host;
        this.input = input;
        this.console = console;
    }

    /** The commands as the launcher has them; without one, {@code console} is called. It is good for one call. */
    public static CommandLine commandLine(Callable<Integer> console) {
        return commandLine(new VerbenaCommand(StartOptions.NONE, null, System.in, console));
    }

    /**
     * The commands as the console has them: within its fabric, and with what it was started with. It is good for one
     * call.
     */
    public static CommandLine commandLineWithin(StartOptions start, FabricHost host) {
        return commandLine(new VerbenaCommand(start, host, null, () -> 0));
    }

    static CommandLine commandLine(VerbenaCommand root) {
        CommandLine commandLine = new CommandLine(root)
                .setPosixClusteredShortOptionsAllowed(true)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(32)
                .setUsageHelpWidth(100);
        commandLine.setParameterExceptionHandler((failure, arguments) -> UsageReport.print(failure));
        commandLine.registerConverter(Integer.class, VerbenaCommand::number);
        commandLine.setExecutionExceptionHandler((failure, line, result) -> failed(failure, line));
        return commandLine;
    }

    @Override
    public Integer call() throws Exception {
        return console.call();
    }

    private static Integer number(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + text + "' is not a whole number, such as 1 or 200");
        }
    }

    private static int failed(Exception failure, CommandLine line) {
        CommonOptions options =
                line.getCommand() instanceof PrintingCommand command ? command.options() : new CommonOptions();
        ErrorReport.print(failure, options, line.getErr());
        boolean badInput = failure instanceof IllegalArgumentException || failure instanceof MalformedAddressException;
        return (badInput ? ExitCode.USAGE : ExitCode.FAILED).code();
    }
}
