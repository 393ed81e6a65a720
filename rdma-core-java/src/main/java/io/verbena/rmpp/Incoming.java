package io.verbena.rmpp;

import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppAck;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;

/** The packet received last, with structures over its bytes. */
final class Incoming {
    final byte[] bytes = new byte[RmppData.LENGTH];
    final MadHeader header = MadHeader.LAYOUT.wrap(bytes, 0);
    final RmppData data = RmppData.LAYOUT.wrap(bytes, 0);
    final RmppAck ack = RmppAck.LAYOUT.wrap(bytes, 0);

    /** Copies a packet without moving the position of the buffer. Returns false if it is not an RMPP packet. */
    boolean load(ByteBuffer packet) {
        if (packet.remaining() < bytes.length) {
            return false;
        }
        packet.get(packet.position(), bytes);
        return is(RmppFlag.ACTIVE);
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

    /** Returns whether class and version equal those of another header, and the method is {@code method}. */
    boolean isLike(MadHeader other, int method) {
        return header.methodBits() == method
                && header.managementClassBits() == other.managementClassBits()
                && header.classVersion() == other.classVersion();
    }
}
