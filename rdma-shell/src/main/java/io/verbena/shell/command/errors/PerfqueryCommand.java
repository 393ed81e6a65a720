package io.verbena.shell.command.errors;

import io.verbena.diag.counters.CounterAgent;
import io.verbena.diag.counters.CounterGroup;
import io.verbena.diag.counters.CounterReport;
import io.verbena.diag.counters.CounterReport.CounterCapabilities;
import io.verbena.diag.counters.CounterReport.CounterReading;
import io.verbena.error.RdmaException;
import io.verbena.iba.DottedText;
import io.verbena.iba.FecMode;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoExtended;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "perfquery # Show the counters of this port.",
    "perfquery -x 32 1-10 # Show the 64-bit counters of ten ports.",
    "perfquery -R 32 2 0x0fff # Reset the error counters of port 2."
})
@Command(
        name = "perfquery",
        description = "Shows or resets the counters of one or more ports of a node.",
        footer = {
            "",
            "Data counters are in units of four octets. With -a, the sum of several ports is shown. MASK 0x0fff"
                    + " resets the errors, 0xf000 the traffic. -r and -R change counters that other programs may be reading."
        })
public final class PerfqueryCommand extends AddressedCommand {
    private static final Set<String> UNICAST =
            Set.of("PortUnicastXmitPkts", "PortUnicastRcvPkts", "PortMulticastXmitPkts", "PortMulticastRcvPkts");
    private static final Set<String> TRAFFIC = Set.of("PortXmitData", "PortRcvData", "PortXmitPkts", "PortRcvPkts");
    private static final Set<String> SETTINGS = Set.of("PortSelect", "CounterSelect");
    private static final Set<String> OP_CODE_GROUPS = Set.of("PortOpRcvCounters", "PortVLOpPackets", "PortVLOpData");

    private static final int MASK_BITS = 32;

    @Mixin
    CounterGroupOptions shown = new CounterGroupOptions();

    @Mixin
    ChangeOptions change = new ChangeOptions();

    @Option(
            names = {"-a", "--all_ports"},
            description = "Show the sum of all ports, or of the listed ports.")
    boolean allPorts;

    @Option(
            names = {"-l", "--loop_ports"},
            description = "With -a or port 255, show each port separately.")
    boolean loopPorts;

    @Option(
            names = {"-r", "--reset_after_read"},
            description = "Reset the counters after showing them.")
    boolean resetAfterRead;

