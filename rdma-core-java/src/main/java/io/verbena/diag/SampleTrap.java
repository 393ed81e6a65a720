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
 * Traps for tests of a subnet manager. Each reports a fictitious event of an end port of this host, which also stands
 * for the sender and the receiver of the offending packet (IBA 14.2.5.1).
 */
public enum SampleTrap {
    /** The description of the node has changed. */
    NODE_DESC_CHANGE(SubnetTrap.CAPABILITY_CHANGE, NoticeType.INFORMATIONAL),
    /** The enabled link speeds have changed. */
    LINK_SPEED_ENABLED_CHANGE(SubnetTrap.CAPABILITY_CHANGE, NoticeType.INFORMATIONAL),
    /** A port of the node had too many link integrity errors. */
    LOCAL_LINK_INTEGRITY(SubnetTrap.LINK_INTEGRITY_ERRORS, NoticeType.URGENT),
    /** The system image GUID has changed; the trap contains the current one. */
    SYS_IMAGE_GUID_CHANGE(SubnetTrap.SYSTEM_IMAGE_GUID_CHANGE, NoticeType.INFORMATIONAL),
    /** A LID-routed packet had an invalid M_Key. */
    MKEY_LID(SubnetTrap.BAD_M_KEY, NoticeType.SECURITY),
    /** A directed-route packet had an invalid M_Key. */
    MKEY_DR(SubnetTrap.BAD_M_KEY, NoticeType.SECURITY),
    /** A packet had an invalid P_Key. */
    PKEY(SubnetTrap.BAD_P_KEY, NoticeType.SECURITY),
    /** A packet had an invalid Q_Key. */
    QKEY(SubnetTrap.BAD_Q_KEY, NoticeType.SECURITY);

    private static final int GENERAL_SERVICES = 1;

    private final SubnetTrap trap;
    private final NoticeType type;

    SampleTrap(SubnetTrap trap, NoticeType type) {
        this.trap = trap;
        this.type = type;
    }

    /** Returns the type of the trap. */
    public SubnetTrap trap() {
        return trap;
    }

    /**
     * Returns the notice that an end port sends.
     *
     * @param port the number of the port that the trap reports, if it reports one
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
