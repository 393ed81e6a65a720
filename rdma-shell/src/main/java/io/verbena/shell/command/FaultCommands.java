package io.verbena.shell.command;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands below {@code fabric}, one for each fault. Each has all the common options, and to read so many annotations takes
 * longer than all else: of those that a line does not name there is what help lists of them, and no more.
 */
final class FaultCommands {
    private FaultCommands() {}

    /**
     * Adds them.
     *
     * @param words of the line; without any, all of each is there
     */
    static void add(CommandLine fabric, List<String> words) {
        for (Method method : CommandLine.getCommandMethods(EmbeddedFabricCommand.class, null)) {
            Command fault = Objects.requireNonNull(method.getAnnotation(Command.class));
            if (words.isEmpty() || words.contains(fault.name())) {
                fabric.addSubcommand(new CommandLine(method));
            } else {
                CommandSpec listed = CommandSpec.create().name(fault.name());
                listed.usageMessage().description(fault.description());
                fabric.addSubcommand(listed.name(), listed);
            }
        }
    }
}
