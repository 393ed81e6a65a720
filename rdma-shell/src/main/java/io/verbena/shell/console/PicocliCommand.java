package io.verbena.shell.console;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.shell.core.command.AbstractCommand;
import org.springframework.shell.core.command.Command;
import org.springframework.shell.core.command.CommandArgument;
import org.springframework.shell.core.command.CommandContext;
import org.springframework.shell.core.command.CommandRegistry;
import org.springframework.shell.core.command.ExitStatus;
import org.springframework.shell.core.command.completion.CompletionContext;
import org.springframework.shell.core.command.completion.CompletionProposal;
import org.springframework.shell.core.command.completion.CompletionProvider;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Presents a picocli subcommand to Spring Shell. */
final class PicocliCommand extends AbstractCommand {
    private final CommandSet commands;
    private final CommandLine model;
    private final ConsoleSession session;

    PicocliCommand(CommandSet commands, CommandLine model, ConsoleSession session) {
        super(model.getCommandName(), description(model.getCommandSpec()), commands.group(model.getCommandName()));
        this.commands = commands;
        this.model = model;
        this.session = session;
        setAliases(List.of(model.getCommandSpec().aliases()));
        setAvailabilityProvider(() -> commands.availability(getName()));
        setCompletionProvider(new PicocliCompletion(model.getCommandSpec(), commands::candidates));
    }

    private static String description(CommandSpec command) {
        return first(command.usageMessage().description());
    }

    private static String first(String[] lines) {
        return lines.length == 0 ? "" : Ansi.OFF.string(lines[0]);
    }

    @Override
    public String getHelp() {
        return model.getUsageMessage(Ansi.OFF).stripTrailing();
    }

    @Override
    public ExitStatus doExecute(CommandContext context) {
        PrintWriter out = context.outputWriter();
        String[] words = words(context);
        int code = commands.commandLine(out, session.errorsBeside(out), words).execute(words);
        return code == 0 ? ExitStatus.OK : new ExitStatus(code, "exit code " + code);
    }

    private String[] words(CommandContext context) {
        Stream<String> tail = context.parsedInput().arguments().stream().map(CommandArgument::value);
        return Stream.concat(Stream.of(getName()), tail).toArray(String[]::new);
    }

