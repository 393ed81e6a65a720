package io.verbena.shell.command.checks;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.ErrorSurvey;
import io.verbena.diag.counters.ErrorSurvey.Clearing;
import io.verbena.diag.link.LinkSurvey;
import io.verbena.error.RdmaException;
import io.verbena.mad.MadOptions;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Base class of commands that clear counters of all ports of a subnet and verify the result. */
public abstract class ClearCommand extends EndPortCommand {
    static final String PARTIAL = "part of the subnet did not respond, or counters of a port were not cleared";

    @Mixin
    SubnetSource source = new SubnetSource();

    @Mixin
    ChangeOptions change = new ChangeOptions();

    @Option(
            names = {"-N", "--nocolor", "-nocolor"},
            description = "Accepted for compatibility; the output has no colors.")
    boolean noColors;

    private final Clearing clearing;
    private final String what;

    ClearCommand(Clearing clearing, String what) {
        this.clearing = clearing;
        this.what = what;
    }

    record Cleared(int nodes, int errors, boolean dryRun) {}

    @Override
    protected MadOptions madOptions(MadOptions defaults) {
        return source.over(defaults);
    }

    @Override
    protected Result run(Session session) {
        NodeNameMap names = source.names();
        Subnet subnet = source.readToChange(session);
        int nodes = subnet.nodes().size();
        ErrorSurvey survey = new ErrorSurvey(session.mad(), NodePaths.of(session.sa()), new LinkSurvey(subnet, names))
                .clearing(clearing)
                .onlyUp(source.onlyUp);
        List<RdmaException> failures = new ArrayList<>(subnet.failures());
        ErrorSurvey.Outcome outcome = change.make(
                log(),
                "clear the counters of " + what + " of " + nodes + " nodes",
                () -> session.survey(survey, subnet.nodes()));
        List<RdmaException> uncleared = outcome == null ? List.of() : outcome.failures();
        failures.addAll(uncleared);
        return Result.of(new Cleared(nodes, uncleared.size(), change.isDryRun()), ClearCommand::lines)
                .without(failures);
    }

    private static List<String> lines(Cleared cleared) {
        return cleared.dryRun()
                ? List.of()
                : List.of("## Summary: %d nodes cleared %d errors".formatted(cleared.nodes(), cleared.errors()));
    }

    @Exits(partial = ClearCommand.PARTIAL)
    @Examples("ibclearcounters --dry-run # Show the number of nodes.")
    @Command(
            name = "ibclearcounters",
            description = "Resets all counters of all ports of the subnet and verifies the result.",
            footer = {"", "This changes counters that other programs may be reading."})
    public static final class IbclearcountersCommand extends ClearCommand {
        /** Called by picocli. */
        public IbclearcountersCommand() {
            super(new Clearing(true, true), "errors and traffic");
        }
    }

    @Exits(partial = ClearCommand.PARTIAL)
    @Examples("ibclearerrors fabric.topo # Clear the error counters of the nodes in a file.")
    @Command(
            name = "ibclearerrors",
            description = "Resets the error counters of all ports of the subnet and verifies the result.",
            footer = {"", "This changes counters that other programs may be reading."})
    public static final class IbclearerrorsCommand extends ClearCommand {
        /** Called by picocli. */
        public IbclearerrorsCommand() {
            super(new Clearing(true, false), "errors");
        }
    }
}
