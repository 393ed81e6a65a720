package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.VendorDiagnostics;

/** VendorDiag (IBA 14.2.5.14), which is empty and has no further blocks. */
final class VendorDiagnosticsAttribute implements Attribute {
    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        packet.attribute(new VendorDiagnostics());
        return Status.OK;
    }
}
