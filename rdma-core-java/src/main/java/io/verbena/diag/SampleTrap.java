package io.verbena.diag;

import io.verbena.device.EndPort;
import io.verbena.iba.CapabilityNoticeDetails;
import io.verbena.iba.KeyNoticeDetails;
import io.verbena.iba.Lid;
import io.verbena.iba.MKeyNoticeDetails;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NoticeType;
import io.verbena.iba.PortErrorNoticeDetails;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetNotice;
import io.verbena.iba.SubnetTrap;
import io.verbena.iba.SystemImageGuidNoticeDetails;
import io.verbena.spi.PortAttributes;

/**
 * Traps to try a subnet manager with. Each says of an end port of this host what has not happened; the port itself stands for
 * whoever sent and received the packet that a trap complains of (IBA 14.2.5.1).
 */
public enum SampleTrap {
    /** The node has another description. */
    NODE_DESC_CHANGE(SubnetTrap.CAPABILITY_CHANGE, NoticeType.INFORMATIONAL),
    /** Other speeds of its link are allowed. */
    LINK_SPEED_ENABLED_CHANGE(SubnetTrap.CAPABILITY_CHANGE, NoticeType.INFORMATIONAL),
    /** A port of it had too many errors of link integrity. */
    LOCAL_LINK_INTEGRITY(SubnetTrap.LINK_INTEGRITY_ERRORS, NoticeType.URGENT),
    /** The node has another system image GUID: the one that it has. */
    SYS_IMAGE_GUID_CHANGE(SubnetTrap.SYSTEM_IMAGE_GUID_CHANGE, NoticeType.INFORMATIONAL),
    /** A packet by LID had the wrong M_Key. */
    MKEY_LID(SubnetTrap.BAD_M_KEY, NoticeType.SECURITY),
    /** A packet by directed route had the wrong M_Key. */
    MKEY_DR(SubnetTrap.BAD_M_KEY, NoticeType.SECURITY),
    /** A packet had the wrong P_Key. */
    PKEY(SubnetTrap.BAD_P_KEY, NoticeType.SECURITY),
    /** A packet had the wrong Q_Key. */
    QKEY(SubnetTrap.BAD_Q_KEY, NoticeType.SECURITY);

    private static final int GENERAL_SERVICES = 1;

    private final SubnetTrap trap;
    private final NoticeType type;

    SampleTrap(SubnetTrap trap, NoticeType type) {
        this.trap = trap;
        this.type = type;
    }

    /** What it is about. */
    public SubnetTrap trap() {
        return trap;
    }

    /**
     * The notice that an end port sends.
     *
     * @param port the number of the port of its node that it complains of, where it does
     */
    public SubnetNotice notice(EndPort endPort, int port) {
        return new SubnetNotice()
                .isGeneric(1)
                .noticeType(type)
                .producerType(endPort.device().attributes().nodeType())
                .trapNumber(trap.code())
                .issuerLid(endPort.attributes().lid())
                .dataDetails(details(endPort, port).toBytes());
    }

    private Structure details(EndPort endPort, int port) {
        PortAttributes self = endPort.attributes();
        Lid lid = self.lid();
        return switch (this) {
            case NODE_DESC_CHANGE -> change(self).nodeDescriptionChange(1);
            case LINK_SPEED_ENABLED_CHANGE -> change(self).linkSpeedEnabledChange(1);
            case LOCAL_LINK_INTEGRITY -> new PortErrorNoticeDetails().lid(lid).portNum(port);
            case SYS_IMAGE_GUID_CHANGE ->
                new SystemImageGuidNoticeDetails()
                        .lid(lid)
                        .systemImageGuid(endPort.device().attributes().systemImageGuid());
            case MKEY_LID -> wrongKey(lid);
            case MKEY_DR ->
                wrongKey(lid).drSlid(Lid.PERMISSIVE).drNotice(1).drHopCount(1).drNoticeReturnPath(0, endPort.number());
            case PKEY, QKEY ->
                new KeyNoticeDetails()
                        .lid1(lid)
                        .lid2(lid)
                        .qp1(GENERAL_SERVICES)
                        .qp2(GENERAL_SERVICES)
                        .gid1(self.defaultGid())
                        .gid2(self.defaultGid());
        };
    }

    private static CapabilityNoticeDetails change(PortAttributes self) {
        return new CapabilityNoticeDetails()
                .lid(self.lid())
                .otherLocalChanges(1)
                .capabilityMaskBits(self.capabilityMask());
    }

    private static MKeyNoticeDetails wrongKey(Lid lid) {
        return new MKeyNoticeDetails().lid(lid).method(MadMethod.GET).attributeId(PortInfo.LAYOUT.attributeId());
    }
}
