package io.verbena.shell.command.ports;

import io.verbena.diag.LinkReport;
import io.verbena.diag.PortChange;
import io.verbena.diag.PortChange.PortSetting;
import io.verbena.diag.PortChange.PortVerb;
import io.verbena.diag.PortPlan;
import io.verbena.diag.PortReading;
import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.PortStateView;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Exits(partial = "a port was not changed")
@Examples({
    "set_port_state leaf1@17 leaf1@18 0x0002c90200000000@3 --disable --dry-run # Show the order of the changes.",
    "set_port_state leaf1@17 --enable # Enable a port."
})
@Command(
        name = "set_port_state",
        description = "Disables, enables or initializes many ports.",
        footer = {
            "",
            "The subnet is read first. Requests are routed around the links of these ports, and the farthest port is changed"
                    + " first. If a port is the only route to its node, the command fails before it changes anything."
        })
public final class SetPortStateCommand extends NamedSubnetCommand {
    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Option(names = "--disable", description = "Disable the ports.")
    boolean disable;

    @Option(names = "--enable", description = "Enable the ports.")
    boolean enable;

    @Option(names = "--init", description = "Take the links down; they return to state Initialize.")
    boolean init;

    @Parameters(
            arity = "1..*",
            paramLabel = "NODE@PORT",
            description = "Port; NODE is a LID, a GUID, a directed route or a name.")
    List<String> ports = List.of();

    @Override
    protected Result run(Session session) {
        if (Stream.of(disable, enable, init).filter(each -> each).count() != 1) {
            throw new IllegalArgumentException("give exactly one of --disable, --enable and --init");
        }
        var mad = session.agents("writes attributes");
        Subnet subnet = session.subnetToChange(discovery);
        PortNames names = new PortNames(subnet, naming.read());
        Set<Port> chosen = new LinkedHashSet<>();
        ports.forEach(text -> chosen.add(names.find(text)));
        PortVerb verb = disable ? PortVerb.DISABLE : enable ? PortVerb.ENABLE : PortVerb.DOWN;
        PortPlan plan = verb != PortVerb.ENABLE ? PortPlan.cutting(subnet, chosen) : PortPlan.of(subnet, chosen);
        return new PortStates(mad, changing, log()).change(plan, new PortChange(verb, Map.of()));
    }

    record PortNames(Subnet subnet, NodeNameMap names) {
        Port find(String text) {
            int at = text.lastIndexOf('@');
            if (at < 1) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not of the form NODE@PORT; expected for example 4@1, 0,1@3 or leaf2@17");
            }
            int number = Numbers.port("PORT", text.substring(at + 1));
            Node node = node(text.substring(0, at));
            return node.port(number)
                    .orElseThrow(() -> new RdmaException(node + " has no port " + number + "; its last port is "
                            + node.info().numPorts()));
        }

        private Node node(String text) {
            if (Numbers.isNumber(text) && Numbers.parse("NODE", text, Long.SIZE) >>> Short.SIZE == 0) {
                Lid lid = Lid.parse(text);
                return subnet.port(lid)
                        .map(Port::node)
                        .orElseThrow(() -> new RdmaException("the subnet has no port with LID " + lid));
            }
            if (Numbers.isNumber(text)) {
                Guid guid = Guid.parse(text);
                return subnet.port(guid)
                        .map(Port::node)
                        .or(() -> subnet.node(guid))
                        .orElseThrow(
                                () -> new RdmaException("the subnet has no port or node with GUID " + guid.toHex()));
            }
            return text.matches("0(,[0-9]+)*,?") ? follow(DirectedPath.parse(text)) : subnet.node(text, names);
        }

