package io.verbena.shell.command;

import io.verbena.path.MalformedAddressException;
import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.CommandModel;
import io.verbena.shell.cli.CommandModel.PlainCommandLine;
import io.verbena.shell.cli.CommonOptions;
import io.verbena.shell.cli.ErrorPrinter;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.PrintingCommand.Version;
import io.verbena.shell.cli.Result.ExitCode;
import io.verbena.shell.cli.RootCommand;
import io.verbena.shell.cli.StartOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

@Command(
        name = "verbena",
        description = "Manages InfiniBand fabrics with the commands of infiniband-diags, on hardware, on ibsim or on an"
                + " embedded fabric. Without a command, it opens the console.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Exit status: 0 success, 1 problem found, 2 invalid usage, 3 partial result, 4 failure.",
            "'verbena COMMAND --help' shows the help of a command."
        })
public final class VerbenaCommand extends RootCommand implements Callable<Integer> {
    /** The commands whose operands are another command with its options. */
    private static final List<String> RUNNERS = List.of("watch", "run_perftest_loopback");

    static {
        // No option is a date or a database type; picocli would prepare the converters of these types for each command.
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    }

    private static final String MODELS = "models/";

    private final Callable<Integer> console;

    private VerbenaCommand(
            StartOptions start, @Nullable FabricHost host, @Nullable InputStream input, Callable<Integer> console) {
        super(start, host, input);
        this.console = console;
    }

    /**
     * Returns the commands of the launcher that {@code arguments} may refer to, or all commands. The launcher calls {@code
     * console} if no command is given. The result is valid for one execution.
     */
    public static CommandLine commandLine(Callable<Integer> console, String... arguments) {
        List<String> words = List.of(arguments);
        return commandLine(
                new VerbenaCommand(StartOptions.NONE, null, System.in, console), Commands.mentioned(words), words);
    }

    /**
     * Runs a command line of the launcher and returns its exit code. A plain command line is read from a model, a text that the build
     * wrote; for all others, picocli reads the annotations.
     */
    public static int run(Callable<Integer> console, PrintWriter out, PrintWriter err, String... arguments) {
        PrintingCommand plain = plain(console, out, err, arguments);
        if (plain == null) {
            return commandLine(console, arguments).setOut(out).setErr(err).execute(arguments);
        }
        try {
            return plain.call();
        } catch (ParameterException e) {
            return new ErrorPrinter().handleParseException(e, arguments);
        } catch (Exception e) {
            return Failures.print(e, plain.options(), err);
        }
    }

    private static @Nullable PrintingCommand plain(
            Callable<Integer> console, PrintWriter out, PrintWriter err, String... arguments) {
        String[] model = model(arguments);
        return model == null
                ? null
                : PlainCommandLine.read(
                        new VerbenaCommand(StartOptions.NONE, null, System.in, console),
                        model,
                        List.of(arguments).subList(1, arguments.length),
                        out,
                        err);
    }

    /** Returns the lines of the model of the command that the first argument names; null if it has none. */
    private static String @Nullable [] model(String[] arguments) {
        if (arguments.length == 0 || arguments[0].startsWith("-") || arguments[0].indexOf('/') >= 0) {
            return null;
        }
        try (InputStream model = VerbenaCommand.class.getResourceAsStream(MODELS + arguments[0])) {
            return model == null ? null : new String(model.readAllBytes(), StandardCharsets.UTF_8).split("\n", 0);
        } catch (IOException e) {
            return null;
        }
    }

    /** Writes the models of all commands that need only one, for the build, below the folder of the classes. */
    public static void writeModels(Path classes) throws IOException {
        Path folder = Files.createDirectories(
                classes.resolve(VerbenaCommand.class.getPackageName().replace('.', '/'))
                        .resolve(MODELS));
        for (Map.Entry<String, CommandLine> command :
                commandLine(() -> 0).getSubcommands().entrySet()) {
            String text = CommandModel.text(command.getValue().getCommandSpec());
            if (text != null) {
                Files.writeString(folder.resolve(command.getKey()), text);
            }
        }
    }

    /**
     * Returns the commands of the console that {@code arguments} may refer to, or all commands, with the fabric of
     * {@code host} and the options of the console. The result is valid for one execution.
     */
    public static CommandLine commandLineWithin(StartOptions start, FabricHost host, String... arguments) {
        List<String> words = List.of(arguments);
        return commandLine(new VerbenaCommand(start, host, null, () -> 0), Commands.mentionedInConsole(words), words);
    }

    /** Returns the options that start a console; the launcher has already validated them. */
    public static StartOptions startOptions(String... arguments) {
        VerbenaCommand root = new VerbenaCommand(StartOptions.NONE, null, null, () -> 0);
        ParseResult parsed =
                commandLine(root, List.of(RunCommand.class), List.of()).parseArgs(arguments);
        return parsed.hasSubcommand() && parsed.subcommand().commandSpec().userObject() instanceof RunCommand script
                ? script.start()
                : root.asStart();
    }

    /** Returns the heading under which help lists a command. */
    public static String group(String command) {
        CommandGroup group = Commands.index().group(command);
        return group == null ? "" : group.title();
    }

    // This method and the methods that it calls use neither lambdas nor method references: over picocli's Java 5
    // classes, they would keep these classes out of the class data archive.
    private static CommandLine commandLine(
            VerbenaCommand root, List<Class<? extends PrintingCommand>> commands, List<String> words) {
        CommandLine commandLine = new CommandLine(root);
        for (Class<? extends PrintingCommand> command : commands) {
            commandLine.addSubcommand(command);
        }
        CommandLine fabric = commandLine.getSubcommands().get("fabric");
        if (fabric != null) {
            FabricFault.addTo(fabric, words);
        }
        for (String name : RUNNERS) {
            CommandLine runner = commandLine.getSubcommands().get(name);
            if (runner != null) {
                // Arguments after the command that this one runs belong to that command.
                runner.setStopAtPositional(true);
            }
        }
        HelpText.complete(commandLine, Commands.index());
        commandLine
                .setPosixClusteredShortOptionsAllowed(true)
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpLongOptionsMaxWidth(32)
                .setUsageHelpWidth(100);
        commandLine.setParameterExceptionHandler(new ErrorPrinter());
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
                throw new TypeConversionException("'" + text + "' is not an integer; expected for example 1 or 200");
            }
        }
    }

    private static final class Failures implements IExecutionExceptionHandler {
        @Override
        public int handleExecutionException(Exception failure, CommandLine line, @Nullable ParseResult result) {
            CommonOptions options =
                    line.getCommand() instanceof PrintingCommand command ? command.options() : new CommonOptions();
            return print(failure, options, line.getErr());
        }

        static int print(Exception failure, CommonOptions options, PrintWriter err) {
            ErrorPrinter.print(failure, options, err);
            boolean badInput =
                    failure instanceof IllegalArgumentException || failure instanceof MalformedAddressException;
            return (badInput ? ExitCode.USAGE : ExitCode.FAILED).code();
        }
    }
}
