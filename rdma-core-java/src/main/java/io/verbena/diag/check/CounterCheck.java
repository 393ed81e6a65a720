package io.verbena.diag.check;

import io.verbena.diag.ErrorThresholds;
import io.verbena.diag.check.CheckReport.CheckedNode;
import io.verbena.diag.check.CheckReport.CheckedNode.CheckedPort;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem;
import io.verbena.diag.check.CheckReport.CheckedNode.Problem.Kind;
import io.verbena.diag.check.CheckReport.Tally;
import io.verbena.diag.counters.ErrorCounter;
import io.verbena.diag.counters.ErrorSurveyReport;
import io.verbena.diag.counters.ErrorSurveyReport.CountedError;
import io.verbena.diag.counters.ErrorSurveyReport.NodeErrors;
import io.verbena.diag.counters.ErrorSurveyReport.PortErrors;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.PortCounters;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Converts error counters that exceed their thresholds to problems. */
public final class CounterCheck {
    private CounterCheck() {}

    /** Returns the problems of the counters of a port. */
    public static List<Problem> of(PortCounters counters, ErrorThresholds thresholds) {
        return Arrays.stream(ErrorCounter.values())
                .filter(counter -> counter.of(counters) > thresholds.of(counter.label()))
                .map(counter -> problem(counter.label(), counter.of(counters), thresholds))
                .toList();
    }

    /**
     * Adds the results of a counter survey to a check of a subnet.
     *
     * @param errors the survey of the same nodes
     * @param thresholds the thresholds of the survey
     */
    public static CheckReport with(
            CheckReport report, Subnet subnet, ErrorSurveyReport errors, ErrorThresholds thresholds) {
        Map<Guid, NodeErrors> byNode = new HashMap<>();
        errors.nodes().forEach(node -> byNode.put(node.guid(), node));
        List<CheckedNode> nodes = new ArrayList<>();
        for (CheckedNode node : report.nodes()) {
            Optional<NodeErrors> found = Optional.ofNullable(byNode.get(node.guid()));
            nodes.add(found.flatMap(errorsOfNode ->
                            subnet.node(node.guid()).map(known -> with(node, known, errorsOfNode, thresholds)))
                    .orElse(node));
        }
        Tally counters = new Tally(errors.portsChecked(), errors.badPorts());
        return new CheckReport(nodes, report.badNodes(), report.ports(), counters);
    }

    private static CheckedNode with(CheckedNode node, Node known, NodeErrors errors, ErrorThresholds thresholds) {
        Map<Integer, CheckedPort> ports = new TreeMap<>();
        node.ports().forEach(port -> ports.put(port.port(), port));
        for (PortErrors found : errors.ports()) {
            CheckedPort port =
                    ports.getOrDefault(found.port(), new CheckedPort(lid(known, found), found.port(), List.of()));
            List<Problem> problems = new ArrayList<>(port.problems());
            for (CountedError error : found.errors()) {
                problems.add(problem(error.counter(), error.value(), thresholds));
            }
            ports.put(found.port(), new CheckedPort(port.lid(), port.port(), problems));
        }
        return node.withPorts(List.copyOf(ports.values()));
    }

    private static Lid lid(Node node, PortErrors port) {
        return node.port(port.isSum() ? 0 : port.port()).map(Port::lid).orElse(Lid.NONE);
    }

    private static Problem problem(String counter, long value, ErrorThresholds thresholds) {
        return new Problem(Kind.COUNTER, counter, Long.toUnsignedString(value), String.valueOf(thresholds.of(counter)));
    }
}
