package io.verbena.embedded.node;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.LinkDownDefaultState;
import io.verbena.iba.LinkSpeed;
import io.verbena.iba.LinkSpeedExtended;
import io.verbena.iba.LinkSpeedExtended2;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.Mtu;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.iba.VirtualLanes;
import io.verbena.iba.WireEnum;
import io.verbena.topology.Topology.TopologyPort;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates the PortInfo of a port as a subnet manager would leave it, and negotiates the width, speed and MTU of a link when it
 * trains (IBA 5.6.4, 14.2.5.6).
 */
final class PortInfos {
    /** The lanes of a port whose text does not mention them. */
    private static final Set<VirtualLanes> LANES_NOT_KNOWN = EnumSet.of(VirtualLanes.UNKNOWN, VirtualLanes.NO_CHANGE);

    private static final Set<PortCapability> CAPABILITIES = EnumSet.of(
            PortCapability.IS_NOTICE_SUPPORTED,
            PortCapability.IS_TRAP_SUPPORTED,
            PortCapability.IS_LED_INFO_SUPPORTED,
            PortCapability.IS_SL_MAPPING_SUPPORTED,
            PortCapability.IS_SYSTEM_IMAGE_GUID_SUPPORTED,
            PortCapability.IS_EXTENDED_SPEEDS_SUPPORTED,
            PortCapability.IS_CAPABILITY_MASK2_SUPPORTED,
            PortCapability.IS_CLIENT_REREGISTRATION_SUPPORTED);
    private static final Set<PortCapability2> CAPABILITIES2 = EnumSet.of(
            PortCapability2.IS_SET_NODE_DESCRIPTION_SUPPORTED,
            PortCapability2.IS_PORT_INFO_EXTENDED_SUPPORTED,
            PortCapability2.IS_LINK_WIDTH_2X_SUPPORTED,
            PortCapability2.IS_LINK_SPEED_HDR_SUPPORTED,
            PortCapability2.IS_LINK_SPEED_NDR_SUPPORTED,
            PortCapability2.IS_EXTENDED_SPEEDS2_SUPPORTED,
            PortCapability2.IS_LINK_SPEED_XDR_SUPPORTED);
    /** The value of LinkSpeedExtEnabled that disables extended speeds. */
    private static final int NO_EXTENDED_SPEED = 30;

    private static final List<LinkWidth> WIDEST_FIRST =
            List.of(LinkWidth.TWELVE, LinkWidth.EIGHT, LinkWidth.FOUR, LinkWidth.TWO, LinkWidth.ONE);
    private static final List<LaneSpeed> FASTEST_FIRST = List.of(
            LaneSpeed.XDR, LaneSpeed.NDR, LaneSpeed.HDR, LaneSpeed.EDR, LaneSpeed.FDR, LaneSpeed.QDR, LaneSpeed.DDR);
    private static final int BASIC_SPEEDS = 0b111;
    private static final int SUBNET_TIMEOUT = 18;
    private static final int RESPONSE_TIME = 16;
    private static final int ERROR_THRESHOLD = 8;
    private static final int HEAD_OF_QUEUE_LIFE = 16;
    private static final int STALL_COUNT = 7;
    private static final int ARBITRATION_ENTRIES = 8;

    // Most ports of a fabric are alike.
    private static final Map<List<Object>, PortInfo> CREATED = new ConcurrentHashMap<>();

    private PortInfos() {}

    /**
     * Creates the PortInfo of a port, without its states and addresses.
     *
     * @param model the link of the port in the topology; null if it has none
     * @param up whether the link is up
     */
    static PortInfo create(@Nullable TopologyPort model, boolean up) {
        LinkWidth width = model == null || model.width() == LinkWidth.UNKNOWN ? LinkWidth.FOUR : model.width();
        LaneSpeed speed = model == null ? LaneSpeed.SDR : model.speed();
        VirtualLanes lanes = model == null || LANES_NOT_KNOWN.contains(model.virtualLanes())
                ? VirtualLanes.VL0_TO_7
                : model.virtualLanes();
        // The key is a list, because the hash of a record takes some 20 ms at its first use.
        PortInfo known =
                CREATED.computeIfAbsent(List.of(width, speed, lanes, up), first -> create(width, speed, lanes, up));
        return PortInfo.LAYOUT.copy(known);
    }

