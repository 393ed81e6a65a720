package io.verbena.shell.command;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Adds the subcommands of {@code fabric}, one for each fault. Each has all common options, whose annotations take long
 * to parse. A subcommand that the command line does not mention therefore has only what help lists of it.
 */
final class FaultCommands {
    private FaultCommands() {}

    /**
     * Adds the subcommands.
     *
     * @param words the words of the command line; if empty, all subcommands are complete
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
