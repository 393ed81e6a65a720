package io.verbena.shell.command;

import io.verbena.shell.cli.CommandGroup;
import io.verbena.shell.cli.CommandGroup.CommandIndex;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.command.administration.IbsendtrapCommand;
import io.verbena.shell.command.administration.McmReregTestCommand;
import io.verbena.shell.command.administration.SaqueryCommand;
import io.verbena.shell.command.administration.SetGuidCommand;
import io.verbena.shell.command.administration.SmCommand;
import io.verbena.shell.command.checks.IbcheckerrsCommand;
import io.verbena.shell.command.checks.IbchecknodeCommand;
import io.verbena.shell.command.checks.IbdatacountsCommand;
import io.verbena.shell.command.checks.IbswportwatchCommand;
import io.verbena.shell.command.checks.PortCheckCommand;
import io.verbena.shell.command.checks.SourceCommand;
import io.verbena.shell.command.data.CmTestCommand;
import io.verbena.shell.command.data.ExchangeCommand;
import io.verbena.shell.command.data.IbvAsyncwatchCommand;
import io.verbena.shell.command.data.IbvDevinfoCommand;
import io.verbena.shell.command.data.IbvXsrqPingpongCommand;
import io.verbena.shell.command.data.MeasureCommand;
import io.verbena.shell.command.data.PerftestBandwidthCommand;
import io.verbena.shell.command.data.PerftestCommand;
import io.verbena.shell.command.data.PingPongCommand;
import io.verbena.shell.command.data.RawEthernetCommand;
import io.verbena.shell.command.data.RcopyCommand;
import io.verbena.shell.command.data.RpingCommand;
import io.verbena.shell.command.data.StreamTestCommand;
import io.verbena.shell.command.data.UdpongCommand;
import io.verbena.shell.command.errors.PerfqueryCommand;
import io.verbena.shell.command.errors.ScanCommand;
import io.verbena.shell.command.hosts.SetNodedescCommand;
import io.verbena.shell.command.hosts.VendorClassCommand;
import io.verbena.shell.command.ibutils.DiagnosticCommand;
import io.verbena.shell.command.ibutils.IbdiagnetCommand;
import io.verbena.shell.command.ibutils.IbdmchkCommand;
import io.verbena.shell.command.ibutils.IbdmtrCommand;
import io.verbena.shell.command.ibutils.IbnlparseCommand;
import io.verbena.shell.command.ibutils.IbtopodiffCommand;
import io.verbena.shell.command.nodes.IbidsverifyCommand;
import io.verbena.shell.command.nodes.NodeListCommand;
import io.verbena.shell.command.ports.IbccconfigCommand;
import io.verbena.shell.command.ports.IbccqueryCommand;
import io.verbena.shell.command.ports.IbportstateCommand;
import io.verbena.shell.command.ports.InitAllPortsCommand;
import io.verbena.shell.command.ports.SetPortStateCommand;
import io.verbena.shell.command.ports.VendstatCommand;
import io.verbena.shell.command.routing.CheckLftBalanceCommand;
import io.verbena.shell.command.routing.DumpCommand;
import io.verbena.shell.command.routing.IbaddrCommand;
import io.verbena.shell.command.routing.IbfindnodesusingCommand;
import io.verbena.shell.command.routing.IbrouteCommand;
import io.verbena.shell.command.routing.IbtracertCommand;
import io.verbena.shell.command.tools.IbcacheeditCommand;
import io.verbena.shell.command.tools.IbdiscoverCommand;
import io.verbena.shell.command.tools.SubnetDiffCommand;
import io.verbena.shell.command.validate.TopologyCommand;
import io.verbena.shell.command.validate.ValidateCommand;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Lists all commands by group. */
final class Commands {
    private static final Map<CommandGroup, List<Class<? extends PrintingCommand>>> ALL =
            new EnumMap<>(CommandGroup.class);

