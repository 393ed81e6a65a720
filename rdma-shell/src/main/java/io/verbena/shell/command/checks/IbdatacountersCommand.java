package io.verbena.shell.command.checks;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.PortTraffic;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.EndPortCommand;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.IbdatacountsCommand.TrafficOptions;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the traffic counters of all ports of a subnet. */
@Exits(partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibdatacounters -b # Show one line per port.",
    "ibdatacounters --format csv fabric.topo # Show the nodes in a file as CSV."
})
@Command(
        name = "ibdatacounters",
        description = "Shows packet and data counters of all ports of the subnet.",
        footer = {"", "Data counters are in units of four octets."})
public final class IbdatacountersCommand extends EndPortCommand {
    @Mixin
    SubnetSource source = new SubnetSource();

    @Mixin
    TrafficOptions shown = new TrafficOptions();

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return source.over(defaults);
    }

    @Override
    protected Result run(Session session) {
        NodeNameMap names = source.names();
        Subnet subnet = source.read(session);
        ErrorSurvey survey = new ErrorSurvey(session.mad(), NodePaths.of(session.sa()), new LinkSurvey(subnet, names))
                .detail(new ErrorSurvey.Detail(false, false, true));
        ErrorSurvey.Outcome outcome = session.survey(survey, subnet.nodes());
        List<RdmaException> failures = new ArrayList<>(subnet.failures());
        failures.addAll(outcome.failures());
        return Result.of(PortTraffic.of(outcome.report(), subnet), shown::lines).without(failures);
    }
}
