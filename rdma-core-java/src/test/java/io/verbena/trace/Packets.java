package io.verbena.trace;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.PortAttributes;
import io.verbena.trace.Packet.Direction;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Packets at a port with LID 9, LMC 2 and the P_Keys 0x7fff and 0x8001. */
final class Packets {
    static final int LID = 9;
    static final long TRANSACTION = 0x0123456789abcdefL;
    static final Instant TIME = Instant.parse("2026-03-01T12:00:00.123456789Z");
    static final Gid FAR = new Gid(0xfec0000000000001L, 0x0008f10400010001L);
    static final PortAttributes PORT = new PortAttributes(
            1,
            PortState.ACTIVE,
            PortPhysicalState.LINK_UP,
            100,
            "100 Gb/sec (4X EDR)",
            Lid.of(LID),
            2,
            Lid.of(1),
            0,
            0,
            Gid.LINK_LOCAL_PREFIX,
            Guid.of(0x0008f10400020001L),
            "InfiniBand",
            List.of(0x7fff, 0x8001));

    private Packets() {}

    static MadAddress byLid(int lid) {
        return MadAddress.generalService(lid, 3, 1);
    }

    static MadAddress global(int lid) {
        return new MadAddress(lid, 1, MadAddress.GSI_QUEUE_KEY, 3, 2, 1, new GlobalRoute(FAR, 0, 0x12345, 64, 0x20));
    }

    static Packet sent(MadAddress remote, byte[] mad) {
        return new Packet(Direction.SENT, TIME, "mlx5_0/1", PORT, remote, 0, false, ByteBuffer.wrap(mad));
    }

    static Packet received(MadAddress remote, byte[] mad) {
        return new Packet(Direction.RECEIVED, TIME, "mlx5_0/1", PORT, remote, 0, false, ByteBuffer.wrap(mad));
    }

    static Packet givenBack(MadAddress remote, int errno, byte[] mad) {
        return new Packet(Direction.RETURNED, TIME, "mlx5_0/1", PORT, remote, errno, false, ByteBuffer.wrap(mad));
    }

    /** Returns a packet of an agent for which the channel performs RMPP. */
    static Packet segmented(Direction direction, byte[] message) {
        return new Packet(direction, TIME, "mlx5_0/1", PORT, byLid(4), 0, true, ByteBuffer.wrap(message));
    }

    static byte[] mad(ManagementClass managementClass, MadMethod method, int attributeId) {
        byte[] mad = new byte[256];
        MadHeader.LAYOUT
                .wrapWritable(mad, 0)
                .baseVersion(1)
                .managementClass(managementClass)
                .classVersion(managementClass == ManagementClass.SUBNET_ADMINISTRATION ? 2 : 1)
                .method(method)
                .transactionId(TRANSACTION)
                .attributeId(attributeId);
        return mad;
    }

    /**
     * Returns a table of the subnet administration as passed to the kernel, with {@code data} bytes behind 56 bytes of
     * headers.
     */
    static byte[] table(int data) {
        byte[] message = new byte[56 + data];
        byte[] head = mad(ManagementClass.SUBNET_ADMINISTRATION, MadMethod.GET_TABLE_RESPONSE, 0x11);
        RmppData.LAYOUT.wrapWritable(head, 0).rmppType(RmppType.DATA).rmppFlags(Set.of(RmppFlag.ACTIVE));
        System.arraycopy(head, 0, message, 0, 56);
        for (int at = 56; at < message.length; at++) {
            message[at] = (byte) at;
        }
        return message;
    }
}
