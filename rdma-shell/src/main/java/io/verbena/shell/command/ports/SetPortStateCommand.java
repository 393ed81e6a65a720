package io.verbena.shell.command.ports;

import io.verbena.diag.PortChange;
import io.verbena.diag.PortPlan;
import io.verbena.diag.PortVerb;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.DiscoveryOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
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
public final class SetPortStateCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    DiscoveryOptions discovery = new DiscoveryOptions();

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
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return discovery.over(defaults);
    }

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
}
