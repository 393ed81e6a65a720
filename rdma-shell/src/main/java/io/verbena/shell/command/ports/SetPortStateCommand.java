package io.verbena.shell.command.ports;

import io.verbena.diag.PortChange;
import io.verbena.diag.PortChange.PortVerb;
import io.verbena.diag.PortPlan;
import io.verbena.diag.PortReading;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.NamedSubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
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

    /** Changes ports one after the other; a failure of one does not prevent the others. */
    record PortStates(MadTransactor mad, ChangeOptions changing, PrintWriter log) {
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
}
