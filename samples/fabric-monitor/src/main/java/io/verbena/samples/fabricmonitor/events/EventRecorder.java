package io.verbena.samples.fabricmonitor.events;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricFinding.Affected;
import io.verbena.samples.fabricmonitor.events.FindingsController.FindingsView;
import io.verbena.samples.fabricmonitor.events.History.HistoryEntry.Severity;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.TopologyUpdate;
import io.verbena.spring.boot.event.SubnetEvent;
import io.verbena.spring.boot.event.SubnetEvent.ErrorThresholdEvent;
import io.verbena.spring.boot.event.SubnetEvent.FabricValidatedEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingResolvedEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkDownEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkUpEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetManagerChangedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshFailedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshedEvent;
import io.verbena.spring.boot.event.SubnetEvent.TopologyChangedEvent;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.diff.SubnetDiff.NodeDifference;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Writes the events of the subnet to the history and the log, and sends them to open pages. */
@Component
class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int MAX_NODES = 10;

    private final History history;
    private final EventStream stream;
    private volatile boolean failing;

    EventRecorder(History history, EventStream stream) {
        this.history = history;
        this.stream = stream;
    }

    @EventListener
    void linkDown(LinkDownEvent event) {
        record(event, Severity.ERROR, event.from());
    }

    @EventListener
    void linkUp(LinkUpEvent event) {
        record(event, Severity.GOOD, event.from());
    }

    @EventListener
    void tooManyErrors(ErrorThresholdEvent event) {
        record(event, Severity.WARNING, event.port());
    }

    @EventListener
    void managerChanged(SubnetManagerChangedEvent event) {
        Severity severity = event.after().isReachable() ? Severity.NOTE : Severity.ERROR;
        record(event, severity, event.text(), null, null);
    }

    /** Records only nodes, because links have their own events. */
    @EventListener
    void topologyChanged(TopologyChangedEvent event) {
        List<NodeDifference> lost = event.difference().nodes().stream()
                .filter(node -> node.after().isEmpty())
                .toList();
        List<NodeDifference> found = event.difference().nodes().stream()
                .filter(node -> node.before().isEmpty())
                .toList();
        recordNodes(event, Severity.ERROR, "node lost: ", lost);
        recordNodes(event, Severity.GOOD, "node found: ", found);
    }

    private void recordNodes(SubnetEvent event, Severity severity, String what, List<NodeDifference> nodes) {
        for (NodeDifference difference : nodes.subList(0, Math.min(MAX_NODES, nodes.size()))) {
            Node node = difference.node();
            record(event, severity, what + node, node.guid().toHex(), null);
        }
        if (nodes.size() > MAX_NODES) {
            record(event, severity, what + (nodes.size() - MAX_NODES) + " more", null, null);
        }
    }

    /** Records a failure once, however long it lasts. */
    @EventListener
    void refreshFailed(SubnetRefreshFailedEvent event) {
        if (!failing) {
            failing = true;
            record(event, Severity.ERROR, event.text(), null, null);
        }
    }

    @EventListener
    void refreshed(SubnetRefreshedEvent event) {
        if (failing) {
            failing = false;
            record(event, Severity.GOOD, event.text(), null, null);
        }
    }

    @EventListener
    void found(FindingEvent event) {
        record(event, severity(event.finding()), event.finding());
    }

    @EventListener
    void resolved(FindingResolvedEvent event) {
        record(event, Severity.GOOD, event.finding());
    }

    @EventListener
    void validated(FabricValidatedEvent event) {
        stream.send("validated", FindingsView.of(event.validation()));
    }

    private static Severity severity(FabricFinding finding) {
        return switch (finding.severity()) {
            case ERROR -> Severity.ERROR;
            case WARNING -> Severity.WARNING;
            case INFO -> Severity.NOTE;
        };
    }

    private void record(SubnetEvent event, Severity severity, FabricFinding finding) {
        Affected first = finding.affected().stream().findFirst().orElse(null);
        record(
                event,
                severity,
                event.text(),
                first == null ? null : first.node().toHex(),
                first == null ? null : first.port());
    }

    @EventListener
    void updated(TopologyUpdate update) {
        stream.send("topology", update);
    }

    private void record(SubnetEvent event, Severity severity, Port port) {
        record(event, severity, event.text(), port.node().guid().toHex(), port.number());
    }

    private void record(
            SubnetEvent event, Severity severity, String text, @Nullable String node, @Nullable Integer port) {
        String sentence = Character.toUpperCase(text.charAt(0)) + text.substring(1);
        if (severity == Severity.ERROR || severity == Severity.WARNING) {
            LOG.warn("{}", sentence);
        } else {
            LOG.info("{}", sentence);
        }
        stream.send("history", history.add(event.at(), severity, sentence, node, port));
    }
}
