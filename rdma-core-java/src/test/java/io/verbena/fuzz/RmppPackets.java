package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppOutput;
import java.nio.ByteBuffer;
import java.util.EnumSet;

/** Packets as a fuzzer wants them: mostly such that they are looked into; and a look at those that are sent. */
final class RmppPackets implements RmppOutput {
    private static final int RESPONSE = 0x80;

    private final FuzzedDataProvider data;
    private final EnumSet<RmppType> sent;
    private int method;

    RmppPackets(FuzzedDataProvider data, RmppType usual) {
        this.data = data;
        this.sent = EnumSet.of(usual, RmppType.ACK, RmppType.STOP, RmppType.ABORT);
    }

    /** The packets are answers to this method. */
    void answers(byte request) {
        method = (request & 0xff) ^ RESPONSE;
    }

    @Override
    public void packet(ByteBuffer packet) {
        assertThat(packet.remaining()).isEqualTo(RmppData.LENGTH);
        byte[] bytes = new byte[RmppData.LENGTH];
        packet.get(bytes);
        RmppHeader header = RmppHeader.LAYOUT.wrap(bytes, 0);
        assertThat(header.rmppFlags()).contains(RmppFlag.ACTIVE);
        assertThat(header.rmppType()).isIn(sent);
        assertThat(header.rmppVersion()).isEqualTo(1);
    }

    ByteBuffer next() {
        if (data.consumeProbabilityDouble() < 0.05) {
            return ByteBuffer.wrap(data.consumeBytes(RmppData.LENGTH));
        }
        byte[] bytes = new byte[RmppData.LENGTH];
        RmppHeader.LAYOUT
                .wrapWritable(bytes, 0)
                .methodBits(method)
                .rmppVersion(data.consumeProbabilityDouble() < 0.02 ? 2 : 1)
                .rmppTypeBits(data.consumeInt(0, 5))
                .rmppFlagsBits(RmppFlag.ACTIVE.code() | data.consumeInt(0, 7))
                .rmppStatusBits(data.consumeProbabilityDouble() < 0.9 ? 0 : data.consumeByte() & 0xff)
                .rmppData1(number())
                .rmppData2(number());
        return ByteBuffer.wrap(bytes);
    }

    /** A second segment, which begins the time of a receiver that has got nothing yet. */
    static ByteBuffer second() {
        byte[] bytes = new byte[RmppData.LENGTH];
        RmppData.LAYOUT
                .wrapWritable(bytes, 0)
                .rmppVersion(1)
                .rmppType(RmppType.DATA)
                .rmppFlags(EnumSet.of(RmppFlag.ACTIVE))
                .segmentNumber(2);
        return ByteBuffer.wrap(bytes);
    }

    private long number() {
        return data.consumeProbabilityDouble() < 0.95 ? data.consumeInt(0, 300) : data.consumeInt() & 0xffffffffL;
    }
}
