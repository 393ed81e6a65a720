package io.verbena.rmpp;

import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppAck;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;

/** The packet that came last: its bytes, and the structures laid over them once and for all. */
final class Incoming {
    private final byte[] bytes = new byte[RmppData.LENGTH];
    private final MadHeader header = MadHeader.LAYOUT.wrap(bytes, 0);
    private final RmppData data = RmppData.LAYOUT.wrap(bytes, 0);
    private final RmppAck ack = RmppAck.LAYOUT.wrap(bytes, 0);

    /** Takes over a packet, and leaves the position of the buffer; false if it is none of RMPP. */
    boolean load(ByteBuffer packet) {
        if (packet.remaining() < bytes.length) {
            return false;
        }
        packet.get(packet.position(), bytes);
        return is(RmppFlag.ACTIVE);
    }

    byte[] bytes() {
        return bytes;
    }

    MadHeader header() {
        return header;
    }

    boolean is(RmppFlag flag) {
        return (data.rmppFlagsBits() & flag.code()) != 0;
    }

    RmppType type() {
        return data.rmppType();
    }

    long segment() {
        return data.segmentNumber();
    }

    /** The packet as a segment. */
    RmppData data() {
        return data;
    }

    /** The packet as an acknowledgement. */
    RmppAck ack() {
        return ack;
    }

    /** Whether class and version are those of the other header, and the method is this one. */
    boolean isLike(MadHeader other, int method) {
        return header.methodBits() == method
                && header.managementClassBits() == other.managementClassBits()
                && header.classVersion() == other.classVersion();
    }
}
