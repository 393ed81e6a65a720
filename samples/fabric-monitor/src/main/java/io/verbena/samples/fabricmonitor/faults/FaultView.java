package io.verbena.samples.fabricmonitor.faults;

import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedPort;
import org.jspecify.annotations.Nullable;

/**
 * An active fault, as JSON.
 *
 * @param kind the kind of fault
 * @param node the GUID of the node; null for a fault of the fabric
 * @param port the number of the port; null for a fault of the node
 * @param text the description
 */
record FaultView(
        String kind, @Nullable String node, @Nullable Integer port, String text) {
    static FaultView of(EmbeddedFault fault) {
        return new FaultView(
                fault.kind().name(),
                fault.node().map(node -> node.guid().toHex()).orElse(null),
                fault.port().map(EmbeddedPort::number).orElse(null),
                fault.toString());
    }
}
