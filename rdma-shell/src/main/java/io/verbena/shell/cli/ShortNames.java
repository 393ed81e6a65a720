package io.verbena.shell.cli;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Assigns the short option names that all commands of infiniband-diags share. If a command uses such a letter for an
 * option of its own, as iblinkinfo does with {@code -d}, the common option has its long name only.
 */
final class ShortNames {
    private static final Map<String, String> OF = new LinkedHashMap<>();

    static {
        OF.put("--Lid", "-L");
        OF.put("--Guid", "-G");
        OF.put("--Direct", "-D");
        OF.put("--Ca", "-C");
        OF.put("--Port", "-P");
        OF.put("--sm_port", "-s");
        OF.put("--timeout", "-t");
        OF.put("--m_key", "-y");
        OF.put("--outstanding_smps", "-o");
        OF.put("--hops", "-n");
        OF.put("--config", "-z");
        OF.put("--show_keys", "-K");
        OF.put("--verbose", "-v");
        OF.put("--errors", "-e");
        OF.put("--debug", "-d");
    }

    private ShortNames() {}

    /** Adds the short names to a command and its subcommands; help lists the options of the command first. */
    static void give(CommandSpec command) {
        List<ArgSpec> arguments = new ArrayList<>(command.args());
        // Methods that are commands receive their arguments by position.
        boolean ordered = command.userObject() instanceof Method;
        for (Map.Entry<String, String> name : OF.entrySet()) {
            OptionSpec option = command.findOption(name.getKey());
            if (option != null) {
                boolean free = command.findOption(name.getValue()) == null;
                ArgSpec named = free
                        ? OptionSpec.builder(option)
                                .names(name.getValue(), name.getKey())
                                .build()
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
