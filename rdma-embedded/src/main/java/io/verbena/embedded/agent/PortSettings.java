package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkDownDefaultState;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.VirtualLanes;

/** Applies a SubnSet(PortInfo) to a port (IBA 14.2.5.6), completely or, if a part of it is invalid, not at all. */
final class PortSettings {
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
                && isEnabled(wanted.linkSpeedExtEnabled2Bits(), info.linkSpeedExtSupported2Bits(), ALL_EXTENDED_SPEEDS2)
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
        if (wanted.linkWidthEnabledBits() != 0) {
            info.linkWidthEnabledBits(
                    wanted.linkWidthEnabledBits() == ALL_WIDTHS
                            ? info.linkWidthSupportedBits()
                            : wanted.linkWidthEnabledBits());
        }
        return info.linkWidthEnabledBits() != before;
    }

    private boolean speeds() {
        int before = speedsEnabled();
        if (wanted.linkSpeedEnabledBits() != 0) {
            info.linkSpeedEnabledBits(
                    wanted.linkSpeedEnabledBits() == ALL_SPEEDS
                            ? info.linkSpeedSupportedBits()
                            : wanted.linkSpeedEnabledBits());
        }
        if (wanted.linkSpeedExtEnabledBits() != 0) {
            info.linkSpeedExtEnabledBits(
                    wanted.linkSpeedExtEnabledBits() == ALL_EXTENDED_SPEEDS
                            ? info.linkSpeedExtSupportedBits()
                            : wanted.linkSpeedExtEnabledBits());
        }
        if (wanted.linkSpeedExtEnabled2Bits() != 0) {
            info.linkSpeedExtEnabled2Bits(
                    wanted.linkSpeedExtEnabled2Bits() == ALL_EXTENDED_SPEEDS2
                            ? info.linkSpeedExtSupported2Bits()
                            : wanted.linkSpeedExtEnabled2Bits());
        }
        return speedsEnabled() != before;
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