        private Node follow(DirectedPath path) {
            Node node = subnet.origin().node();
            for (int hop = 0; hop < path.hops(); hop++) {
                int exit = path.port(hop);
                Node from = node;
                node = from.port(exit)
                        .flatMap(Port::peer)
                        .map(Port::node)
                        .orElseThrow(() -> new RdmaException("nothing is connected to port " + exit + " of " + from));
            }
            return node;
        }
    }

    @Exits(partial = "a port was not changed")
    @Examples({"init_all_ports --dry-run # Show the ports in the order of the changes."})
    @Command(
            name = "init_all_ports",
            description = "Returns all connected ports to state Initialize, farthest link first.",
            footer = {"", "No data is forwarded until the subnet manager has configured the ports again."})
    public static final class InitAllPortsCommand extends SubnetCommand {
        @Mixin
        ChangeOptions changing = new ChangeOptions();

        @Override
        protected Result run(Session session) {
            var mad = session.agents("writes attributes");
            Subnet subnet = session.subnetToChange(discovery);
            List<Port> nearEnds = new ArrayList<>();
            subnet.nodes()
                    .forEach(node -> node.ports().stream()
                            .filter(port -> port.state() != PortState.DOWN)
                            .filter(InitAllPortsCommand::isNearEnd)
                            .forEach(nearEnds::add));
            return new PortStates(mad, changing, log())
                    .change(PortPlan.of(subnet, nearEnds), new PortChange(PortVerb.DOWN, Map.of()));
        }

        /**
         * Returns whether a port is the nearer end of its link; if both ends are equally far, the one with the lower GUID.
         */
        private static boolean isNearEnd(Port port) {
            return port.peer().filter(peer -> ORDER.compare(port, peer) < 0).isPresent();
        }

        private static final Comparator<Port> ORDER = Comparator.comparingInt((Port port) ->
                        port.node().findPath().map(path -> path.hops()).orElse(Integer.MAX_VALUE))
                .thenComparing(port -> port.node().guid().toHex())
                .thenComparingInt(Port::number);
    }

    /** Changes ports one after the other; a failure of one does not prevent the others. */
    private record PortStates(MadTransactor mad, ChangeOptions changing, PrintWriter log) {
        /**
         * The result of changing a port.
         *
         * @param after the state and the physical state after the change; null if the port was not changed
         */
        record Outcome(
                String node,
                int port,
                String route,
                String before,
                @Nullable String after) {}

        Result change(PortPlan plan, PortChange change) {
            List<Outcome> outcomes = new ArrayList<>();
            List<RdmaException> failures = new ArrayList<>();
            for (PortPlan.Step step : plan.steps()) {
                try {
                    outcomes.add(change(step, change));
                } catch (RdmaException e) {
                    failures.add(e.during("cannot change " + step.port()));
                }
            }
            return Result.of(() -> outcomes.stream().map(PortStates::line).toList(), () -> Map.of("ports", outcomes))
                    .without(failures);
        }

        private Outcome change(PortPlan.Step step, PortChange change) {
            PortReading before = PortReading.read(mad, step.path(), step.port().number());
            PortReading after = changing.make(
                    log, change + " " + step.port() + " by " + step.path().route(), () -> change.make(mad, before));
            return new Outcome(
                    step.port().node().description(),
                    step.port().number(),
                    step.path().route(),
                    state(before),
                    after == null ? null : state(after));
        }

        private static String state(PortReading port) {
            PortState logical = port.info().portState();
            PortPhysicalState physical = port.info().portPhysicalState();
            return logical.text() + "/" + physical.text();
        }

        private static String line(Outcome outcome) {
            return "\"%s\" port %d: %s%s"
                    .formatted(
                            outcome.node(),
                            outcome.port(),
                            outcome.before(),
                            outcome.after() == null ? "" : " -> " + outcome.after());
        }
    }

    @Exits(found = "the link is slower or narrower than both ends enable", partial = "the remote port did not respond")
    @Examples({
        "ibportstate 4 1 # Show the states of port 1 and of its peer.",
        "ibportstate 4 1 reset --dry-run # Show the effect of a reset.",
        "ibportstate 4 1 speed 1 width 2 reset # Set the speed and width, and reset the link."
    })
    @Command(
            name = "ibportstate",
            description = "Shows the state of a port and of its peer, or changes the port.",
            footer = {
                "",
                "OPERATION, one or more of:",
                "  query (default); enable; on (enable if disabled); disable or off; reset; down; arm; active",
                "  speed N, espeed N, fdr10 0|1, width N, vls N, mtu N, lid N, smlid N, lmc N, mkey KEY, mkeylease N,"
                        + " mkeyprot N",
                "The command reports the change, and shows the port before and after it. A port that carries the requests of"
                        + " this command cannot be enabled again from this host once it is disabled."
            })
    public static final class IbportstateCommand extends AddressedCommand {
        private static final Map<String, PortVerb> VERBS = new LinkedHashMap<>();

        static {
            VERBS.put("enable", PortVerb.ENABLE);
            VERBS.put("on", PortVerb.ON);
            VERBS.put("disable", PortVerb.DISABLE);
            VERBS.put("off", PortVerb.DISABLE);
            VERBS.put("reset", PortVerb.RESET);
            VERBS.put("down", PortVerb.DOWN);
            VERBS.put("arm", PortVerb.ARM);
            VERBS.put("active", PortVerb.ACTIVE);
        }

        @Mixin
        ChangeOptions changing = new ChangeOptions();

        @Parameters(index = "0", paramLabel = "ADDRESS", description = "Address of the node.")
        String address;

        @Parameters(index = "1", paramLabel = "PORT", description = "Port number.")
        String port;

        @Parameters(index = "2..*", arity = "0..*", paramLabel = "OPERATION", description = "Operation; see below.")
        List<String> operations = List.of();

        @Override
        protected Result run(Session session) {
            PortChange change = change();
            int number = Numbers.port("PORT", port);
            boolean keys = options().showsKeys();
            Path path = addressing.smp(session, address);
            if (!change.isEmpty()) {
                return during(
                        "cannot change port " + number + " of " + address,
                        () -> change(session, change, path, number, keys));
            }
            LinkReport report = during(
                    "cannot read port " + number + " of " + address,
                    () -> LinkReport.read(session.management(), path, number));
            return Result.of(report, found -> PortStateView.of(found, keys))
                    .found(!report.warnings().isEmpty())
                    .without(report.failures());
        }

        private Result change(Session session, PortChange change, Path path, int number, boolean keys) {
            var mad = session.agents("writes attributes");
            PortReading before = PortReading.read(mad, path, number);
            PortReading after = change.isNeedless(before)
                    ? null
                    : changing.make(
                            log(),
                            "change port " + number + " of " + address + ": " + change,
                            () -> change.make(mad, before));
            Map<String, Object> report = new LinkedHashMap<>();
            report.put("change", change.toString());
            report.put("before", before);
            if (after != null) {
                report.put("after", after);
            }
            return Result.of(() -> PortStateView.of(before, after, change, keys), () -> report);
        }

        private PortChange change() {
            PortVerb verb = null;
            Map<PortSetting, Long> settings = new EnumMap<>(PortSetting.class);
            for (Iterator<String> words = operations.iterator(); words.hasNext(); ) {
                String word = words.next().toLowerCase(Locale.ROOT);
                PortSetting setting = setting(word);
                if (setting != null) {
                    if (!words.hasNext()) {
                        throw new IllegalArgumentException(
                                word + ": missing value; expected for example '" + word + " 1'");
                    }
                    settings.put(setting, value(word, setting, words.next()));
                } else if (VERBS.containsKey(word)) {
                    if (verb != null && verb != VERBS.get(word)) {
                        throw new IllegalArgumentException(
                                "'" + word + "' and '" + verb.name().toLowerCase(Locale.ROOT)
                                        + "' are mutually exclusive; run the command once for each");
                    }
                    verb = VERBS.get(word);
                } else if (!word.equals("query")) {
                    throw new IllegalArgumentException(
                            "'" + word + "' is not an operation" + NearestNames.hint(word, names()));
                }
            }
            return new PortChange(verb, settings);
        }

        private static long value(String word, PortSetting setting, String text) {
            return setting == PortSetting.MKEY ? Numbers.key(word, text) : Numbers.parse(word, text, Integer.SIZE - 1);
        }

        private static @Nullable PortSetting setting(String word) {
            for (PortSetting setting : PortSetting.values()) {
                if (setting.name().equalsIgnoreCase(word)) {
                    return setting;
                }
            }
            return null;
        }

        private static List<String> names() {
            List<String> names = new ArrayList<>(VERBS.keySet());
            names.add("query");
            for (PortSetting setting : PortSetting.values()) {
                names.add(setting.name().toLowerCase(Locale.ROOT));
            }
            return names;
        }
    }
}
