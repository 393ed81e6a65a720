package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.PortPartitionKeys;
import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.FecMode;
import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LedInfo;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkDownDefaultState;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoExtended;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;
import io.verbena.topology.Topology.TopologyPort;
import org.jspecify.annotations.Nullable;

/** The attributes of subnet management that describe a port, except for its virtual lanes. */
record PortHandlers(Traps traps) {
    private static final int HALF = 0xffff;
    private static final int PORT_BITS = 0xff;
    // Bit 31 of the modifier indicates that the client knows extended speeds, which every response contains.
    private static final long MODIFIER_BITS = 0x7fffffffL;
    private static final int FEC_MODES_SUPPORTED = 1;
    private static final int FIRECODE = 1 << 1;
    private static final int RS = 1 << 2;
    private static final int MELLANOX = 0x2c9;
    private static final int FDR10 = 1;

    void addTo(ClassAgent agent) {
        agent.add(PortInfo.LAYOUT, this::portInfo, this::setPortInfo);
        agent.add(
                PortInfoExtended.LAYOUT,
                ofPort((node, packet, port) -> ClassAgent.answered(packet, extended(node, port))),
                ofPort(PortHandlers::setExtended));
        agent.add(MlnxExtPortInfo.LAYOUT, PortHandlers::mellanoxExtended);
        agent.add(GuidInfo.LAYOUT, PortHandlers::guids, PortHandlers::setGuids);
        agent.add(
                PKeyTable.LAYOUT,
                of(PortHandlers::portOfKeys, PortHandlers::partitionKeys),
                of(PortHandlers::portOfKeys, PortHandlers::setPartitionKeys));
        agent.add(LedInfo.LAYOUT, ofPort(PortHandlers::led), ofPort(PortHandlers::setLed));
    }

    @FunctionalInterface
    interface Selection {
        @Nullable FabricPort port(FabricNode node, MadPacket packet, FabricPort arrival);
    }

    /** Returns a handler that gets the selected port instead of the one at which the request arrived. */
    static ClassAgent.Handler of(Selection selection, ClassAgent.Handler handler) {
        return (node, packet, arrival) -> {
            FabricPort port = selection.port(node, packet, arrival);
            return port == null ? Status.INVALID_VALUE : handler.handle(node, packet, port);
        };
    }

    private static ClassAgent.Handler ofPort(ClassAgent.Handler handler) {
        return of(PortHandlers::selected, handler);
    }

    private static @Nullable FabricPort selected(FabricNode node, MadPacket packet, FabricPort arrival) {
        return port(node, packet.header().attributeModifier(), arrival);
    }

    /**
     * Returns the port with a number; for 0 on a channel adapter, the port at which the packet arrived. Returns null if
     * there is no such port.
     */
    private static @Nullable FabricPort port(FabricNode node, long number, FabricPort arrival) {
        if (number == 0 && !node.forwards()) {
            return arrival;
        }
        return number > PORT_BITS ? null : node.port((int) number);
    }

    /** Returns the port with a number on a switch; on a channel adapter, the port at which the packet arrived. */
    static @Nullable FabricPort portOfSwitch(FabricNode node, long number, FabricPort arrival) {
        return node.forwards() ? port(node, number, arrival) : arrival;
    }

