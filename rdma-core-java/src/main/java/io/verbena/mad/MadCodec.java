package io.verbena.mad;

import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.RmppCommonHeader;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.path.DirectedPath;
import java.util.EnumSet;

/** Writes requests: 256 bytes with everything but the transaction ID. */
final class MadCodec {
    /** The length of a datagram. */
    static final int LENGTH = DirectedRouteSmp.LENGTH;

    // Where the reader looks into a datagram that is still in the ring of its channel.
    static final int METHOD = offset(MadHeader.LAYOUT, "method");
    static final int STATUS = offset(MadHeader.LAYOUT, "status");
    static final int TRANSACTION_ID = offset(MadHeader.LAYOUT, "transactionId");
    static final int ATTRIBUTE_ID = offset(MadHeader.LAYOUT, "attributeId");
    static final int BASE_VERSION_AT = offset(MadHeader.LAYOUT, "baseVersion");
    static final int MANAGEMENT_CLASS = offset(MadHeader.LAYOUT, "managementClass");
    static final int CLASS_VERSION = offset(MadHeader.LAYOUT, "classVersion");
    static final int RMPP_TYPE = offset(RmppData.LAYOUT, "rmppType");
    static final int RMPP_FLAGS = offset(RmppData.LAYOUT, "rmppFlags");
    static final int RMPP_PAYLOAD_LENGTH = offset(RmppData.LAYOUT, "payloadLength");
    static final int ATTRIBUTE_OFFSET = offset(SubnetAdministrationMad.LAYOUT, "attributeOffset");

    /** The bit that makes an answer of a method (IBA 13.4.5). */
    static final int RESPONSE = 0x80;

    private static final int WITHOUT_DIRECTION = 0x7fff;

    static final int BASE_VERSION = 1;

    private static final int SA_CLASS_VERSION = 2;
    private static final int RMPP_VERSION = 1;

    private MadCodec() {}

    private static int offset(Layout<?> layout, String field) {
        return layout.field(field).bit() / Byte.SIZE;
    }

    /** What an answer says; in a directed route the topmost bit is the direction, and none of the status (IBA 14.2.1.2). */
    static int status(MadMessage answer) {
        int status = answer.u16(STATUS);
        return answer.u8(MANAGEMENT_CLASS) == ManagementClass.SUBNET_DIRECTED_ROUTE.code()
                ? status & WITHOUT_DIRECTION
                : status;
    }

    static int classVersion(ManagementClass managementClass) {
        return switch (managementClass) {
            case SUBNET_ADMINISTRATION -> SA_CLASS_VERSION;
            case COMMUNICATION_MANAGEMENT, CONGESTION_CONTROL -> 2;
            default -> 1;
        };
    }

    /** Where the attribute begins; the logs of congestion control begin where other attributes have reserved bytes. */
    static int payloadOffset(int managementClass, Layout<?> payload) {
        Layout<?> format = MadFormats.of(managementClass);
        return format == CongestionControlMad.LAYOUT && payload.length() > MadFormats.payloadLength(format)
                ? offset(format, "logData")
                : MadFormats.payloadOffset(format);
    }

    /** A request whose payload begins at {@code payloadOffset}; longer than a datagram if the payload is. */
    static byte[] request(
            int managementClass,
            int classVersion,
            MadMethod method,
            int attributeId,
            long modifier,
            byte[] payload,
            int payloadOffset) {
        byte[] mad = new byte[Math.max(LENGTH, payloadOffset + payload.length)];
        MadHeader.LAYOUT
                .wrapWritable(mad, 0)
                .baseVersion(BASE_VERSION)
                .managementClassBits(managementClass)
                .classVersion(classVersion)
                .method(method)
                .attributeId(attributeId)
                .attributeModifier(modifier);
        System.arraycopy(payload, 0, mad, payloadOffset, payload.length);
        if (mad.length > LENGTH) {
            sendWithRmpp(mad);
        }
        return mad;
    }

    /** Makes a request one that is sent with RMPP, however short. */
    static void sendWithRmpp(byte[] mad) {
        RmppCommonHeader.LAYOUT
                .wrapWritable(mad, 0)
                .rmppVersion(RMPP_VERSION)
                .rmppType(RmppType.DATA)
                .rmppFlags(EnumSet.of(RmppFlag.ACTIVE));
    }

    /** Whether a request is sent with RMPP. */
    static boolean isSentWithRmpp(byte[] mad, int managementClass) {
        return Questions.hasRmpp(managementClass) && (mad[RMPP_FLAGS] & RmppFlag.ACTIVE.code()) != 0;
    }

    /** The directed part; {@code from} is the LID of the asker where a part by LID comes before it, else permissive. */
    static void route(byte[] mad, DirectedPath path, Lid from) {
        DirectedRouteSmp.LAYOUT
                .wrapWritable(mad, 0)
                .hopCount(path.hops())
                .drSlid(from)
                .drDlid(Lid.PERMISSIVE)
                .initialPath(path.initialPath());
    }

    static void componentMask(byte[] mad, long mask) {
        SubnetAdministrationMad.LAYOUT.wrapWritable(mad, 0).componentMask(mask);
    }
}
