package io.verbena.shell.command.ports;

import io.verbena.diag.PortChange;
import io.verbena.diag.PortChange.PortVerb;
import io.verbena.diag.PortPlan;
import io.verbena.iba.PortState;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.ports.SetPortStateCommand.PortStates;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Exits(partial = "a port was not changed")
@Examples({"init_all_ports --dry-run # Show the ports in the order of the changes."})
@Command(
        name = "init_all_ports",
        description = "Returns all connected ports to state Initialize, farthest link first.",
        footer = {"", "No data is forwarded until the subnet manager has configured the ports again."})
public final class InitAllPortsCommand extends SubnetCommand {
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
