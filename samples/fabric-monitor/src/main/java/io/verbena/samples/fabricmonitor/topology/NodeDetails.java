package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.LinkView.EndView;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.NodeView;
import io.verbena.subnet.Port;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node with its ports, as JSON.
 *
 * @param node the node
 * @param vendor the vendor ID
 * @param device the device ID
 * @param systemImageGuid the GUID of the system that contains the node
 * @param ports its ports by number; empty if the node is gone
 */
record NodeDetails(NodeView node, String vendor, String device, String systemImageGuid, List<PortDetails> ports) {

    /**
     * A port, as JSON.
     *
     * @param number the number of the port
     * @param state the logical state
     * @param physicalState the physical state
     * @param width the number of lanes
     * @param speed the speed of each lane
     * @param lid the LID
     * @param peer the other end of the link; null if there is none
     * @param errors the error counters above zero
     */
    record PortDetails(
            int number,
            String state,
            String physicalState,
            String width,
            String speed,
            int lid,
            @Nullable EndView peer,
            Map<String, Long> errors) {
        static PortDetails of(Port port, Map<String, Long> errors) {
            return new PortDetails(
                    port.number(),
                    port.state().text(),
                    port.info()
                            .map(PortInfo::portPhysicalState)
                            .map(PortPhysicalState::text)
                            .orElse("unknown"),
                    port.width().text(),
                    port.speed().name(),
                    port.lid().bits(),
                    port.peer()
                            .map(peer -> new EndView(
                                    peer.node().guid().toHex(), peer.node().description(), peer.number()))
                            .orElse(null),
                    errors);
        }
    }
}