    @Option(
            names = {"-R", "--Reset_only"},
            description = "Reset the counters without showing them.")
    boolean resetOnly;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ADDRESS",
            description = "Address of the port (default: this port).")
    @Nullable String address;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PORTS",
            description = "Port numbers, for example 1, 1,3 or 1-10; 255 for all (default: the port with the address).")
    @Nullable String ports;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "MASK",
            description = "Counters to reset, in the bits of CounterSelect (default: all).")
    @Nullable String mask;

    @Override
    protected Result run(Session session) {
        PortList listed = ports == null ? null : PortList.parse(ports);
        long selected = mask == null ? -1 : Numbers.parse("MASK", mask, MASK_BITS);
        requireSense();
        IbPath path = addressing.gmp(session, address);
        SubnetManagement management = session.management();
        NodeInfo node = management.subnGet(NodeInfo.class, IbPath.to(path.dlid()));
        if (listed != null) {
            listed.requireUpTo(node.numPorts());
        }
        CounterAgent agent = CounterAgent.at(session.mad(), path);
        Ports chosen = choose(listed, node);
        List<CounterReading> readings = new ArrayList<>();
        for (CounterGroup group : shown.groups()) {
            CounterGroup form = form(group, agent, management, path, chosen.numbers());
            if (!resetOnly) {
                readings.addAll(
                        chosen.summed()
                                ? List.of(agent.sum(form, chosen.numbers(), chosen.all()))
                                : agent.read(form, chosen.numbers()));
            }
            if (resetOnly || resetAfterRead) {
                reset(agent, form, chosen, selected, path, readings);
            }
        }
        CounterReport report = new CounterReport(path.dlid(), agent.capabilities(), readings);
        return Result.of(() -> resetOnly ? List.of() : lines(report), () -> report);
    }

    private void requireSense() {
        if (mask != null && !resetOnly && !resetAfterRead) {
            throw new IllegalArgumentException("MASK selects the counters to reset and requires -r or -R");
        }
        if ((resetOnly || resetAfterRead) && !shown.groups().stream().allMatch(CounterGroup::isResettable)) {
            throw new IllegalArgumentException("-c shows no counters and cannot be combined with -r or -R");
        }
    }

    private record Ports(List<Integer> numbers, boolean all, boolean summed) {}

    private Ports choose(@Nullable PortList listed, NodeInfo node) {
        if (listed == null ? allPorts : listed.isAll()) {
            List<Integer> every =
                    IntStream.rangeClosed(1, node.numPorts()).boxed().toList();
            return new Ports(every, true, !loopPorts);
        }
        if (listed == null) {
            int port = node.nodeType() == NodeType.SWITCH ? 0 : node.localPortNum();
            return new Ports(List.of(port), false, false);
        }
        return new Ports(listed.numbers(), false, allPorts && listed.numbers().size() > 1);
    }

    /**
     * Returns the group for the errors of lanes. They have two layouts, and the response does not reveal which one it
     * uses.
     */
    private static CounterGroup form(
            CounterGroup group, CounterAgent agent, SubnetManagement management, IbPath path, List<Integer> ports) {
        if (group != CounterGroup.EXTENDED_SPEEDS || !agent.capabilities().hasRsFecCounters()) {
            return group;
        }
        IbPath node = IbPath.to(path.dlid());
        if (!Session.hasPortInfoExtended(management.subnGet(PortInfo.class, node))) {
            return group;
        }
        FecMode active =
                management.subnGet(PortInfoExtended.class, node, ports.get(0)).fecModeActive();
        return switch (active) {
            case RS_FEC, LOW_LATENCY_RS_FEC, RS_FEC_544_514 -> CounterGroup.EXTENDED_SPEEDS_RS_FEC;
            default -> group;
        };
    }

    private void reset(
            CounterAgent agent,
            CounterGroup group,
            Ports chosen,
            long selected,
            IbPath path,
            List<CounterReading> readings) {
        boolean atOnce = chosen.all() && agent.capabilities().selectsAllPorts();
        List<Integer> numbers = atOnce ? List.of(CounterAgent.ALL_PORTS) : chosen.numbers();
        String portText = atOnce ? "all ports" : numbers.size() == 1 ? "port " + numbers.get(0) : "ports " + ports;
        List<CounterReading> after = change.make(
                log(),
                "reset " + group.title() + " of " + portText + " of LID " + path.dlid(),
                () -> agent.reset(group, numbers, selected));
        if (resetOnly && after != null) {
            readings.addAll(after);
        }
    }

    /** A list of ports, such as {@code 1}, {@code 1,3}, {@code 1-10} or {@code 1-3,5}; 255 means all ports. */
    record PortList(List<Integer> numbers) {
        private static final int BITS = 8;

        static PortList parse(String text) {
            List<Integer> numbers = new ArrayList<>();
            for (String part : text.split(",", -1)) {
                int dash = part.indexOf('-');
                if (dash <= 0) {
                    numbers.add(number(part));
                    continue;
                }
                int first = number(part.substring(0, dash));
                int last = number(part.substring(dash + 1));
                if (last < first) {
                    throw new IllegalArgumentException(
                            "PORTS: '" + part + "' is not a range: " + last + " is less than " + first);
                }
                for (int port = first; port <= last; port++) {
                    numbers.add(port);
                }
            }
            return new PortList(List.copyOf(numbers));
        }

        private static int number(String text) {
            return (int) Numbers.parse("PORTS", text, BITS);
        }

        boolean isAll() {
            return numbers.equals(List.of(CounterAgent.ALL_PORTS));
        }

        /** Rejects ports that a node does not have. */
        void requireUpTo(int last) {
            for (int port : numbers) {
                if (port > last && !isAll()) {
                    throw new RdmaException("PORTS: the node has no port " + port + "; its last port is " + last);
                }
            }
        }
    }

    private static List<String> lines(CounterReport report) {
        List<String> lines = new ArrayList<>();
        for (CounterReading reading : report.readings()) {
            lines.add(head(reading, report.lid(), report.capabilities()));
            DottedText.of(reading.counters()).stream()
                    .filter(line -> isShown(line.substring(0, line.indexOf(':')), reading, report.capabilities()))
                    .forEach(lines::add);
        }
        return lines;
    }

    private static String head(CounterReading reading, Lid lid, CounterCapabilities capabilities) {
        String whom = "Lid " + lid + " port " + reading.port();
        return switch (reading.group()) {
            case BASIC -> "# Port counters: %s (CapMask: 0x%02X)".formatted(whom, capabilities.mask());
            case EXTENDED ->
                "# Port extended counters: %s (CapMask: 0x%02X CapMask2: 0x%07X)"
                        .formatted(whom, capabilities.mask(), capabilities.mask2());
            case EXTENDED_SPEEDS_RS_FEC -> "# " + reading.group().title() + " with RS-FEC Active counters: " + whom;
            case SAMPLES_CONTROL -> "# PortSamplesControl: " + whom;
            default -> "# " + reading.group().title() + " counters: " + whom;
        };
    }

    private static boolean isShown(String label, CounterReading reading, CounterCapabilities capabilities) {
        if (reading.group() == CounterGroup.EXTENDED) {
            return SETTINGS.contains(label)
                    || TRAFFIC.contains(label)
                    || (UNICAST.contains(label) ? capabilities.hasUnicastCounters() : capabilities.hasExtendedErrors());
        }
        return !label.equals("OpCode")
                || !OP_CODE_GROUPS.contains(reading.group().title());
    }

    /** Options that select counters of ports; without any, the counters that every port has. */
    public static final class CounterGroupOptions {
        @Option(
                names = {"-x", "--extended"},
                description = "Show the 64-bit counters.")
        boolean extended;

        @Option(
                names = {"-X", "--xmtsl"},
                description = "Show the data sent by service level.")
        boolean xmitDataSl;

        @Option(
                names = {"-S", "--rcvsl"},
                description = "Show the data received by service level.")
        boolean rcvDataSl;

        @Option(
                names = {"-D", "--xmtdisc"},
                description = "Show the reasons for discarded packets.")
        boolean xmitDiscards;

        @Option(
                names = {"-E", "--rcverr"},
                description = "Show the reasons for receive errors.")
        boolean rcvErrors;

        @Option(
                names = {"-T", "--extended_speeds"},
                description = "Show the error counters of lanes for the active error correction.")
        boolean extendedSpeeds;

        @Option(names = "--oprcvcounters", description = "Show packets and data received with one opcode.")
        boolean opRcv;

        @Option(names = "--flowctlcounters", description = "Show flow control packets.")
        boolean flowControl;

        @Option(names = "--vloppackets", description = "Show packets received with one opcode by virtual lane.")
        boolean vlOpPackets;

        @Option(names = "--vlopdata", description = "Show data received with one opcode by virtual lane.")
        boolean vlOpData;

        @Option(names = "--vlxmitflowctlerrors", description = "Show flow control errors by virtual lane.")
        boolean vlXmitFlowControlErrors;

        @Option(names = "--vlxmitcounters", description = "Show the time without credits by virtual lane.")
        boolean vlXmitWait;

        @Option(names = "--swportvlcong", description = "Show the congestion of a switch port by virtual lane.")
        boolean vlCongestion;

        @Option(names = "--rcvcc", description = "Show packets received with a congestion mark.")
        boolean rcvCongestion;

        @Option(names = "--slrcvfecn", description = "Show packets received with FECN by service level.")
        boolean slRcvFecn;

        @Option(names = "--slrcvbecn", description = "Show packets received with BECN by service level.")
        boolean slRcvBecn;

        @Option(names = "--xmitcc", description = "Show the time for which the port was congested.")
        boolean xmitCongestion;

        @Option(names = "--vlxmittimecc", description = "Show the time of congestion by virtual lane.")
        boolean vlXmitTimeCongestion;

        @Option(
                names = {"-c", "--smplctl"},
                description = "Show the sample control of the port.")
        boolean samplesControl;

        /** Returns the selected groups in the order of these options. */
        public List<CounterGroup> groups() {
            List<CounterGroup> groups = new ArrayList<>();
            add(groups, extended, CounterGroup.EXTENDED);
            add(groups, xmitDataSl, CounterGroup.XMIT_DATA_SL);
            add(groups, rcvDataSl, CounterGroup.RCV_DATA_SL);
            add(groups, xmitDiscards, CounterGroup.XMIT_DISCARDS);
            add(groups, rcvErrors, CounterGroup.RCV_ERRORS);
            add(groups, extendedSpeeds, CounterGroup.EXTENDED_SPEEDS);
            add(groups, opRcv, CounterGroup.OP_RCV);
            add(groups, flowControl, CounterGroup.FLOW_CONTROL);
            add(groups, vlOpPackets, CounterGroup.VL_OP_PACKETS);
            add(groups, vlOpData, CounterGroup.VL_OP_DATA);
            add(groups, vlXmitFlowControlErrors, CounterGroup.VL_XMIT_FLOW_CONTROL_ERRORS);
            add(groups, vlXmitWait, CounterGroup.VL_XMIT_WAIT);
            add(groups, vlCongestion, CounterGroup.VL_CONGESTION);
            add(groups, rcvCongestion, CounterGroup.RCV_CONGESTION);
            add(groups, slRcvFecn, CounterGroup.SL_RCV_FECN);
            add(groups, slRcvBecn, CounterGroup.SL_RCV_BECN);
            add(groups, xmitCongestion, CounterGroup.XMIT_CONGESTION);
            add(groups, vlXmitTimeCongestion, CounterGroup.VL_XMIT_TIME_CONGESTION);
            add(groups, samplesControl, CounterGroup.SAMPLES_CONTROL);
            return groups.isEmpty() ? List.of(CounterGroup.BASIC) : groups;
        }

        private static void add(List<CounterGroup> groups, boolean wanted, CounterGroup group) {
            if (wanted) {
                groups.add(group);
            }
        }
    }
}
