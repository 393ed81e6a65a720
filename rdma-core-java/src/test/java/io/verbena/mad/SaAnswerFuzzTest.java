package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.RmppFlag;
import io.verbena.iba.RmppType;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.path.IbPath;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppSender;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/**
 * Inconsistent responses of a subnet administration: record distance, length, attribute and transaction. The result is
 * a complete table or an error, never a truncated list; a response to another request is dropped.
 */
class SaAnswerFuzzTest {
    private static final IbPath ADMINISTRATION = IbPath.to(Lid.of(9));
    private static final RmppFormat FORMAT = RmppFormat.of(0x03).orElseThrow();
    private static final int HEADER = 56;
    private static final int RMPP_HEADER = 36;
    private static final int OWN_FIELDS = HEADER - RMPP_HEADER;
    private static final int SEGMENT = 220;
    private static final int RECORD = 112;
    private static final int NO_RECORDS = 0x0300;

    /** Offsets that identify the request: base version, class, method, transaction and attribute. */
    private static final int[] IDENTITY = {0, 1, 3, 12, 15, 16, 17};

    private static CompletableFuture<List<NodeRecord>> ask(ScriptedPort port) {
        return port.mad.async().subnAdmGetTable(new NodeRecord(), 0, ADMINISTRATION);
    }

    /** Returns the headers, also of a message shorter than a datagram. */
    private static SubnetAdministrationMad header(byte[] message) {
        return SubnetAdministrationMad.LAYOUT.wrap(
                Arrays.copyOf(message, Math.max(message.length, SubnetAdministrationMad.LENGTH)), 0);
    }

    /** Returns a copy with modified headers. */
    private static byte[] edit(byte[] message, Consumer<SubnetAdministrationMad> change) {
        byte[] other = Arrays.copyOf(message, Math.max(message.length, SubnetAdministrationMad.LENGTH));
        change.accept(SubnetAdministrationMad.LAYOUT.wrapWritable(other, 0));
        return Arrays.copyOf(other, message.length);
    }

    /** Returns a consistent response without its RMPP header. */
    private static byte[] honest(ScriptedChannel.Request request, int records) {
        byte[] message = Arrays.copyOf(ScriptedChannel.reply(request, 0, null), HEADER + records * RECORD);
        message = edit(message, header -> header.attributeOffset(RECORD / Long.BYTES));
        for (int record = 0; record < records; record++) {
            new NodeRecord().lid(Lid.of(record + 1)).copyTo(message, HEADER + record * RECORD);
        }
        return message;
    }

    private static List<NodeRecord> nodes(int records) {
        List<NodeRecord> nodes = new ArrayList<>();
        for (int record = 0; record < records; record++) {
            nodes.add(new NodeRecord().lid(Lid.of(record + 1)));
        }
        return nodes;
    }

