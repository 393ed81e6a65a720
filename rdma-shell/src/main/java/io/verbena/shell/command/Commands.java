package io.verbena.shell.command;

import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.command.administration.SaqueryCommand;
import io.verbena.shell.command.administration.SetGuidCommand;
import io.verbena.shell.command.hosts.IbpingCommand;
import io.verbena.shell.command.hosts.IbsysstatCommand;
import io.verbena.shell.command.nodes.IbhostsCommand;
import io.verbena.shell.command.nodes.IbidsverifyCommand;
import io.verbena.shell.command.nodes.IbnodesCommand;
import io.verbena.shell.command.nodes.IbprintcaCommand;
import io.verbena.shell.command.nodes.IbprintrtCommand;
import io.verbena.shell.command.nodes.IbprintswitchCommand;
import io.verbena.shell.command.nodes.IbroutersCommand;
import io.verbena.shell.command.nodes.IbstatusCommand;
import io.verbena.shell.command.nodes.IbswitchesCommand;
import io.verbena.shell.command.nodes.IbvDevicesCommand;
import io.verbena.shell.command.ports.IbccconfigCommand;
import io.verbena.shell.command.ports.IbccqueryCommand;
import io.verbena.shell.command.ports.IbportstateCommand;
import io.verbena.shell.command.ports.InitAllPortsCommand;
import io.verbena.shell.command.ports.SetPortStateCommand;
import io.verbena.shell.command.routing.CheckLftBalanceCommand;
import io.verbena.shell.command.routing.DumpFtsCommand;
import io.verbena.shell.command.routing.DumpMftsCommand;
import io.verbena.shell.command.routing.IbaddrCommand;
import io.verbena.shell.command.routing.IbfindnodesusingCommand;
import io.verbena.shell.command.routing.IbrouteCommand;
import io.verbena.shell.command.routing.IbtracertCommand;
import io.verbena.shell.command.tools.SubnetDiffCommand;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** All commands, by group. */
final class Commands {
    private static final Map<CommandGroup, List<Class<? extends PrintingCommand>>> ALL =
            new EnumMap<>(CommandGroup.class);

    static {
        ALL.put(
                CommandGroup.SUBNET,
                List.of(
                        IbnetdiscoverCommand.class,
                        SubnetDiffCommand.class,
                        IbhostsCommand.class,
                        IbswitchesCommand.class,
                        IbroutersCommand.class,
                        IbnodesCommand.class,
                        IbprintcaCommand.class,
                        IbprintswitchCommand.class,
                        IbprintrtCommand.class));
        ALL.put(
                CommandGroup.ROUTING,
                List.of(
                        IbaddrCommand.class,
                        IbrouteCommand.class,
                        DumpFtsCommand.class,
                        DumpMftsCommand.class,
                        IbtracertCommand.class,
                        IbfindnodesusingCommand.class,
                        CheckLftBalanceCommand.class));
        ALL.put(
                CommandGroup.PORTS,
                List.of(
                        SmpqueryCommand.class,
                        SmpdumpCommand.class,
                        IbportstateCommand.class,
                        SetPortStateCommand.class,
                        InitAllPortsCommand.class,
                        IbccqueryCommand.class,
                        IbccconfigCommand.class));
        ALL.put(CommandGroup.ERRORS, List.of(IbidsverifyCommand.class));
        ALL.put(CommandGroup.ADMINISTRATION, List.of(SminfoCommand.class, SaqueryCommand.class, SetGuidCommand.class));
        ALL.put(
                CommandGroup.HOSTS,
                List.of(
                        IbstatCommand.class,
                        IbstatusCommand.class,
                        IbvDevicesCommand.class,
                        IbpingCommand.class,
                        IbsysstatCommand.class));
        ALL.put(CommandGroup.TOOLS, List.of(QueryCommand.class, DecodeMadCommand.class, EmbeddedFabricCommand.class));
    }

    private Commands() {}

    static Stream<Class<? extends PrintingCommand>> all() {
        return ALL.values().stream().flatMap(List::stream);
    }

    /**
     * The commands that could be meant by these words, those that have one of them for a name; all if there is none. To
     * read the options of a command costs time, and one that is run alone needs no other.
     */
    static List<Class<? extends PrintingCommand>> mentioned(Collection<String> words) {
        List<Class<? extends PrintingCommand>> mentioned = all().filter(
                        command -> names(command).anyMatch(words::contains))
                .toList();
        return mentioned.isEmpty() ? all().toList() : mentioned;
    }

    /** The group of the command with this name; null if it is in none. */
    static @Nullable CommandGroup group(String name) {
        return ALL.entrySet().stream()
                .filter(entry -> entry.getValue().stream()
                        .anyMatch(command -> names(command).anyMatch(name::equals)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }

    private static Stream<String> names(Class<? extends PrintingCommand> type) {
        Command command = Objects.requireNonNull(type.getAnnotation(Command.class), type::getName);
        return Stream.concat(Stream.of(command.name()), Arrays.stream(command.aliases()));
    }
}