    static {
        ALL.put(
                CommandGroup.SUBNET,
                List.of(
                        IbnetdiscoverCommand.class,
                        SubnetDiffCommand.class,
                        IbdiscoverCommand.class,
                        IbcacheeditCommand.class,
                        TopologyCommand.class,
                        NodeListCommand.IbhostsCommand.class,
                        NodeListCommand.IbswitchesCommand.class,
                        NodeListCommand.IbroutersCommand.class,
                        NodeListCommand.IbnodesCommand.class,
                        NodeListCommand.NodeStanzaCommand.IbprintcaCommand.class,
                        NodeListCommand.NodeStanzaCommand.IbprintswitchCommand.class,
                        NodeListCommand.NodeStanzaCommand.IbprintrtCommand.class));
        ALL.put(
                CommandGroup.ROUTING,
                List.of(
                        IbaddrCommand.class,
                        IbrouteCommand.class,
                        DumpCommand.DumpFtsCommand.class,
                        DumpCommand.DumpMftsCommand.class,
                        IbtracertCommand.class,
                        IbfindnodesusingCommand.class,
                        CheckLftBalanceCommand.class));
        ALL.put(
                CommandGroup.PORTS,
                List.of(
                        SmpqueryCommand.class,
                        SmpdumpCommand.class,
                        IbportstateCommand.class,
                        IbccqueryCommand.class,
                        VendstatCommand.class));
        ALL.put(
                CommandGroup.ERRORS,
                List.of(
                        ValidateCommand.class,
                        IbdiagnetCommand.class,
                        DiagnosticCommand.IbdiagpathCommand.class,
                        IbdmchkCommand.class,
                        IbdmtrCommand.class,
                        IbnlparseCommand.class,
                        IbtopodiffCommand.class,
                        PerfqueryCommand.class,
                        ScanCommand.IbqueryerrorsCommand.class,
                        ScanCommand.IblinkinfoCommand.class,
                        IbidsverifyCommand.class,
                        SourceCommand.SubnetCheckCommand.IbchecknetCommand.class,
                        IbchecknodeCommand.class,
                        PortCheckCommand.IbcheckportCommand.class,
                        SourceCommand.SubnetCheckCommand.IbcheckstateCommand.class,
                        PortCheckCommand.IbcheckportstateCommand.class,
                        SourceCommand.SubnetCheckCommand.IbcheckwidthCommand.class,
                        PortCheckCommand.IbcheckportwidthCommand.class,
                        SourceCommand.SubnetCheckCommand.IbcheckerrorsCommand.class,
                        IbcheckerrsCommand.class,
                        SourceCommand.IbdatacountersCommand.class,
                        IbdatacountsCommand.class,
                        IbswportwatchCommand.class));
        ALL.put(CommandGroup.ADMINISTRATION, List.of(SminfoCommand.class, SaqueryCommand.class, SmCommand.class));
        ALL.put(
                CommandGroup.CHANGES,
                List.of(
                        SetPortStateCommand.class,
                        InitAllPortsCommand.class,
                        IbccconfigCommand.class,
                        SourceCommand.ClearCommand.IbclearcountersCommand.class,
                        SourceCommand.ClearCommand.IbclearerrorsCommand.class,
                        SetGuidCommand.class,
                        IbsendtrapCommand.class,
                        McmReregTestCommand.class,
                        SetNodedescCommand.class));
        ALL.put(
                CommandGroup.HOSTS,
                List.of(
                        IbstatCommand.class,
                        IbstatusCommand.class,
                        IbvDevicesCommand.class,
                        VendorClassCommand.IbpingCommand.class,
                        VendorClassCommand.IbsysstatCommand.class));
        ALL.put(
                CommandGroup.DATA,
                List.of(
                        IbvDevinfoCommand.class,
                        IbvAsyncwatchCommand.class,
                        PingPongCommand.IbvRcPingpongCommand.class,
                        PingPongCommand.IbvUcPingpongCommand.class,
                        PingPongCommand.IbvUdPingpongCommand.class,
                        PingPongCommand.IbvSrqPingpongCommand.class,
                        IbvXsrqPingpongCommand.class,
                        RpingCommand.class,
                        ExchangeCommand.RdmaClientCommand.class,
                        ExchangeCommand.RdmaServerCommand.class,
                        ExchangeCommand.RdmaXclientCommand.class,
                        ExchangeCommand.RdmaXserverCommand.class,
                        CmTestCommand.UcmatoseCommand.class,
                        CmTestCommand.UdaddyCommand.class,
                        CmTestCommand.MckeyCommand.class,
                        CmTestCommand.CmtimeCommand.class,
                        StreamTestCommand.RstreamCommand.class,
                        StreamTestCommand.RiostreamCommand.class,
                        RcopyCommand.class,
                        UdpongCommand.class,
                        MeasureCommand.RdmaBwCommand.class,
                        MeasureCommand.RdmaLatCommand.class,
                        PerftestBandwidthCommand.IbSendBwCommand.class,
                        PerftestBandwidthCommand.IbWriteBwCommand.class,
                        PerftestBandwidthCommand.IbReadBwCommand.class,
                        PerftestBandwidthCommand.IbAtomicBwCommand.class,
                        PerftestCommand.PerftestLatencyCommand.IbSendLatCommand.class,
                        PerftestCommand.PerftestLatencyCommand.IbWriteLatCommand.class,
                        PerftestCommand.PerftestLatencyCommand.IbReadLatCommand.class,
                        PerftestCommand.PerftestLatencyCommand.IbAtomicLatCommand.class,
                        RawEthernetCommand.RawEthernetBwCommand.class,
                        RawEthernetCommand.RawEthernetLatCommand.class,
                        RawEthernetCommand.RawEthernetBurstLatCommand.class,
                        RawEthernetCommand.RawEthernetFsRateCommand.class,
                        PerftestScripts.RunPerftestLoopbackCommand.class,
                        PerftestScripts.RunPerftestMultiDevicesCommand.class));
        ALL.put(
                CommandGroup.TOOLS,
                List.of(
                        QueryCommand.class,
                        DecodeMadCommand.class,
                        EmbeddedFabricCommand.class,
                        RunCommand.class,
                        WatchCommand.class,
                        CollectCommand.class,
                        ManCommand.class,
                        CompletionCommand.class));
    }

