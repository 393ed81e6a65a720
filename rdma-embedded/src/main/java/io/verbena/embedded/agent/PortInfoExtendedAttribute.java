package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.iba.FecMode;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.PortInfoExtended;

/** PortInfoExtended (IBA 14.2.5.19): the forward error correction that the speed of the link requires. */
final class PortInfoExtendedAttribute implements Attribute {
    private static final int FEC_MODES_SUPPORTED = 1;
    private static final int FIRECODE = 1 << 1;
    private static final int RS = 1 << 2;

    @Override
    public int get(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        packet.attribute(info(node, port));
        return Status.OK;
    }

    @Override
    public int set(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = PortSelection.of(node, packet.header().attributeModifier(), arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        PortInfoExtended wanted = packet.attribute(PortInfoExtended.LAYOUT);
        PortInfoExtended info = info(node, port);
        boolean valid = (wanted.fdrFecModeEnabled() & ~info.fdrFecModeSupported()) == 0
                && (wanted.edrFecModeEnabled() & ~info.edrFecModeSupported()) == 0
                && (wanted.hdrFecModeEnabled() & ~info.hdrFecModeSupported()) == 0
                && (wanted.ndrFecModeEnabled() & ~info.ndrFecModeSupported()) == 0;
        if (!valid) {
            return Status.INVALID_VALUE;
        }
        info.fdrFecModeEnabled(wanted.fdrFecModeEnabled())
                .edrFecModeEnabled(wanted.edrFecModeEnabled())
                .hdrFecModeEnabled(wanted.hdrFecModeEnabled())
                .ndrFecModeEnabled(wanted.ndrFecModeEnabled());
        node.keep(PortInfoExtended.LAYOUT.attributeId(), port.number(), info.toBytes());
        packet.attribute(info);
        return Status.OK;
    }

    private static PortInfoExtended info(FabricNode node, FabricPort port) {
        byte[] kept = node.kept(PortInfoExtended.LAYOUT.attributeId(), port.number());
        PortInfoExtended info = kept == null
                ? new PortInfoExtended()
                        .capabilityMask(FEC_MODES_SUPPORTED)
                        .fdrFecModeSupported(FIRECODE)
                        .edrFecModeSupported(RS)
                        .hdrFecModeSupported(RS)
                        .ndrFecModeSupported(RS)
                : PortInfoExtended.LAYOUT.wrapWritable(kept.clone(), 0);
        return info.fecModeActive(
                port.isUp() && !port.isManagementPort() ? active(LaneSpeed.active(port.info())) : FecMode.NONE);
    }

    private static FecMode active(LaneSpeed speed) {
        return switch (speed) {
            case FDR -> FecMode.FIRECODE;
            case EDR, HDR -> FecMode.RS_FEC;
            case NDR, XDR -> FecMode.RS_FEC_544_514;
            default -> FecMode.NONE;
        };
    }
}
