package io.verbena.shell.manual;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The shells for which completion scripts are generated. */
public enum ShellCompletion {
    /** Bash. The script also runs in zsh with {@code bashcompinit}. */
    bash(root -> AutoComplete.bash("verbena", root)),
    /** Zsh, with descriptions of the completions. */
    zsh(ZshCompletion::of),
    /** Fish, with descriptions of the completions. */
    fish(FishCompletion::of);

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<CommandLine, String> generator;

    ShellCompletion(Function<CommandLine, String> generator) {
        this.generator = generator;
    }

    /**
     * Returns the completion script.
     *
     * @param root the root with all commands
     */
    public String script(CommandLine root) {
        return generator.apply(root);
    }

    private static String summary(String[] description) {
        return description.length == 0 ? "" : Ansi.OFF.string(description[0]);
    }

    /** Generates the zsh completion script: a function that calls {@code _arguments} for each command. */
    static final class ZshCompletion {
        private static final String FUNCTION = "_verbena_";

        private final StringBuilder text =
                new StringBuilder("#compdef verbena\n# Written by: verbena completion zsh\n");

        private ZshCompletion() {}

        static String of(CommandLine root) {
            ZshCompletion zsh = new ZshCompletion();
            List<CommandLine> commands =
                    root.getSubcommands().values().stream().distinct().toList();
            commands.forEach(command -> zsh.function(command.getCommandSpec()));
            zsh.root(root.getCommandSpec(), commands);
            return zsh.text.toString();
        }

        private void function(CommandSpec command) {
            line("").line(FUNCTION + command.name() + "() {");
            arguments("_arguments -S -s", command);
            if (command.subcommands().isEmpty()) {
                operands(command);
            } else {
                line("        '1:command:((" + described(command.subcommands().values()) + "))' \\")
                        .line("        '*:argument:'");
            }
            line("}");
        }

        private void root(CommandSpec root, List<CommandLine> commands) {
            line("").line("_verbena() {")
                    .line("    local context state state_descr line")
                    .line("    typeset -A opt_args");
            arguments("_arguments -C -S -s", root);
            line("        '1:command:((" + described(commands) + "))' \\").line("        '*::argument:->argument'");
            line("    [[ $state = argument ]] || return").line("    case $words[1] in");
            for (CommandLine command : commands) {
                CommandSpec spec = command.getCommandSpec();
                String names = Stream.concat(Stream.of(spec.name()), Stream.of(spec.aliases()))
                        .collect(Collectors.joining(" | "));
                line("    " + names + ") " + FUNCTION + spec.name() + " ;;");
            }
            line("    esac").line("}").line("");
            line("# In a file of fpath, this is the body of the function; otherwise, it defines the function.");
            line("if [[ $funcstack[1] = _verbena ]]; then _verbena \"$@\"; else compdef _verbena verbena; fi");
        }

        private void arguments(String call, CommandSpec command) {
            line("    " + call + " \\");
            for (OptionSpec option : command.options()) {
                if (!option.hidden()) {
                    line("        " + option(option) + " \\");
                }
            }
        }

        private void operands(CommandSpec command) {
            for (PositionalParamSpec operand : command.positionalParameters()) {
                boolean many = operand.index().max() > operand.index().min();
                String index = many ? "*" : String.valueOf(operand.index().min() + 1);
                line("        " + quoted(index + ":" + escaped(operand.paramLabel()) + ":" + action(operand)) + " \\");
            }
            line("        && return");
        }

        private static String option(OptionSpec option) {
            boolean takesValue = option.arity().max() > 0;
            String names = Stream.of(option.names())
                    .map(name -> takesValue ? name + (name.startsWith("--") ? "=" : "+") : name)
                    .collect(Collectors.joining(","));
            String head = option.isMultiValue() ? "'*'" : quoted("(" + String.join(" ", option.names()) + ")");
            String spelled = option.names().length == 1 ? names : "{" + names + "}";
            String value = takesValue ? ":" + escaped(option.paramLabel()) + ":" + action(option) : "";
            return head + spelled + quoted("[" + escaped(summary(option.description())) + "]" + value);
        }

