package io.verbena.mad;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.path.DirectedPath;

/** Writes requests: 256 bytes with everything but the transaction ID. */
final class MadCodec {
    /** The length of a datagram. */
    static final int LENGTH = DirectedRouteSmp.LENGTH;

    // Where the reader looks into a datagram that is still in the ring of its channel.
    static final int METHOD = offset(MadHeader.LAYOUT, "method");
    static final int STATUS = offset(MadHeader.LAYOUT, "status");
    static final int TRANSACTION_ID = offset(MadHeader.LAYOUT, "transactionId");

    private static final int BASE_VERSION = 1;
    private static final int SA_CLASS_VERSION = 2;

    private MadCodec() {}

    private static int offset(Layout<?> layout, String field) {
        return layout.field(field).bit() / Byte.SIZE;
    }

    static int classVersion(ManagementClass managementClass) {
        return switch (managementClass) {
            case SUBNET_ADMINISTRATION -> SA_CLASS_VERSION;
            case COMMUNICATION_MANAGEMENT, CONGESTION_CONTROL -> 2;
            default -> 1;
        };
    }

    static int payloadOffset(ManagementClass managementClass) {
        return MadFormats.payloadOffset(MadFormats.of(managementClass.code()));
    }

    static byte[] request(ManagementClass managementClass, MadMethod method, Layout<?> payload, long modifier) {
        return request(managementClass, method, payload.attributeId(), modifier);
    }

    static byte[] request(ManagementClass managementClass, MadMethod method, int attributeId, long modifier) {
        byte[] mad = new byte[LENGTH];
        MadHeader.LAYOUT
                .wrapWritable(mad, 0)
                .baseVersion(BASE_VERSION)
                .managementClass(managementClass)
                .classVersion(classVersion(managementClass))
                .method(method)
                .attributeId(attributeId)
                .attributeModifier(modifier);
        return mad;
    }

    static void put(byte[] mad, ManagementClass managementClass, Structure payload) {
        payload.copyTo(mad, payloadOffset(managementClass));
    }

    static void route(byte[] mad, DirectedPath path) {
        DirectedRouteSmp.LAYOUT
                .wrapWritable(mad, 0)
                .hopCount(path.hops())
                .drSlid(Lid.PERMISSIVE)
                .drDlid(Lid.PERMISSIVE)
                .initialPath(path.initialPath());
    }

    static void componentMask(byte[] mad, long mask) {
        SubnetAdministrationMad.LAYOUT.wrapWritable(mad, 0).componentMask(mask);
    }
}
