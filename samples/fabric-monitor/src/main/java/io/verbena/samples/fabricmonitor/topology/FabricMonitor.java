package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.Guid;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.NodeView;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.TopologyUpdate;
import io.verbena.samples.fabricmonitor.topology.NodeDetails.PortDetails;
import io.verbena.spring.boot.event.SubnetEvent.SubnetRefreshedEvent;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.Node;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Keeps the known state of the fabric, and notifies listeners of each reading. Instances are thread-safe. */
@Component
public class FabricMonitor {
    private final ApplicationEventPublisher publisher;
    private volatile @Nullable SubnetSnapshot snapshot;
    private volatile FabricTopology latest = FabricTopology.nothing();

    FabricMonitor(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @EventListener
    void refreshed(SubnetRefreshedEvent event) {
        FabricTopology before = latest;
        FabricTopology after = TopologyBuilder.of(before, event.snapshot());
        latest = after;
        snapshot = event.snapshot();
        publisher.publishEvent(TopologyUpdate.between(before, after));
    }

    /** Returns the known state; empty before the first reading has ended. */
    public Optional<FabricTopology> latest() {
        return Optional.of(latest).filter(known -> snapshot != null);
    }

    /** Returns a node with its ports; empty if it was never seen. */
    Optional<NodeDetails> node(String guid) {
        SubnetSnapshot current = snapshot;
        return current == null
                ? Optional.empty()
                : latest.nodes().stream()
                        .filter(node -> node.guid().equals(guid))
                        .findFirst()
                        .map(node -> details(node, current));
    }

    private static NodeDetails details(NodeView view, SubnetSnapshot current) {
        Optional<Node> found = current.subnet().node(Guid.parse(view.guid()));
        return new NodeDetails(
                view,
                found.map(node -> "0x%06x".formatted(node.info().vendorId())).orElse(""),
                found.map(node -> "0x%04x".formatted(node.info().deviceId())).orElse(""),
                found.map(node -> node.info().systemImageGuid().toHex()).orElse(""),
                found.map(node -> node.ports().stream()
                                .map(port -> PortDetails.of(port, Errors.of(current, port)))
                                .toList())
                        .orElse(List.of()));
    }
}