    /** PortInfo (IBA 14.2.5.6). */
    private int portInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort asked = port(node, packet.header().attributeModifier() & MODIFIER_BITS, arrival);
        if (asked == null) {
            return Status.INVALID_VALUE;
        }
        answer(packet, asked, arrival);
        return Status.OK;
    }

    private int setPortInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort asked = port(node, packet.header().attributeModifier() & MODIFIER_BITS, arrival);
        if (asked == null) {
            return Status.INVALID_VALUE;
        }
        PortInfo wanted = PortInfo.LAYOUT.copy(packet.attribute(PortInfo.LAYOUT));
        boolean valid = PortSettings.areValid(asked, wanted);
        if (valid) {
            new PortSettings(asked, wanted, traps).apply();
            if (wanted.clientReregister() == 1) {
                asked.reregister();
            }
        }
        answer(packet, asked, arrival);
        packet.attribute(PortInfo.LAYOUT).clientReregister(valid ? wanted.clientReregister() : 0);
        return valid ? Status.OK : Status.INVALID_VALUE;
    }

    private static void answer(MadPacket packet, FabricPort asked, FabricPort arrival) {
        PortInfo info = asked.info();
        packet.attribute(info);
        PortInfo answer = packet.attribute(PortInfo.LAYOUT).localPortNum(arrival.number());
        // The M_Key is visible to clients that know it, and to all at protection level 0.
        if (info.mKeyProtectBits() != 0 && info.mKey() != packet.mKey()) {
            answer.mKey(0);
        }
    }

    private static int setExtended(FabricNode node, MadPacket packet, FabricPort port) {
        PortInfoExtended wanted = packet.attribute(PortInfoExtended.LAYOUT);
        PortInfoExtended info = extended(node, port);
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
        return ClassAgent.answered(packet, info);
    }

    /** PortInfoExtended (IBA 14.2.5.19): the forward error correction that the speed of the link requires. */
    private static PortInfoExtended extended(FabricNode node, FabricPort port) {
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
                port.isUp() && !port.isManagementPort() ? fecMode(LaneSpeed.active(port.info())) : FecMode.NONE);
    }

    private static FecMode fecMode(LaneSpeed speed) {
        return switch (speed) {
            case FDR -> FecMode.FIRECODE;
            case EDR, HDR -> FecMode.RS_FEC;
            case NDR, XDR -> FecMode.RS_FEC_544_514;
            default -> FecMode.NONE;
        };
    }

    /** MLNXExtPortInfo: whether the link runs at FDR10, which PortInfo shows as QDR. Only Mellanox nodes have it. */
    private static int mellanoxExtended(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (node.model().vendorId() != MELLANOX) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        FabricPort port = selected(node, packet, arrival);
        if (port == null) {
            return Status.INVALID_VALUE;
        }
        TopologyPort model = port.model();
        MlnxExtPortInfo info = new MlnxExtPortInfo();
        if (model != null && model.speed() == LaneSpeed.FDR10) {
            info.linkSpeedSupported(FDR10).linkSpeedEnabled(FDR10).linkSpeedActive(port.isUp() ? FDR10 : 0);
        }
        return ClassAgent.answered(packet, info);
    }

    /** GUIDInfo (IBA 14.2.5.5), with a single block. The first GUID is the port GUID and cannot be set. */
    private static int guids(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (packet.header().attributeModifier() != 0) {
            return Status.INVALID_VALUE;
        }
        GuidInfo info = new GuidInfo();
        long[] guids = node.managed(arrival).guids();
        for (int i = 0; i < guids.length; i++) {
            info.guid(i, Guid.of(guids[i]));
        }
        return ClassAgent.answered(packet, info);
    }

    private static int setGuids(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (packet.header().attributeModifier() != 0) {
            return Status.INVALID_VALUE;
        }
        long[] guids = node.managed(arrival).guids();
        GuidInfo wanted = packet.attribute(GuidInfo.LAYOUT);
        for (int i = 1; i < guids.length; i++) {
            guids[i] = wanted.guid(i).bits();
        }
        node.managed(arrival).changed(FabricPort.Change.GIDS);
        return guids(node, packet, arrival);
    }

    /**
     * P_KeyTable (IBA 14.2.5.7). The lower half of the modifier selects the block, the upper half the port of a switch.
     */
    private static int partitionKeys(FabricNode node, MadPacket packet, FabricPort port) {
        PKeyTable table = new PKeyTable();
        for (int i = 0; i < PortPartitionKeys.BLOCK; i++) {
            table.pKey(i, port.keys().get(firstKey(packet) + i));
        }
        return ClassAgent.answered(packet, table);
    }

    private static int setPartitionKeys(FabricNode node, MadPacket packet, FabricPort port) {
        PKeyTable wanted = packet.attribute(PKeyTable.LAYOUT);
        for (int i = 0; i < PortPartitionKeys.BLOCK; i++) {
            port.keys().set(firstKey(packet) + i, wanted.pKey(i));
        }
        port.changed(FabricPort.Change.PARTITION_KEYS);
        return Status.OK;
    }

    private static @Nullable FabricPort portOfKeys(FabricNode node, MadPacket packet, FabricPort arrival) {
        FabricPort port = portOfSwitch(node, packet.header().attributeModifier() >>> Short.SIZE, arrival);
        return port == null || firstKey(packet) >= port.keys().capacity() ? null : port;
    }

    private static int firstKey(MadPacket packet) {
        return (int) (packet.header().attributeModifier() & HALF) * PortPartitionKeys.BLOCK;
    }

    /** LedInfo (IBA 14.2.5.15): whether the LED of a port is on. */
    private static int led(FabricNode node, MadPacket packet, FabricPort port) {
        byte[] kept = node.kept(LedInfo.LAYOUT.attributeId(), port.number());
        return ClassAgent.answered(packet, kept == null ? new byte[LedInfo.LENGTH] : kept);
    }

    private static int setLed(FabricNode node, MadPacket packet, FabricPort port) {
        LedInfo led = new LedInfo().ledMask(packet.attribute(LedInfo.LAYOUT).ledMask());
        node.keep(LedInfo.LAYOUT.attributeId(), port.number(), led.toBytes());
        return led(node, packet, port);
    }

    /** Applies a SubnSet(PortInfo) to a port (IBA 14.2.5.6), completely or, if a part of it is invalid, not at all. */
    private static final class PortSettings {
        private static final int ALL_WIDTHS = 0xff;
        private static final int ALL_SPEEDS = 0xf;
        private static final int NO_EXTENDED_SPEED = 30;
        private static final int ALL_EXTENDED_SPEEDS = 31;
        private static final int ALL_EXTENDED_SPEEDS2 = 7;

        private final FabricPort port;
        private final PortInfo info;
        private final PortInfo wanted;
        private final Traps traps;

        PortSettings(FabricPort port, PortInfo wanted, Traps traps) {
            this.port = port;
            this.info = port.info();
            this.wanted = wanted;
            this.traps = traps;
        }

        static boolean areValid(FabricPort port, PortInfo wanted) {
            PortInfo info = port.info();
            return isValidState(port, wanted)
                    && (!hasAddress(port) || isValidAddress(wanted))
                    && isEnabled(wanted.linkWidthEnabledBits(), info.linkWidthSupportedBits(), ALL_WIDTHS)
                    && isEnabled(wanted.linkSpeedEnabledBits(), info.linkSpeedSupportedBits(), ALL_SPEEDS)
                    && (wanted.linkSpeedExtEnabledBits() == NO_EXTENDED_SPEED
                            || isEnabled(
                                    wanted.linkSpeedExtEnabledBits(),
                                    info.linkSpeedExtSupportedBits(),
                                    ALL_EXTENDED_SPEEDS))
                    && isEnabled(
                            wanted.linkSpeedExtEnabled2Bits(), info.linkSpeedExtSupported2Bits(), ALL_EXTENDED_SPEEDS2)
                    && wanted.linkDownDefaultStateBits() <= LinkDownDefaultState.POLLING.code()
                    && wanted.neighborMtuBits() <= info.mtuCapBits()
                    && wanted.operationalVlsBits() <= info.vlCapBits();
        }

        private static boolean isEnabled(int wanted, int supported, int all) {
            return wanted == all || (wanted & ~supported) == 0;
        }

        private static boolean isValidState(FabricPort port, PortInfo wanted) {
            boolean physical = switch (wanted.portPhysicalState()) {
                case NO_CHANGE -> true;
                case SLEEP, POLLING, DISABLED -> !port.isManagementPort();
                default -> false;
            };
            return physical
                    && switch (wanted.portState()) {
                        case NO_CHANGE -> true;
                        case DOWN -> !port.isManagementPort();
                        case ARMED -> port.state() == PortState.INITIALIZE || port.state() == PortState.ARMED;
                        case ACTIVE -> port.state() == PortState.ARMED;
                        default -> false;
                    };
        }

        private static boolean isValidAddress(PortInfo wanted) {
            Lid lid = wanted.lid();
            return lid.isUnicast()
                    && (lid.bits() & (1 << wanted.lmc()) - 1) == 0
                    && lid.bits() + (1 << wanted.lmc()) <= Lid.FIRST_MULTICAST.bits()
                    && (wanted.masterSmLid().isUnicast() || wanted.masterSmLid().equals(Lid.NONE));
        }

        private static boolean hasAddress(FabricPort port) {
            return !port.node().forwards() || port.isManagementPort();
        }

        void apply() {
            if (hasAddress(port)) {
                address();
            }
            lanes();
            violations();
            boolean width = widths();
            boolean speed = speeds();
            if (width || speed) {
                traps.localChange(
                        port,
                        new CapabilityNoticeDetails()
                                .linkWidthEnabledChange(width ? 1 : 0)
                                .linkSpeedEnabledChange(speed ? 1 : 0));
            }
            states();
        }

        private void address() {
            port.assign(wanted.lid().bits(), wanted.lmc());
            port.managedFrom(wanted.masterSmLid().bits());
            info.mKey(wanted.mKey())
                    .gidPrefix(wanted.gidPrefix())
                    .masterSmSl(wanted.masterSmSl())
                    .mKeyLeasePeriod(wanted.mKeyLeasePeriod())
                    .mKeyProtectBits(wanted.mKeyProtectBits())
                    .subnetTimeout(wanted.subnetTimeout())
                    .initType(wanted.initType());
        }

        private void lanes() {
            if (wanted.linkDownDefaultState() != LinkDownDefaultState.NO_CHANGE) {
                info.linkDownDefaultState(wanted.linkDownDefaultState());
            }
            if (wanted.neighborMtuBits() != 0) {
                info.neighborMtu(wanted.neighborMtu());
            }
            if (wanted.operationalVls() != VirtualLanes.NO_CHANGE) {
                info.operationalVls(wanted.operationalVls());
            }
            info.vlHighLimit(wanted.vlHighLimit())
                    .vlStallCount(wanted.vlStallCount())
                    .hoqLife(wanted.hoqLife())
                    .partitionEnforcementInbound(wanted.partitionEnforcementInbound())
                    .partitionEnforcementOutbound(wanted.partitionEnforcementOutbound())
                    .filterRawInbound(wanted.filterRawInbound())
                    .filterRawOutbound(wanted.filterRawOutbound())
                    .localPhyErrors(wanted.localPhyErrors())
                    .overrunErrors(wanted.overrunErrors());
        }

        private void violations() {
            info.mKeyViolations(wanted.mKeyViolations())
                    .pKeyViolations(wanted.pKeyViolations())
                    .qKeyViolations(wanted.qKeyViolations());
        }

        private boolean widths() {
            int before = info.linkWidthEnabledBits();
            info.linkWidthEnabledBits(
                    enabled(wanted.linkWidthEnabledBits(), ALL_WIDTHS, info.linkWidthSupportedBits(), before));
            return info.linkWidthEnabledBits() != before;
        }

        private boolean speeds() {
            int before = speedsEnabled();
            info.linkSpeedEnabledBits(enabled(
                            wanted.linkSpeedEnabledBits(),
                            ALL_SPEEDS,
                            info.linkSpeedSupportedBits(),
                            info.linkSpeedEnabledBits()))
                    .linkSpeedExtEnabledBits(enabled(
                            wanted.linkSpeedExtEnabledBits(),
                            ALL_EXTENDED_SPEEDS,
                            info.linkSpeedExtSupportedBits(),
                            info.linkSpeedExtEnabledBits()))
                    .linkSpeedExtEnabled2Bits(enabled(
                            wanted.linkSpeedExtEnabled2Bits(),
                            ALL_EXTENDED_SPEEDS2,
                            info.linkSpeedExtSupported2Bits(),
                            info.linkSpeedExtEnabled2Bits()));
            return speedsEnabled() != before;
        }

        /** Returns the bits to enable. The value 0 changes nothing. */
        private static int enabled(int wanted, int all, int supported, int before) {
            return wanted == 0 ? before : wanted == all ? supported : wanted;
        }

        private int speedsEnabled() {
            return info.linkSpeedEnabledBits() << Short.SIZE
                    | info.linkSpeedExtEnabledBits() << Byte.SIZE
                    | info.linkSpeedExtEnabled2Bits();
        }

        private void states() {
            if (wanted.portPhysicalState() != PortPhysicalState.NO_CHANGE) {
                port.drop(wanted.portPhysicalState());
                port.train();
            } else if (wanted.portState() == PortState.DOWN) {
                if (port.isUp()) {
                    port.drop(PortPhysicalState.POLLING);
                    port.train();
                }
            }
            if (wanted.portState() == PortState.ARMED || wanted.portState() == PortState.ACTIVE) {
                port.state(wanted.portState());
            }
        }
    }
}
