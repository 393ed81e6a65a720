package io.verbena.monitor.collect;

import io.verbena.diag.validate.FabricFinding;
import io.verbena.iba.NodeType;
import io.verbena.monitor.channel.ObservationChannel;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.spring.boot.event.SubnetEvent;
import io.verbena.spring.boot.event.SubnetEvent.ErrorThresholdEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingEvent;
import io.verbena.spring.boot.event.SubnetEvent.FindingResolvedEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkDownEvent;
import io.verbena.spring.boot.event.SubnetEvent.LinkUpEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetManagerChangedEvent;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshFailedEvent;
import io.verbena.spring.boot.event.SubnetEvent.TopologyChangedEvent;
import io.verbena.subnet.Port;
import io.verbena.subnet.diff.SubnetDiff.NodeDifference;
import java.time.Clock;
import java.util.Locale;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Publishes the events of the starter as observations. */
@Component
final class EventCollector {
    private final String subnet;
    private final ObservationChannel channel;
    private final Clock clock;

    EventCollector(CollectorProperties properties, ObservationChannel channel, Clock clock) {
        this.subnet = properties.subnet();
        this.channel = channel;
        this.clock = clock;
    }

    @EventListener
    void linkDown(LinkDownEvent event) {
        publish("link-down", "error", event, event.from());
    }

    @EventListener
    void linkUp(LinkUpEvent event) {
        publish("link-up", "info", event, event.from());
    }

    @EventListener
    void errors(ErrorThresholdEvent event) {
        publish("error-threshold", "warning", event, event.port());
    }

    @EventListener
    void manager(SubnetManagerChangedEvent event) {
        publish("subnet-manager", event.after().isReachable() ? "info" : "error", "", 0, event.text());
    }

    /** Publishes nodes only, because links have events of their own. */
    @EventListener
    void topology(TopologyChangedEvent event) {
        for (NodeDifference difference : event.difference().nodes()) {
            String guid = difference.node().guid().toHex();
            String name = (difference.node().type() == NodeType.SWITCH ? "switch " : "") + difference.node();
            if (difference.after().isEmpty()) {
                publish("node-lost", "error", guid, 0, "node lost: " + name);
            } else if (difference.before().isEmpty()) {
                publish("node-found", "info", guid, 0, "node found: " + name);
            }
        }
    }

    @EventListener
    void failed(SubnetRefreshFailedEvent event) {
        publish("sweep-failed", "error", "", 0, event.text());
    }

    @EventListener
    void found(FindingEvent event) {
        publish("finding", severity(event.finding()), event, event.finding());
    }

    @EventListener
    void resolved(FindingResolvedEvent event) {
        publish("finding-resolved", "info", event, event.finding());
    }

    private static String severity(FabricFinding finding) {
        return finding.severity().name().toLowerCase(Locale.ROOT);
    }

    private void publish(String kind, String severity, SubnetEvent event, Port port) {
        publish(kind, severity, port.node().guid().toHex(), port.number(), event.text());
    }

    private void publish(String kind, String severity, SubnetEvent event, FabricFinding finding) {
        if (finding.affected().isEmpty()) {
            publish(kind, severity, "", 0, event.text());
        } else {
            FabricFinding.Affected first = finding.affected().get(0);
            Integer port = first.port();
            publish(kind, severity, first.node().toHex(), port == null ? 0 : port, event.text());
        }
    }

    private void publish(String kind, String severity, String node, int port, String text) {
        channel.publish(new MonitorEvent(subnet, clock.instant(), kind, severity, node, port, text));
    }
}
