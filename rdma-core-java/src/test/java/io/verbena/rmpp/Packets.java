package io.verbena.rmpp;

import io.verbena.iba.MadMethod;
import io.verbena.iba.RmppAck;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Packets that are written by hand, and a list of those that a transfer sent. */
final class Packets implements RmppOutput {
    static final Set<RmppFlag> MIDDLE = EnumSet.of(RmppFlag.ACTIVE);
    static final Set<RmppFlag> FIRST = EnumSet.of(RmppFlag.ACTIVE, RmppFlag.FIRST);
    static final Set<RmppFlag> LAST = EnumSet.of(RmppFlag.ACTIVE, RmppFlag.LAST);
    static final Set<RmppFlag> ONLY = EnumSet.of(RmppFlag.ACTIVE, RmppFlag.FIRST, RmppFlag.LAST);

    private final List<byte[]> sent = new ArrayList<>();

    @Override
    public void packet(ByteBuffer packet) {
        byte[] bytes = new byte[packet.remaining()];
        packet.get(bytes);
        sent.add(bytes);
    }

    /** Returns the segments sent since the last call. */
    List<RmppData> data() {
        return take().stream().map(bytes -> RmppData.LAYOUT.wrap(bytes, 0)).toList();
    }

    /**
     * Returns the acknowledgements sent since the last call as {@code segment/window}; other packets by type and
     * status.
     */
    List<String> answers() {
        return take().stream().map(Packets::text).toList();
    }

    private static String text(byte[] bytes) {
        RmppAck packet = RmppAck.LAYOUT.wrap(bytes, 0);
        return packet.rmppType() == RmppType.ACK
                ? packet.segmentNumber() + "/" + packet.newWindowLast()
                : packet.rmppType() + " " + packet.rmppStatusBits();
    }

    List<byte[]> take() {
        List<byte[]> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    /** Returns a segment of a response; its data begin with its number. */
    static ByteBuffer segment(long number, Set<RmppFlag> flags, long payloadLength) {
        return segment(number, flags, payloadLength, data -> {});
    }

    static ByteBuffer segment(long number, Set<RmppFlag> flags, long payloadLength, Consumer<RmppData> change) {
        byte[] bytes = new byte[RmppData.LENGTH];
        System.arraycopy(Messages.answer(0), 0, bytes, 0, Messages.HEADERS);
        bytes[Messages.HEADERS] = (byte) number;
        RmppData data = RmppData.LAYOUT
                .wrapWritable(bytes, 0)
                .rmppVersion(1)
                .rmppType(RmppType.DATA)
                .rmppFlags(flags)
                .segmentNumber(number)
                .payloadLength(payloadLength);
        change.accept(data);
        return ByteBuffer.wrap(bytes);
    }

    /** Returns an acknowledgement of a response. */
    static ByteBuffer ack(long number, long newWindowLast) {
        return control(MadMethod.GET_TABLE, RmppType.ACK, 0, number, newWindowLast);
    }

    /** Returns the packet with which a peer ends a transfer. */
    static ByteBuffer end(MadMethod method, RmppType type, RmppStatus status) {
        return control(method, type, status.code(), 0, 0);
    }

    static ByteBuffer control(MadMethod method, RmppType type, int status, long data1, long data2) {
        byte[] bytes = new byte[RmppData.LENGTH];
        System.arraycopy(Messages.message(method, 0), 0, bytes, 0, Messages.HEADERS);
        RmppHeader.LAYOUT
                .wrapWritable(bytes, 0)
                .rmppVersion(1)
                .rmppType(type)
                .rmppFlags(MIDDLE)
                .rmppStatusBits(status)
                .rmppData1(data1)
                .rmppData2(data2);
        return ByteBuffer.wrap(bytes);
    }
}
