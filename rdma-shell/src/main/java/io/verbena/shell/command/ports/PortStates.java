package io.verbena.shell.command.ports;

import io.verbena.diag.PortChange;
import io.verbena.diag.PortPlan;
import io.verbena.diag.PortReading;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.Result;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes ports one after the other; a failure of one does not prevent the others. */
final class PortStates {
    /**
     * The result of changing a port.
     *
     * @param node the name of the node
     * @param port the port number
     * @param route the route to the node
     * @param before the state and the physical state before the change
     * @param after the state and the physical state after the change; null if the port was not changed
     */
    record Outcome(
            String node,
            int port,
            String route,
            String before,
            @Nullable String after) {}

    private final MadTransactor mad;
    private final ChangeOptions changing;
    private final PrintWriter log;

    PortStates(MadTransactor mad, ChangeOptions changing, PrintWriter log) {
        this.mad = mad;
        this.changing = changing;
        this.log = log;
    }

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
