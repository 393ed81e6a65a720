package io.verbena.shell.command.ports;

import io.verbena.diag.PortChange;
import io.verbena.diag.PortPlan;
import io.verbena.diag.PortVerb;
import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.path.DirectedPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.SubnetCommand;
import io.verbena.subnet.Node;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the state of many ports without cutting off its own requests. */
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
public final class SetPortStateCommand extends SubnetCommand {
    @Mixin
    NameOptions naming = new NameOptions();

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

    /** Finds ports of a subnet that are written {@code NODE@PORT}. */
    static final class PortNames {
        private final Subnet subnet;
        private final NodeNameMap names;

        PortNames(Subnet subnet, NodeNameMap names) {
            this.subnet = subnet;
            this.names = names;
        }

        /**
         * Returns the port.
         *
         * @throws IllegalArgumentException if the text has another form
         * @throws RdmaException if there is no such node or port
         */
        Port find(String text) {
            int at = text.lastIndexOf('@');
            if (at < 1) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not of the form NODE@PORT; expected for example 4@1, 0,1@3 or leaf2@17");
            }
            int number = IbportstateCommand.number(text.substring(at + 1));
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
}
