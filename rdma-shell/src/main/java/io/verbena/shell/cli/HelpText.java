package io.verbena.shell.cli;

import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.cli.Examples.Example;
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
import picocli.CommandLine.Model.CommandSpec;
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
        Stream<String> last = Stream.of(
                        List.of("Exit status: " + String.join("; ", exits(command)) + "."),
                        listed("Aliases: ", List.of(command.aliases())),
                        listed("See also: ", related))
                .flatMap(List::stream);
        return text.append(
                        Help.join(help.ansi(), command.usageMessage().width(), true, array(last), new StringBuilder()))
                .toString();
    }

    private static List<String> listed(String label, List<String> names) {
        return names.isEmpty() ? List.of() : List.of(label + String.join(", ", names) + ".");
    }

    private static String[] array(Stream<String> lines) {
        return lines.flatMap(line -> Stream.of("", line)).toArray(String[]::new);
    }

    /** Returns the exit codes of a command, each followed by its meaning. */
    public static List<String> exits(CommandSpec command) {
        Exits exits = annotated(command).getAnnotation(Exits.class);
        return exits(exits);
    }

    static List<String> exits(@Nullable Exits exits) {
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

    private static Class<?> annotated(CommandSpec command) {
        return command.userObject().getClass();
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
}
