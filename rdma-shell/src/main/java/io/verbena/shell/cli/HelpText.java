package io.verbena.shell.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the help of all commands has in common: short names, how a command may end, and commands by group. */
public final class HelpText {
    private HelpText() {}

    /**
     * Completes the model of a root and its commands.
     *
     * @param groupOf the group of a command by its name; null for one that is not listed
     */
    public static void complete(CommandLine root, Function<String, @Nullable CommandGroup> groupOf) {
        ShortNames.give(root.getCommandSpec());
        root.getSubcommands().values().stream().distinct().forEach(command -> footer(command.getCommandSpec()));
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> list(help, groupOf));
    }

    private static void footer(CommandSpec command) {
        List<String> footer =
                new ArrayList<>(Arrays.asList(command.usageMessage().footer()));
        footer.add("");
        footer.add(exits(command.userObject().getClass().getAnnotation(Exits.class)));
        command.usageMessage().footer(footer.toArray(String[]::new));
    }

    /** How a command may end, in one line. */
    static String exits(@Nullable Exits exits) {
        List<String> codes = new ArrayList<>(List.of("0 fine"));
        if (exits != null && !exits.found().isEmpty()) {
            codes.add("1 " + exits.found());
        }
        codes.add("2 not asked properly");
        if (exits != null && !exits.partial().isEmpty()) {
            codes.add("3 " + exits.partial() + ", which standard error lists");
        }
        codes.add("4 failed");
        return "Exit status: " + String.join("; ", codes) + ".";
    }

    private static String list(Help help, Function<String, @Nullable CommandGroup> groupOf) {
        StringBuilder text = new StringBuilder();
        for (CommandGroup group : CommandGroup.values()) {
            Map<String, Help> members = help.subcommands().entrySet().stream()
                    .filter(entry ->
                            groupOf.apply(entry.getValue().commandSpec().name()) == group)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
            if (!members.isEmpty()) {
                text.append(String.format("%n%s:%n", group.title())).append(help.commandList(members));
            }
        }
        return text.toString();
    }
}