    private Commands() {}

    static Stream<Class<? extends PrintingCommand>> all() {
        return ALL.values().stream().flatMap(List::stream);
    }

    /** Returns the commands that exist in the console only, because they concern its state. */
    static Stream<Class<? extends PrintingCommand>> ofConsole() {
        return Stream.of(
                ConsoleCommands.DiscoverCommand.class,
                ConsoleCommands.SessionCommand.class,
                ConsoleCommands.SetCommand.class);
    }

    /**
     * Returns the commands that have one of these words as a name; all commands if there is none. Parsing the
     * annotations of a command takes time, so a one-shot command loads only what it needs. Even reading the names takes
     * time, so the class whose name matches the first word is checked first.
     */
    static List<Class<? extends PrintingCommand>> mentioned(List<String> words) {
        return mentioned(words, all().toList());
    }

    /** Returns the commands of the console that have one of these words as a name; all commands if there is none. */
    static List<Class<? extends PrintingCommand>> mentionedInConsole(List<String> words) {
        return mentioned(words, Stream.concat(all(), ofConsole()).toList());
    }

    private static List<Class<? extends PrintingCommand>> mentioned(
            List<String> words, List<Class<? extends PrintingCommand>> commands) {
        if (!words.isEmpty()) {
            for (Class<? extends PrintingCommand> type : commands) {
                if (isCalledAs(type, words.get(0)) && names(type).toList().contains(words.get(0))) {
                    return List.of(type);
                }
            }
        }
        List<Class<? extends PrintingCommand>> mentioned = commands.stream()
                .filter(command -> names(command).anyMatch(words::contains))
                .toList();
        return mentioned.isEmpty() ? commands : mentioned;
    }

    private static boolean isCalledAs(Class<?> type, String word) {
        String name = word.replace("-", "").replace("_", "") + "Command";
        String known = type.getName();
        int at = known.length() - name.length();
        return at > 0
                && ".$".indexOf(known.charAt(at - 1)) >= 0
                && known.regionMatches(true, at, name, 0, name.length());
    }

    static CommandIndex index() {
        return new CommandIndex() {
            @Override
            public @Nullable CommandGroup group(String name) {
                return ALL.entrySet().stream()
                        .filter(entry -> entry.getValue().stream()
                                .anyMatch(command -> Commands.names(command).anyMatch(name::equals)))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(null);
            }

            @Override
            public List<String> names(CommandGroup group) {
                return ALL.getOrDefault(group, List.of()).stream()
                        .map(type -> Commands.names(type).findFirst().orElseThrow())
                        .sorted()
                        .toList();
            }
        };
    }

    private static Stream<String> names(Class<? extends PrintingCommand> type) {
        Command command = Objects.requireNonNull(type.getAnnotation(Command.class), type::getName);
        return Stream.concat(Stream.of(command.name()), Arrays.stream(command.aliases()));
    }
}