    @FuzzTest
    void aTableThatAChannelPutsTogetherIsWholeOrAnError(FuzzedDataProvider data) {
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT, null, true)) {
            CompletableFuture<List<NodeRecord>> answer = ask(port);
            ScriptedChannel.Request request = port.channel.next();
            int records = data.consumeInt(0, 40);
            int segments = Math.max(1, (records * RECORD + SEGMENT - OWN_FIELDS - 1) / (SEGMENT - OWN_FIELDS));
            byte[] message = edit(
                    honest(request, records),
                    header -> header.rmppVersion(1)
                            .rmppType(RmppType.DATA)
                            .rmppFlagsBits(RmppFlag.ACTIVE.code()
                                    | RmppFlag.FIRST.code()
                                    | (segments == 1 ? RmppFlag.LAST.code() : 0))
                            .rmppData1(1)
                            .rmppData2(records * (long) RECORD + segments * (long) OWN_FIELDS));
            byte[] sent = lie(data, message);

            port.channel.arrive(0, request.destination(), sent);
            port.channel.settle();

            if (!Arrays.equals(identity(sent), identity(message))) {
                assertThat(answer).as("an answer to another question").isNotDone();
            } else if (Arrays.equals(sent, message)) {
                assertThat(answer).isCompletedWithValue(nodes(records));
            } else {
                assertThat(answer).isDone();
                check(answer, sent);
            }
        }
    }

    private static byte[] identity(byte[] message) {
        byte[] identity = new byte[IDENTITY.length];
        for (int i = 0; i < identity.length; i++) {
            identity[i] = message[IDENTITY[i]];
        }
        return identity;
    }

    private static byte[] lie(FuzzedDataProvider data, byte[] honest) {
        byte[] message = honest.clone();
        while (data.remainingBytes() > 0) {
            int kind = data.consumeInt(0, 6);
            long value = data.consumeInt() & 0xffffffffL;
            int size = 2 * message.length;
            switch (kind) {
                case 0 -> message = edit(message, header -> header.attributeOffset((int) (value & 0xffff)));
                case 1 -> message = edit(message, header -> header.rmppData2(value % (size + 400)));
                case 2 -> message = edit(message, header -> header.rmppData2(value));
                case 3 -> message = Arrays.copyOf(message, HEADER + (int) (value % size));
                case 4 -> message = edit(message, header -> header.rmppFlagsBits((int) (value & 7)));
                case 5 -> message = edit(message, header -> header.status((int) (value & 7) << Byte.SIZE));
                default -> message[IDENTITY[(int) (value % IDENTITY.length)]] ^= (byte) (value >> Byte.SIZE);
            }
        }
        return message;
    }

    /** Checks that every byte of data belongs to a record or to the padding of the last one. */
    private static void check(CompletableFuture<List<NodeRecord>> answer, byte[] sent) {
        List<NodeRecord> records;
        try {
            records = answer.get();
        } catch (ExecutionException failure) {
            assertThat(failure.getCause()).isInstanceOf(MadException.class).hasMessageNotContaining("\n");
            return;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        SubnetAdministrationMad header = header(sent);
        if (header.status() == NO_RECORDS) {
            assertThat(records).isEmpty();
            return;
        }
        assertThat(header.status()).isZero();
        long claimed = header.rmppData2();
        long length = claimed == 0 ? sent.length - HEADER : claimed - (claimed + SEGMENT - 1) / SEGMENT * OWN_FIELDS;
        int distance = header.attributeOffset() * Long.BYTES;
        assertThat(length).isBetween(0L, (long) sent.length - HEADER);
        assertThat((long) records.size() * distance).isGreaterThanOrEqualTo(length);
        for (int record = 0; record < records.size(); record++) {
            int at = HEADER + record * distance;
            assertThat(at + NodeRecord.LENGTH).isLessThanOrEqualTo(HEADER + (int) length);
            assertThat(records.get(record)).isEqualTo(NodeRecord.LAYOUT.wrap(sent, at));
        }
    }

    @FuzzTest
    void aTableInSegmentsIsWholeOrNoneWhateverHappensToThem(FuzzedDataProvider data) {
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT)) {
            CompletableFuture<List<NodeRecord>> answer = ask(port);
            ScriptedChannel.Request request = port.channel.next();
            int records = data.consumeInt(0, 12);
            List<byte[]> segments = segments(honest(request, records));
            // The length in a single segment is final.
            int headers = segments.size() == 1 ? RMPP_HEADER - Integer.BYTES : RMPP_HEADER;
            while (data.remainingBytes() > 0) {
                byte[] segment =
                        segments.get(data.consumeInt(0, segments.size() - 1)).clone();
                if (data.consumeProbabilityDouble() < 0.3) {
                    // Offsets in the RMPP header: version, type, flags, status, segment number, payload length.
                    segment[data.consumeInt(24, headers - 1)] ^= data.consumeByte();
                }
                port.channel.arrive(0, request.destination(), segment);
            }
            port.channel.settle();

            if (answer.isDone() && !answer.isCompletedExceptionally()) {
                assertThat(answer).isCompletedWithValue(nodes(records));
            } else if (answer.isDone()) {
                assertThat(MadFailures.failure(answer)).isInstanceOf(MadException.class);
            }
        }
    }

    /** Divides a message into segments for an unlimited window. */
    private static List<byte[]> segments(byte[] message) {
        List<byte[]> segments = new ArrayList<>();
        RmppSender sender = new RmppSender(message, FORMAT, RmppOptions.DEFAULTS);
        sender.start(64, 0, packet -> {
            byte[] bytes = new byte[packet.remaining()];
            packet.get(packet.position(), bytes);
            segments.add(bytes);
        });
        assertThat(ByteBuffer.wrap(segments.get(segments.size() - 1)).get(26) & RmppFlag.LAST.code())
                .isNotZero();
        return segments;
    }
}
