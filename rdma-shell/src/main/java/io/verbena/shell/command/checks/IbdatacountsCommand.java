package io.verbena.shell.command.checks;

import io.verbena.diag.counters.PortTraffic;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.TrafficView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Packets and data of a node or port. */
@Examples({"ibdatacounts 4 # The sum of all ports of the node with LID 4.", "ibdatacounts 4 1 # Port 1 of it."})
@Command(
        name = "ibdatacounts",
        description = "Shows packets and data of one port, or of all ports of a node.",
        footer = {"", "Data is counted in units of four octets."})
public final class IbdatacountsCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    NodeTarget node = new NodeTarget();

    @Mixin
    TrafficOptions shown = new TrafficOptions();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PORT",
            description = "The number of the port; the sum of all ports unless given, or if it is 255.")
    @Nullable String port;

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    protected Result run(Session session) {
        try {
            CounterTarget target = CounterTarget.find(session, () -> node.gmp(session), port);
            PortTraffic traffic = PortTraffic.read(
                    target.agent(), target.name(), target.path().dlid(), target.ports(), target.sum());
            return Result.of(List.of(traffic), new TrafficView(shown.brief)::of);
        } catch (RdmaException e) {
            throw e.during("cannot read the traffic of " + node.address);
        }
    }
}
