package io.verbena.shell.cli;

import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.cli.HelpText.Examples.Example;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Completes the help of all commands: short names, examples, exit codes, and commands by group. */
public final class HelpText {
    private HelpText() {}

    /** Completes the model of a root command and its subcommands. */
    public static void complete(CommandLine root, CommandIndex index) {
        ShortNames.give(root.getCommandSpec());
        IHelpSectionRenderer footer = new IHelpSectionRenderer() {
            @Override
            public String render(Help help) {
                return footer(help, index);
            }
        };
        IHelpSectionRenderer list = new IHelpSectionRenderer() {
            @Override
            public String render(Help help) {
                return list(help, index);
            }
        };
        for (CommandLine command : root.getSubcommands().values()) {
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, footer);
        }
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, list);
    }

    /** Returns the footer. It is created on demand, so that commands that run do not pay for it. */
    private static String footer(Help help, CommandIndex index) {
        CommandSpec command = help.commandSpec();
        StringBuilder text = new StringBuilder(help.footer());
        List<Example> examples = Example.of(command);
        if (!examples.isEmpty()) {
            text.append(String.format("%nExamples:%n"));
            examples.forEach(
                    example -> text.append(String.format("  %s%n      %s%n", example.line(), example.purpose())));
        }
        List<String> related = index.related(command.name());
        String[] last = Stream.of(
                        List.of("Exit status: " + String.join("; ", exits(command)) + "."),
                        listed("Aliases: ", List.of(command.aliases())),
                        listed("See also: ", related))
                .flatMap(List::stream)
                .flatMap(line -> Stream.of("", line))
                .toArray(String[]::new);
        return text.append(Help.join(help.ansi(), command.usageMessage().width(), true, last, new StringBuilder()))
                .toString();
    }

    private static List<String> listed(String label, List<String> names) {
        return names.isEmpty() ? List.of() : List.of(label + String.join(", ", names) + ".");
    }

    /** Returns the exit codes of a command, each followed by its meaning. */
    public static List<String> exits(CommandSpec command) {
        @Nullable Exits exits = command.userObject().getClass().getAnnotation(Exits.class);
        List<String> codes = new ArrayList<>(List.of("0 success"));
        if (exits != null && !exits.found().isEmpty()) {
            codes.add("1 " + exits.found());
        }
        codes.add("2 invalid usage");
        if (exits != null && !exits.partial().isEmpty()) {
            codes.add("3 " + exits.partial() + ", listed on standard error");
        }
        codes.add("4 failure: " + (exits == null ? Exits.FAILED : exits.failed()));
        return codes;
    }

    private static String list(Help help, CommandIndex index) {
        StringBuilder text = new StringBuilder();
        for (CommandGroup group : CommandGroup.values()) {
            Map<String, Help> members = help.subcommands().entrySet().stream()
                    .filter(entry -> index.group(entry.getValue().commandSpec().name()) == group)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
            if (!members.isEmpty()) {
                text.append(String.format("%n%s:%n", group.title())).append(help.commandList(members));
            }
        }
        return text.toString();
    }

    /**
     * Assigns the short option names that all commands of infiniband-diags share. If a command uses such a letter for an
     * option of its own, as iblinkinfo does with {@code -d}, the common option has its long name only.
     */
    static final class ShortNames {
        private static final String[][] NAMES = {
            {"--Lid", "-L"}, {"--Guid", "-G"}, {"--Direct", "-D"}, {"--Ca", "-C"},
            {"--Port", "-P"}, {"--sm_port", "-s"}, {"--timeout", "-t"}, {"--m_key", "-y"},
            {"--pkey-idx", "-Y"}, {"--outstanding_smps", "-o"}, {"--hops", "-n"}, {"--config", "-z"},
            {"--show_keys", "-K"}, {"--verbose", "-v"}, {"--errors", "-e"}, {"--debug", "-d"}
        };

        private ShortNames() {}

        /** Adds the short names to a command and its subcommands; help lists the options of the command first. */
        static void give(CommandSpec command) {
            List<ArgSpec> arguments = new ArrayList<>(command.args());
            // Subcommands of commands receive their arguments by position.
            boolean ordered = !(command.userObject() instanceof PrintingCommand)
                    && !(command.userObject() instanceof RootCommand);
            for (String[] name : NAMES) {
                OptionSpec option = command.findOption(name[0]);
                if (option != null) {
                    boolean free = command.findOption(name[1]) == null;
                    ArgSpec named = free
                            ? OptionSpec.builder(option).names(name[1], name[0]).build()
                            : option;
                    int at = arguments.indexOf(option);
                    arguments.remove(at);
                    arguments.add(ordered ? at : arguments.size(), named);
                }
            }
            for (ArgSpec argument : new ArrayList<>(command.args())) {
                command.remove(argument);
            }
            for (ArgSpec argument : arguments) {
                command.add(argument);
            }
            for (CommandLine subcommand : command.subcommands().values()) {
                give(subcommand.getCommandSpec());
            }
        }
    }

    /** Describes the exit codes of a command beyond success (0) and invalid usage (2), for the end of its help. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Exits {
        /** Returns the finding that exit code 1 reports; empty if the command never returns 1. */
        String found() default "";

        /** The reason for exit code 4 of commands that send requests. */
        String FAILED = "target unreachable, not found, or request refused";

        /** Returns the reason for exit code 4. */
        String failed() default FAILED;

        /** Returns what is missing if the exit code is 3; empty if the command never returns 3. */
        String partial() default "";
    }

    /** Examples at the end of the help of a command. Each consists of a command line, {@code " # "}, and its purpose. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Examples {
        /** Returns the lines, without the name of the launcher. */
        String[] value();

        /**
         * An example of a command.
         *
         * @param line the command line without the name of the launcher
         * @param purpose what the example does, in one sentence
         */
        record Example(String line, String purpose) {
            private static final String SEPARATOR = " # ";

            /** Returns the examples in the annotation of a command. */
            public static List<Example> of(CommandSpec command) {
                Examples examples = command.userObject().getClass().getAnnotation(Examples.class);
                return examples == null
                        ? List.of()
                        : Stream.of(examples.value()).map(Example::parse).toList();
            }

            private static Example parse(String text) {
                int at = text.lastIndexOf(SEPARATOR);
                if (at < 0) {
                    throw new IllegalArgumentException(
                            "the example '" + text + "' has no purpose; write it after \" # \"");
                }
                return new Example(text.substring(0, at).strip(), text.substring(at + SEPARATOR.length()));
            }
        }
    }
}
