package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.iba.VendorDiagnostics;

/** VendorDiag, IBA 14.2.5.14: nothing to tell, and no further block. */
final class VendorDiagnosticsAttribute implements Attribute {
    @Override
    public int get(Node node, Packet packet, Port arrival) {
        packet.attribute(new VendorDiagnostics());
        return Status.OK;
    }
}
