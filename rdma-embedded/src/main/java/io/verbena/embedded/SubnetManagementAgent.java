package io.verbena.embedded;

import io.verbena.iba.Guid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.topology.TopologyNode;
import java.nio.charset.StandardCharsets;

/** Answers the subnet management packets for one node (IBA 14.2). */
final class SubnetManagementAgent {
    private static final int VERSION = 1;
    private static final int RESPONSE = 0x80;
    private static final int PORT_BITS = 0xff;

    // By bit 31 of the modifier the asker says that it knows extended speeds, which every answer has here anyway.
    private static final long MODIFIER_BITS = 0x7fffffffL;

    private static final int LINEAR_ENTRIES = 0xc000;
    private static final int MULTICAST_ENTRIES = 0x1000;
    private static final int LIFE_TIME = 18;

    private final EmbeddedNode node;
    private final NodeInfo nodeInfo;
    private final NodeDescription description;

    SubnetManagementAgent(EmbeddedNode node) {
        this.node = node;
        TopologyNode model = node.model();
        Guid image = model.systemImageGuid().equals(Guid.ZERO) ? node.guid() : model.systemImageGuid();
        this.nodeInfo = new NodeInfo()
                .baseVersion(VERSION)
                .classVersion(VERSION)
                .nodeType(node.type())
                .numPorts(node.numPorts())
                .systemImageGuid(image)
                .nodeGuid(node.guid())
                .partitionCap(128)
                .deviceId(model.deviceId())
                .vendorId(model.vendorId());
        this.description = new NodeDescription().nodeString(cut(node.description(), NodeDescription.LENGTH));
    }

    /** The longest beginning that is no longer than this in UTF-8. */
    private static String cut(String text, int bytes) {
        int end = text.length();
        while (text.substring(0, end).getBytes(StandardCharsets.UTF_8).length > bytes) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end);
    }

    /**
     * Turns a request into its answer.
     *
     * @param arrival the port the request came in by
     * @return whether there is an answer
     */
    boolean answer(Packet packet, EmbeddedPort arrival) {
        MadHeader header = packet.header();
        int method = header.methodBits();
        if ((method & RESPONSE) != 0 || isAnnouncement(header.method())) {
            return false;
        }
        int status = status(packet, arrival);
        header.method(MadMethod.GET_RESPONSE).status(status);
        return true;
    }

    private static boolean isAnnouncement(MadMethod method) {
        return method == MadMethod.TRAP || method == MadMethod.TRAP_REPRESS || method == MadMethod.REPORT;
    }

    private int status(Packet packet, EmbeddedPort arrival) {
        MadHeader header = packet.header();
        if (header.baseVersion() != VERSION || header.classVersion() != VERSION) {
            return SmpStatus.BAD_VERSION;
        }
        if (header.method() != MadMethod.GET) {
            return SmpStatus.METHOD_NOT_SUPPORTED;
        }
        int attribute = header.attributeId();
        if (attribute == NodeInfo.LAYOUT.attributeId()) {
            packet.attribute(nodeInfo);
            packet.nodeInfo()
                    .localPortNum(arrival.number())
                    .portGuidBits(arrival.guid().bits());
            return SmpStatus.OK;
        }
        if (attribute == PortInfo.LAYOUT.attributeId()) {
            return portInfo(packet, arrival);
        }
        if (attribute == NodeDescription.LAYOUT.attributeId()) {
            packet.attribute(description);
            return SmpStatus.OK;
        }
        if (attribute == SwitchInfo.LAYOUT.attributeId() && node.forwards()) {
            packet.attribute(switchInfo());
            return SmpStatus.OK;
        }
        return SmpStatus.ATTRIBUTE_NOT_SUPPORTED;
    }

    private int portInfo(Packet packet, EmbeddedPort arrival) {
        long modifier = packet.header().attributeModifier() & MODIFIER_BITS;
        EmbeddedPort asked = modifier == 0 && !node.forwards() ? arrival : node.portOrNull((int) modifier & PORT_BITS);
        if (asked == null || modifier > PORT_BITS) {
            return SmpStatus.INVALID_VALUE;
        }
        packet.attribute(asked.info());
        packet.portInfo().localPortNum(arrival.number());
        return SmpStatus.OK;
    }

    Guid systemImageGuid() {
        return nodeInfo.systemImageGuid();
    }

    private SwitchInfo switchInfo() {
        return new SwitchInfo()
                .linearFdbCap(LINEAR_ENTRIES)
                .multicastFdbCap(MULTICAST_ENTRIES)
                .linearFdbTop(LINEAR_ENTRIES - 1)
                .lifeTimeValue(LIFE_TIME)
                .partitionEnforcementCap(32)
                .inboundEnforcementCap(1)
                .outboundEnforcementCap(1)
                .filterRawInboundCap(1)
                .filterRawOutboundCap(1)
                .enhancedPort0(node.model().enhancedPortZero() ? 1 : 0);
    }
}
