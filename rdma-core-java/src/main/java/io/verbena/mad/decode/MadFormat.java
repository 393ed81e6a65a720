package io.verbena.mad.decode;

import io.verbena.iba.BaseboardMad;
import io.verbena.iba.CommunicationMad;
import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.DeviceManagementMad;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PerformanceMad;
import io.verbena.iba.RmppCommonHeader;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.iba.SnmpMad;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.VendorMad;
import io.verbena.iba.VendorOuiMad;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Formats of the management classes: header, payload and RMPP fields of their datagrams (IBA 13.4, 13.6). */
public final class MadFormat {
    /** Length of a datagram in bytes. */
    public static final int LENGTH = DirectedRouteSmp.LENGTH;

    /** Offset of the method. */
    public static final int METHOD = offset(MadHeader.LAYOUT, "method");

    /** Offset of the status. */
    public static final int STATUS = offset(MadHeader.LAYOUT, "status");

    /** Offset of the transaction ID. */
    public static final int TRANSACTION_ID = offset(MadHeader.LAYOUT, "transactionId");

    /** Offset of the attribute ID. */
    public static final int ATTRIBUTE_ID = offset(MadHeader.LAYOUT, "attributeId");

    /** Offset of the base version. */
    public static final int BASE_VERSION_AT = offset(MadHeader.LAYOUT, "baseVersion");

    /** Offset of the management class. */
    public static final int MANAGEMENT_CLASS = offset(MadHeader.LAYOUT, "managementClass");

    /** Offset of the class version. */
    public static final int CLASS_VERSION = offset(MadHeader.LAYOUT, "classVersion");

    /** Offset of the RMPP type. */
    public static final int RMPP_TYPE = offset(RmppData.LAYOUT, "rmppType");

    /** Offset of the RMPP flags. */
    public static final int RMPP_FLAGS = offset(RmppData.LAYOUT, "rmppFlags");

    /** Offset of the payload length of an RMPP DATA packet. */
    public static final int RMPP_PAYLOAD_LENGTH = offset(RmppData.LAYOUT, "payloadLength");

    /** Offset of the attribute offset of a subnet administration datagram. */
    public static final int ATTRIBUTE_OFFSET = offset(SubnetAdministrationMad.LAYOUT, "attributeOffset");

    /** Bit that distinguishes the method of a response from the method of its request (IBA 13.4.5). */
    public static final int RESPONSE = 0x80;

    /** The only base version. */
    public static final int BASE_VERSION = 1;

    private static final int STATUS_WITHOUT_DIRECTION = 0x7fff;
    private static final int RMPP_VERSION = 1;

    // Every request needs the offset, and searching the fields costs more than building the request.
    private static final Map<Layout<?>, Integer> PAYLOAD_OFFSETS = new ConcurrentHashMap<>();

    private MadFormat() {}

    private static int offset(Layout<?> layout, String field) {
        return layout.field(field).bit() / Byte.SIZE;
    }

    /** Returns the format of a class, which covers all 256 bytes; the common header alone if the class is unknown. */
    public static Layout<?> of(int managementClass) {
        return switch (ManagementClass.of(managementClass)) {
            case SUBNET_DIRECTED_ROUTE -> DirectedRouteSmp.LAYOUT;
            case SUBNET_LID_ROUTED -> LidRoutedSmp.LAYOUT;
            case SUBNET_ADMINISTRATION -> SubnetAdministrationMad.LAYOUT;
            case PERFORMANCE -> PerformanceMad.LAYOUT;
            case BASEBOARD_MANAGEMENT -> BaseboardMad.LAYOUT;
            case DEVICE_MANAGEMENT -> DeviceManagementMad.LAYOUT;
            case COMMUNICATION_MANAGEMENT -> CommunicationMad.LAYOUT;
            case SNMP_TUNNELING -> SnmpMad.LAYOUT;
            case CONGESTION_CONTROL -> CongestionControlMad.LAYOUT;
            case UNKNOWN -> vendor(managementClass);
        };
    }

    private static Layout<?> vendor(int code) {
        if (code >= 0x30 && code <= 0x4f) {
            return VendorOuiMad.LAYOUT;
        }
        return code >= 0x09 && code <= 0x0f ? VendorMad.LAYOUT : MadHeader.LAYOUT;
    }

    /** Returns whether the format of this class is known. */
    public static boolean isKnown(int managementClass) {
        return of(managementClass) != MadHeader.LAYOUT;
    }

    /** Returns whether this is one of the two subnet management classes, whose datagrams use queue pair 0. */
    public static boolean isSubnetManagement(int managementClass) {
        return managementClass == ManagementClass.SUBNET_LID_ROUTED.code()
                || managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code();
    }

    /** Returns whether messages of this class may be longer than a datagram (IBA 13.6). */
    public static boolean hasRmpp(int managementClass) {
        return managementClass == ManagementClass.SUBNET_ADMINISTRATION.code()
                || (managementClass >= 0x30 && managementClass <= 0x4f);
    }

    /** Returns the class version that requests of this class carry. */
    public static int classVersion(ManagementClass managementClass) {
        return switch (managementClass) {
            case SUBNET_ADMINISTRATION, COMMUNICATION_MANAGEMENT, CONGESTION_CONTROL -> 2;
            default -> 1;
        };
    }

    /** Returns the offset of the payload in a datagram of this format. */
    public static int payloadOffset(Layout<?> format) {
        return PAYLOAD_OFFSETS.computeIfAbsent(
                format, any -> data(any).map(field -> field.bit() / Byte.SIZE).orElse(MadHeader.LENGTH));
    }

    /**
     * Returns the offset of an attribute in a datagram of this class. The logs of congestion control begin in bytes that are
     * reserved in other attributes (IBA A10.4.3).
     */
    public static int payloadOffset(int managementClass, Layout<?> payload) {
        Layout<?> format = of(managementClass);
        if (format != CongestionControlMad.LAYOUT) {
            return payloadOffset(format);
        }
        int room = data(format).map(Field::count).orElse(LENGTH - MadHeader.LENGTH);
        return payload.length() > room ? offset(format, "logData") : payloadOffset(format);
    }

    private static Optional<Field> data(Layout<?> format) {
        return format.fields().stream()
                .filter(field -> field.name().equals("data"))
                .findFirst();
    }

    /** Returns the status proper: in a directed route, the top bit is the direction (IBA 14.2.1.2). */
    public static int status(int managementClass, int bits) {
        return managementClass == ManagementClass.SUBNET_DIRECTED_ROUTE.code() ? bits & STATUS_WITHOUT_DIRECTION : bits;
    }

    /**
     * Returns a request without a transaction ID.
     *
     * @param payload written at {@code payloadOffset}; if it exceeds a datagram, the request is marked for RMPP
     */
    public static byte[] request(
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

    /** Marks a message for RMPP, regardless of its length. */
    public static void sendWithRmpp(byte[] mad) {
        RmppCommonHeader.LAYOUT
                .wrapWritable(mad, 0)
                .rmppVersion(RMPP_VERSION)
                .rmppType(RmppType.DATA)
                .rmppFlags(EnumSet.of(RmppFlag.ACTIVE));
    }

    /** Returns whether a message is marked for RMPP. */
    public static boolean isSentWithRmpp(byte[] mad) {
        return hasRmpp(mad[MANAGEMENT_CLASS] & 0xff) && (mad[RMPP_FLAGS] & RmppFlag.ACTIVE.code()) != 0;
    }
}