        /** Returns the action after the last colon: values, files, or nothing. */
        private static String action(ArgSpec argument) {
            if (argument.completionCandidates() != null) {
                return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .map(ZshCompletion::escaped)
                        .collect(Collectors.joining(" ", "(", ")"));
            }
            return argument.type() == Path.class ? "_files" : " ";
        }

        private static String described(Iterable<CommandLine> commands) {
            return StreamSupport.stream(commands.spliterator(), false)
                    .distinct()
                    .flatMap(command -> Stream.concat(
                                    Stream.of(command.getCommandName()),
                                    Stream.of(command.getCommandSpec().aliases()))
                            .map(name -> name + "\\:"
                                    + word(summary(command.getCommandSpec()
                                            .usageMessage()
                                            .description()))))
                    .collect(Collectors.joining(" "));
        }

        private static String word(String text) {
            return escaped(text).replace("'", "").replaceAll("([ ()\";&|<>*?$`])", "\\\\$1");
        }

        private static String escaped(String text) {
            return text.replace("\\", "\\\\")
                    .replace("[", "\\[")
                    .replace("]", "\\]")
                    .replace(":", "\\:");
        }

        private static String quoted(String text) {
            return "'" + text.replace("'", "'\\''") + "'";
        }

        private ZshCompletion line(String line) {
            text.append(line).append('\n');
            return this;
        }
    }

    /** Generates the fish completion script: a {@code complete} command for each command, option and operand. */
    static final class FishCompletion {
        private static final String COMPLETE = "complete -c verbena";

        private final StringBuilder text =
                new StringBuilder("# Written by: verbena completion fish\n" + COMPLETE + " -f\n");

        private FishCompletion() {}

        static String of(CommandLine root) {
            FishCompletion fish = new FishCompletion();
            fish.options("__fish_use_subcommand", root.getCommandSpec());
            root.getSubcommands().forEach((name, command) -> fish.command(name, command.getCommandSpec()));
            return fish.text.toString();
        }

        private void command(String name, CommandSpec command) {
            line("__fish_use_subcommand", "-a " + name, command.usageMessage().description());
            String condition = "__fish_seen_subcommand_from " + name;
            options(condition, command);
            command.subcommands()
                    .forEach((nested, child) -> line(
                            condition,
                            "-a " + nested,
                            child.getCommandSpec().usageMessage().description()));
            for (PositionalParamSpec operand : command.positionalParameters()) {
                String values = operand.type() == Path.class ? "-F" : values(operand);
                if (!values.isEmpty()) {
                    line(condition, values, operand.description());
                }
            }
        }

        private void options(String condition, CommandSpec command) {
            for (OptionSpec option : command.options()) {
                if (!option.hidden()) {
                    String names =
                            Stream.of(option.names()).map(FishCompletion::name).collect(Collectors.joining(" "));
                    String value = option.arity().max() > 0
                            ? " -r " + (option.type() == Path.class ? "-F" : "-f " + values(option))
                            : "";
                    line(condition, (names + value).strip(), option.description());
                }
            }
        }

        /** Names with one hyphen and several letters are old-style options. */
        private static String name(String option) {
            if (option.startsWith("--")) {
                return "-l " + option.substring(2);
            }
            return (option.length() == 2 ? "-s " : "-o ") + option.substring(1);
        }

        private static String values(ArgSpec argument) {
            if (argument.completionCandidates() != null) {
                return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .collect(Collectors.joining(" ", "-a '", "'"));
            }
            return "";
        }

        private void line(String condition, String completion, String[] description) {
            String summary = summary(description).replace("\\", "\\\\").replace("'", "\\'");
            text.append(COMPLETE + " -n '" + condition + "' " + completion + " -d '" + summary + "'\n");
        }
    }
}
