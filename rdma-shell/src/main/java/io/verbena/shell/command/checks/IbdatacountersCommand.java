package io.verbena.shell.command.checks;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.PortTraffic;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.checks.IbdatacountsCommand.TrafficOptions;
import io.verbena.shell.command.checks.SourceCommand.SubnetCheckCommand;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Exits(partial = SubnetCheckCommand.PARTIAL)
@Examples({
    "ibdatacounters -b # Show one line per port.",
    "ibdatacounters --format csv fabric.topo # Show the nodes in a file as CSV."
})
@Command(
        name = "ibdatacounters",
        description = "Shows packet and data counters of all ports of the subnet.",
        footer = {"", "Data counters are in units of four octets."})
public final class IbdatacountersCommand extends SourceCommand {
    @Mixin
    TrafficOptions shown = new TrafficOptions();

    @Override
    protected Result run(Session session) {
        if (shown.showThresholds) {
            return shown.shownThresholds();
        }
        ErrorThresholds thresholds = shown.thresholds();
        NodeNameMap names = naming.read();
        Subnet subnet = read(session);
        ErrorSurvey survey = survey(session, subnet, names).detail(new ErrorSurvey.Detail(false, false, true));
        ErrorSurvey.Outcome outcome = session.survey(survey, subnet.nodes());
        return Result.of(shown.selected(PortTraffic.of(outcome.report(), subnet), thresholds), shown::lines)
                .without(subnet.failures())
                .without(outcome.failures());
    }
}