    /** Completes the arguments of a picocli command from its model: subcommands, option names, and values. */
    record PicocliCompletion(CommandSpec command, Function<ArgSpec, Map<String, String>> more)
            implements CompletionProvider {
        @Override
        public List<CompletionProposal> apply(CompletionContext context) {
            String word = Objects.requireNonNullElse(context.currentWordUpToCursor(), "");
            TailState state =
                    TailState.after(command, context.getWords().subList(1, Math.max(1, context.getWordIndex())));
            OptionSpec awaiting = state.awaiting;
            if (awaiting != null) {
                return values(awaiting, "", word);
            }
            if (word.startsWith("-") && !state.optionsEnded) {
                return dashed(state, word);
            }
            List<CompletionProposal> proposals = new ArrayList<>(subcommands(state, word));
            for (PositionalParamSpec parameter : state.command.positionalParameters()) {
                if (parameter.index().contains(state.position)) {
                    proposals.addAll(values(parameter, "", word));
                }
            }
            return proposals.isEmpty() && word.isEmpty() ? options(state, word) : proposals;
        }

        private List<CompletionProposal> dashed(TailState state, String word) {
            OptionMatch match = OptionMatch.of(state.command, word);
            return match == null || match.value() == null
                    ? options(state, word)
                    : values(match.option(), match.prefix(), match.value());
        }

        private static List<CompletionProposal> options(TailState state, String word) {
            return state.command.options().stream()
                    .filter(state::mayFollow)
                    .flatMap(option -> List.of(option.names()).stream()
                            .filter(name -> name.startsWith(word))
                            .map(name -> new CompletionProposal(name).description(first(option.description()))))
                    .toList();
        }

        private static List<CompletionProposal> subcommands(TailState state, String word) {
            return state.position > 0
                    ? List.of()
                    : state.command.subcommands().entrySet().stream()
                            .filter(entry -> entry.getKey().startsWith(word))
                            .map(entry -> new CompletionProposal(entry.getKey())
                                    .description(description(entry.getValue().getCommandSpec())))
                            .toList();
        }

        private List<CompletionProposal> values(ArgSpec argument, String prefix, String word) {
            if (argument.type() == Path.class || argument.type() == File.class) {
                return FileCompletion.proposals(prefix, word);
            }
            Map<String, String> values = new LinkedHashMap<>();
            if (argument.completionCandidates() != null) {
                argument.completionCandidates().forEach(value -> values.put(value, ""));
            }
            more.apply(argument).forEach(values::putIfAbsent);
            return values.entrySet().stream()
                    .filter(value -> value.getKey().startsWith(word))
                    .map(value -> proposal(prefix, value.getKey(), value.getValue()))
                    .toList();
        }

        private static CompletionProposal proposal(String prefix, String value, String description) {
            CompletionProposal proposal = new CompletionProposal(prefix + value).displayText(value);
            return description.isEmpty() ? proposal : proposal.description(description);
        }

        static final class FileCompletion {
            private FileCompletion() {}

            /**
             * Returns the files whose paths start with {@code word}, each with {@code prefix}; empty if the directory does not
             * exist.
             */
            static List<CompletionProposal> proposals(String prefix, String word) {
                String directory = word.substring(0, word.lastIndexOf('/') + 1);
                String name = word.substring(directory.length());
                try (Stream<Path> files = Files.list(Path.of(directory))) {
                    return files.map(file -> text(directory, file))
                            .filter(path -> path.startsWith(word) && (!name.isEmpty() || !hidden(path, directory)))
                            .sorted()
                            .map(path -> new CompletionProposal(prefix + path)
                                    .displayText(path.substring(directory.length()))
                                    .complete(!path.endsWith("/")))
                            .toList();
                } catch (IOException | InvalidPathException e) {
                    return List.of();
                }
            }

            private static String text(String directory, Path file) {
                String name = Objects.requireNonNull(file.getFileName()).toString();
                return directory + name + (Files.isDirectory(file) ? "/" : "");
            }

            private static boolean hidden(String path, String directory) {
                return path.startsWith(".", directory.length());
            }
        }

        private static final class TailState {
            private final Set<OptionSpec> given = new HashSet<>();
            private CommandSpec command;
            private @Nullable OptionSpec awaiting;
            private int missing;
            private int position;
            private boolean optionsEnded;

            private TailState(CommandSpec command) {
                this.command = command;
            }

            static TailState after(CommandSpec command, List<String> words) {
                TailState state = new TailState(command);
                words.forEach(state::take);
                return state;
            }

            private void take(String word) {
                if (awaiting != null) {
                    if (--missing == 0) {
                        awaiting = null;
                    }
                } else if (!mayBeOption(word)) {
                    positional(word);
                } else if (word.equals("--")) {
                    optionsEnded = true;
                } else {
                    option(word);
                }
            }

            private void option(String word) {
                OptionMatch match = OptionMatch.of(command, word);
                if (match != null) {
                    given.addAll(match.options());
                    if (match.awaitsValue()) {
                        awaiting = match.option();
                        missing = awaiting.arity().min();
                    }
                }
            }

            private void positional(String word) {
                CommandLine subcommand = position == 0 ? command.subcommands().get(word) : null;
                if (subcommand == null) {
                    position++;
                } else {
                    command = subcommand.getCommandSpec();
                }
            }

            boolean mayBeOption(String word) {
                return !optionsEnded && word.length() > 1 && word.startsWith("-");
            }

            boolean mayFollow(OptionSpec option) {
                return !option.hidden() && (option.isMultiValue() || !given.contains(option));
            }
        }

        /** A word that starts with a dash: {@code --port}, {@code --port=1}, {@code -P}, {@code -P1} or {@code -lP1}. */
        private record OptionMatch(
                List<OptionSpec> options,
                String prefix,
                @Nullable String value) {

            static @Nullable OptionMatch of(CommandSpec command, String word) {
                Map<String, OptionSpec> options = command.optionsMap();
                OptionSpec exact = options.get(word);
                if (exact != null) {
                    return new OptionMatch(List.of(exact), word, null);
                }
                int equals = word.indexOf('=');
                OptionSpec named = equals < 0 ? null : options.get(word.substring(0, equals));
                if (named != null) {
                    return new OptionMatch(List.of(named), word.substring(0, equals + 1), word.substring(equals + 1));
                }
                return word.startsWith("--") ? null : grouped(options, word);
            }

            private static @Nullable OptionMatch grouped(Map<String, OptionSpec> options, String word) {
                List<OptionSpec> group = new ArrayList<>();
                for (int i = 1; i < word.length(); i++) {
                    OptionSpec option = options.get("-" + word.charAt(i));
                    if (option == null) {
                        return null;
                    }
                    group.add(option);
                    boolean last = i + 1 == word.length();
                    if (last || option.arity().max() > 0) {
                        return new OptionMatch(
                                List.copyOf(group), word.substring(0, i + 1), last ? null : word.substring(i + 1));
                    }
                }
                return null;
            }

            OptionSpec option() {
                return options.get(options.size() - 1);
            }

            boolean awaitsValue() {
                return value == null && option().arity().min() > 0;
            }
        }
    }

    /**
     * Fills a registry, and rejects two commands with the same name, which the registry itself would not notice. Commands
     * that picocli hides, and its own help command, are not registered, because the registry does not run hidden commands.
     */
    record CommandRegistrar(CommandRegistry registry, ConsoleSession session) {
        void register(CommandSet commands) {
            PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
            TreeSet<CommandLine> models = new TreeSet<>(Comparator.comparing(CommandLine::getCommandName));
            models.addAll(
                    commands.commandLine(nowhere, nowhere).getSubcommands().values());
            for (CommandLine model : models) {
                CommandSpec spec = model.getCommandSpec();
                if (!spec.helpCommand() && !spec.usageMessage().hidden()) {
                    register(new PicocliCommand(commands, model, session));
                }
            }
        }

        void register(Command command) {
            names(command)
                    .filter(name -> registry.getCommandByName(name) != null)
                    .findFirst()
                    .ifPresent(name -> {
                        throw new IllegalStateException("two commands have the name \"" + name + "\"");
                    });
            registry.registerCommand(command);
        }

        /** Returns the words that select a command, which are names and aliases, in order. */
        static List<String> names(CommandRegistry registry) {
            return registry.getCommands().stream()
                    .flatMap(CommandRegistrar::names)
                    .sorted()
                    .toList();
        }

        static Stream<String> names(Command command) {
            return Stream.concat(Stream.of(command.getName()), command.getAliases().stream());
        }
    }
}
