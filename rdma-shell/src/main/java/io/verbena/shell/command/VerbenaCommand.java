package io.verbena.shell.command;

import io.verbena.path.MalformedAddressException;
import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.ErrorReport;
import io.verbena.shell.cli.ExitCode;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.RootCommand;
import io.verbena.shell.cli.StartOptions;
import io.verbena.shell.cli.UsageReport;
import io.verbena.shell.cli.Version;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** The root of all commands; by itself, the console. */
@Command(
        name = "verbena",
        description = "Looks into InfiniBand fabrics: the commands of infiniband-diags, on hardware, on ibsim, and on a"
                + " fabric inside this program. Without a command it opens the console.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit status: 0 fine, 1 found something, 2 usage, 3 partial result, 4 failed.",
            "'verbena COMMAND --help' tells more of a command."
        })
public final class VerbenaCommand extends RootCommand implements Callable<Integer> {
    static {
        // No option is a time or of a database; picocli would ready the converters for these anew for each command.
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    }

    private final Callable<Integer> console;

    private VerbenaCommand(
            StartOptions start, @Nullable FabricHost host, @Nullable InputStream input, Callable<Integer> console) {
        super(start, host, input);
        this.console = console;
    }

    /** All commands as the launcher has them; without one, {@code console} is called. It is good for one call. */
    public static CommandLine commandLine(Callable<Integer> console) {
        return commandLine(
                new VerbenaCommand(StartOptions.NONE, null, System.in, console),
                Commands.all().toList(),
                List.of());
    }

    /** The same, but only those commands that {@code arguments} may be meant for. */
    public static CommandLine commandLine(Callable<Integer> console, String... arguments) {
        List<String> words = List.of(arguments);
        return commandLine(
                new VerbenaCommand(StartOptions.NONE, null, System.in, console), Commands.mentioned(words), words);
    }

    /**
     * The commands that {@code arguments} may be meant for, or all, as the console has them: within its fabric, and with what
     * it was started with. It is good for one call.
     */
    public static CommandLine commandLineWithin(StartOptions start, FabricHost host, String... arguments) {
        List<String> words = List.of(arguments);
        return commandLine(new VerbenaCommand(start, host, null, () -> 0), Commands.mentionedInConsole(words), words);
    }

    /** What the console is started with; the launcher has seen to it that it can be read. */
    public static StartOptions startOptions(String... arguments) {
        VerbenaCommand root = new VerbenaCommand(StartOptions.NONE, null, null, () -> 0);
        ParseResult parsed =
                commandLine(root, List.of(RunCommand.class), List.of()).parseArgs(arguments);
        return parsed.hasSubcommand() && parsed.subcommand().commandSpec().userObject() instanceof RunCommand script
                ? script.start()
                : root.asStart();
    }

    /** The heading under which help lists a command. */
    public static String group(String command) {
        CommandGroup group = Commands.index().group(command);
        return group == null ? "" : group.title();
    }

    // Without lambdas and references to methods, also in what it calls: those over the classes of picocli, which are of
    // Java 5, would keep these out of the archive of classes.
    private static CommandLine commandLine(
            VerbenaCommand root, List<Class<? extends PrintingCommand>> commands, List<String> words) {
        CommandLine commandLine = new CommandLine(root);
        for (Class<? extends PrintingCommand> command : commands) {
            commandLine.addSubcommand(command);
        }
        CommandLine fabric = commandLine.getSubcommands().get("fabric");
        if (fabric != null) {
            FaultCommands.add(fabric, words);
        }
        CommandLine watch = commandLine.getSubcommands().get("watch");
        if (watch != null) {
            // What stands behind the command that it runs belongs to that.
            watch.setStopAtPositional(true);
        }
        HelpText.complete(commandLine, Commands.index());
        commandLine
                .setPosixClusteredShortOptionsAllowed(true)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(32)
                .setUsageHelpWidth(100);
        commandLine.setParameterExceptionHandler(new UsageReport());
        commandLine.registerConverter(Integer.class, new WholeNumber());
        commandLine.setExecutionExceptionHandler(new Failures());
        return commandLine;
    }

    @Override
    public Integer call() throws Exception {
        return console.call();
    }

    private static final class WholeNumber implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is not a whole number, such as 1 or 200");
            }
        }
    }

    private static final class Failures implements IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception failure, CommandLine line, @Nullable ParseResult result) {
            CommonOptions options =
                    line.getCommand() instanceof PrintingCommand command ? command.options() : new CommonOptions();
            ErrorReport.print(failure, options, line.getErr());
            boolean badInput =
                    failure instanceof IllegalArgumentException || failure instanceof MalformedAddressException;
            return (badInput ? ExitCode.USAGE : ExitCode.FAILED).code();
        }
    }
}
