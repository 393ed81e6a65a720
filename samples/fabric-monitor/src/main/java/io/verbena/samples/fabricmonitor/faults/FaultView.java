package io.verbena.samples.fabricmonitor.faults;

import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedPort;
import org.jspecify.annotations.Nullable;

/**
 * A fault in force, as it is served.
 *
 * @param kind what kind of fault
 * @param node the GUID of the node it is of; null where it is of the fabric
 * @param port the number of the port it is of; null where it is of the node
 * @param text the whole of it in words
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
