package io.verbena.rmpp;

import io.verbena.iba.MadHeader;
import io.verbena.iba.RmppAck;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The packet that a transfer sends, with structures over its bytes. */
final class Outgoing {
    static final int VERSION = 1;

    private final byte[] bytes = new byte[RmppData.LENGTH];
    private final ByteBuffer packet = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    final MadHeader header = MadHeader.LAYOUT.wrapWritable(bytes, 0);
    private final RmppHeader rmpp = RmppHeader.LAYOUT.wrapWritable(bytes, 0);
    private final RmppData data = RmppData.LAYOUT.wrapWritable(bytes, 0);
    private final RmppAck ack = RmppAck.LAYOUT.wrapWritable(bytes, 0);
    private final int headerLength;
    private boolean addressed;

    Outgoing(RmppFormat format) {
        headerLength = format.headerLength();
    }

    /** Copies the headers that all packets have from a message. */
    void headersOf(byte[] message, int method) {
        System.arraycopy(message, 0, bytes, 0, headerLength);
        header.methodBits(method);
        rmpp.rmppVersion(VERSION);
        addressed = true;
    }

    boolean isAddressed() {
        return addressed;
    }

    /** Prepares a segment with {@code length} bytes of data, which the caller copies behind the headers. */
    byte[] segment(long number, int places, long payloadLength, int length) {
        start(RmppType.DATA, RmppStatus.NORMAL, places);
        data.segmentNumber(number).payloadLength(payloadLength);
        Arrays.fill(bytes, headerLength + length, bytes.length, (byte) 0);
        return bytes;
    }

    void acknowledge(long number, long newWindowLast) {
        start(RmppType.ACK, RmppStatus.NORMAL, 0);
        ack.segmentNumber(number).newWindowLast(newWindowLast);
        clearData();
    }

    void end(RmppType type, RmppStatus status) {
        start(type, status, 0);
        rmpp.rmppData1(0).rmppData2(0);
        clearData();
    }

    private void start(RmppType type, RmppStatus status, int places) {
        rmpp.rmppType(type).rmppStatus(status).rmppFlagsBits(RmppFlag.ACTIVE.code() | places);
    }

    private void clearData() {
        Arrays.fill(bytes, headerLength, bytes.length, (byte) 0);
    }

    void sendTo(RmppOutput output) {
        output.packet(packet.clear());
    }
}