    private static PortInfo create(LinkWidth width, LaneSpeed speed, VirtualLanes lanes, boolean up) {
        PortInfo info = new PortInfo();
        link(info, width, speed, lanes, up);
        return info.linkDownDefaultState(LinkDownDefaultState.POLLING)
                .mtuCap(Mtu.MTU_4096)
                .neighborMtu(Mtu.MTU_4096)
                .vlArbitrationHighCap(ARBITRATION_ENTRIES)
                .vlArbitrationLowCap(ARBITRATION_ENTRIES)
                .vlStallCount(STALL_COUNT)
                .hoqLife(HEAD_OF_QUEUE_LIFE)
                .subnetTimeout(SUBNET_TIMEOUT)
                .respTimeValue(RESPONSE_TIME)
                .localPhyErrors(ERROR_THRESHOLD)
                .overrunErrors(ERROR_THRESHOLD);
    }

    /**
     * Sets the width, speed and lanes. All speeds up to that of the model are supported; a link that is down has the
     * lowest speed.
     */
    private static void link(PortInfo info, LinkWidth width, LaneSpeed speed, VirtualLanes lanes, boolean up) {
        long widths = WireEnum.bitsOf(EnumSet.of(LinkWidth.ONE, LinkWidth.FOUR, width));
        info.linkWidthSupportedBits((int) widths)
                .linkWidthEnabledBits((int) widths)
                .linkWidthActive(up ? width : LinkWidth.FOUR)
                .vlCap(lanes)
                .operationalVls(lanes);
        speed.activate(info);
        // Each mask contains its highest code and all codes below.
        int extended = 2 * info.linkSpeedExtActiveBits() - 1;
        int extended2 = info.linkSpeedExtActive2Bits();
        info.linkSpeedSupportedBits(BASIC_SPEEDS)
                .linkSpeedEnabledBits(BASIC_SPEEDS)
                .linkSpeedExtSupportedBits(speed == LaneSpeed.XDR ? 0xf : Math.max(0, extended))
                .linkSpeedExtEnabledBits(speed == LaneSpeed.XDR ? 0xf : Math.max(0, extended))
                .linkSpeedExtSupported2Bits(extended2)
                .linkSpeedExtEnabled2Bits(extended2);
        if (!up) {
            LaneSpeed.SDR.activate(info);
        }
    }

    static void capabilities(PortInfo info, boolean manager, boolean managementPort) {
        Set<PortCapability> capabilities = EnumSet.copyOf(CAPABILITIES);
        Set<PortCapability2> more = EnumSet.copyOf(CAPABILITIES2);
        if (manager) {
            capabilities.add(PortCapability.IS_SM);
        }
        if (managementPort) {
            more.add(PortCapability2.IS_SWITCH_PORT_STATE_TABLE_SUPPORTED);
        } else {
            capabilities.add(PortCapability.IS_AUTOMATIC_MIGRATION_SUPPORTED);
            capabilities.add(PortCapability.IS_COMMUNICATION_MANAGEMENT_SUPPORTED);
        }
        info.capabilityMask(capabilities).capabilityMask2(more);
    }

    /** Sets both ends to the best values that both have enabled, and to no higher speed than the limit, if there is one. */
    static void agree(PortInfo one, PortInfo other, @Nullable LaneSpeed limit) {
        int widths = one.linkWidthEnabledBits() & other.linkWidthEnabledBits();
        LinkWidth width = WIDEST_FIRST.stream()
                .filter(each -> (widths & each.code()) != 0)
                .findFirst()
                .orElse(LinkWidth.ONE);
        LaneSpeed speed = FASTEST_FIRST.stream()
                .filter(each -> limit == null || each.compareTo(limit) <= 0)
                .filter(each -> enables(one, each) && enables(other, each))
                .findFirst()
                .orElse(LaneSpeed.SDR);
        Mtu mtu = one.mtuCapBits() < other.mtuCapBits() ? one.mtuCap() : other.mtuCap();
        for (PortInfo end : List.of(one, other)) {
            speed.activate(end);
            end.linkWidthActive(width).neighborMtu(mtu);
        }
    }

    private static boolean enables(PortInfo port, LaneSpeed speed) {
        int basic = port.linkSpeedEnabledBits();
        int extended = port.linkSpeedExtEnabledBits() == NO_EXTENDED_SPEED ? 0 : port.linkSpeedExtEnabledBits();
        int mask = switch (speed) {
            case XDR -> port.linkSpeedExtEnabled2Bits() & LinkSpeedExtended2.XDR.code();
            case NDR -> extended & LinkSpeedExtended.NDR.code();
            case HDR -> extended & LinkSpeedExtended.HDR.code();
            case EDR -> extended & LinkSpeedExtended.EDR.code();
            case FDR -> extended & LinkSpeedExtended.FDR.code();
            case QDR -> basic & LinkSpeed.QDR.code();
            case DDR -> basic & LinkSpeed.DDR.code();
            default -> 0;
        };
        return mask != 0;
    }

    static void rest(PortInfo port) {
        LaneSpeed.SDR.activate(port);
        port.linkWidthActive(LinkWidth.FOUR);
    }
}
