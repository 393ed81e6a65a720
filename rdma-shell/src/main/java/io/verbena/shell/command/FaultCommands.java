package io.verbena.shell.command;

import io.verbena.error.NearestNames;
import io.verbena.iba.ManagementClass;
import io.verbena.shell.cli.Numbers;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Adds the subcommands of {@code fabric}, one for each fault, and parses their arguments. Each has all common options, whose annotations take long
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

    /**
     * Returns the management class with this name, the prefix of the names of its methods, regardless of case.
     *
     * @throws IllegalArgumentException if there is no such class; the message names the nearest one
     */
    static ManagementClass managementClass(String name) {
        List<ManagementClass> classes = Arrays.stream(ManagementClass.values())
                .filter(each -> each != ManagementClass.UNKNOWN && each != ManagementClass.SUBNET_DIRECTED_ROUTE)
                .toList();
        return classes.stream()
                .filter(each -> each.text().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a management class"
                        + NearestNames.hint(
                                name,
                                classes.stream().map(ManagementClass::text).toList())));
    }

    /**
     * A value for a counter.
     *
     * @param name the name of a field of a counter attribute
     * @param value the value, 64 bits
     */
    record CounterValue(String name, long value) {

        /**
         * Parses {@code name=value}.
         *
         * @throws IllegalArgumentException if the text has another form
         */
        static CounterValue parse(String text) {
            int equals = text.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not of the form FIELD=VALUE; expected for example symbolErrorCounter=7");
            }
            String name = text.substring(0, equals);
            return new CounterValue(name, Numbers.parse(name, text.substring(equals + 1), Long.SIZE));
        }
    }
}
