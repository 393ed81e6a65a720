package io.verbena.mad;

import static io.verbena.mad.MadFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Lid;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppType;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.path.IbPath;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppOutput;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.rmpp.RmppSender;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long messages over a channel that carries datagrams only. */
@Timeout(60)
class MadSegmentsTest {
    private static final IbPath PEER = IbPath.to(Lid.of(9));
    private static final int HEADER = 56;
    private static final int RECORD = 112;
    private static final RmppFormat ADMINISTRATION = RmppFormat.of(0x03).orElseThrow();
    private static final RmppFormat VENDOR = RmppFormat.of(0x32).orElseThrow();

    private ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT);
    private ScriptedChannel channel = port.channel;

    @AfterEach
    void close() {
        port.close();
    }

    private CompletableFuture<List<NodeRecord>> ask() {
        return port.mad.async().subnAdmGetTable(new NodeRecord(), 0, PEER);
    }

    private static RmppSender table(ScriptedChannel.Request request, int records) {
        byte[] first = ScriptedChannel.reply(request, 0, null);
        SubnetAdministrationMad.LAYOUT.wrapWritable(first, 0).attributeOffset(RECORD / 8);
        byte[] message = Arrays.copyOf(first, HEADER + records * RECORD);
        for (int record = 0; record < records; record++) {
            new NodeRecord().lid(Lid.of(record + 1)).copyTo(message, HEADER + record * RECORD);
        }
        return new RmppSender(message, ADMINISTRATION, RmppOptions.DEFAULTS);
    }

    private RmppOutput to(ScriptedChannel.Request request) {
        return packet -> {
            byte[] bytes = new byte[packet.remaining()];
            packet.get(packet.position(), bytes);
            channel.arrive(0, request.destination(), bytes);
        };
    }

    private void sendAll(ScriptedChannel.Request request, RmppSender sender) {
        sender.start(System.nanoTime(), to(request));
        while (!sender.isDone()) {
            sender.received(ByteBuffer.wrap(channel.next().bytes()), System.nanoTime(), to(request));
            assertThat(sender.failure()).isNull();
        }
        channel.settle();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 100, 13_284})
    void aTableIsReassembledAndAcknowledged(int records) {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        assertThat(channel.registration(request).rmpp()).isFalse();

        sendAll(request, table(request, records));

        assertThat(answer.join()).hasSize(records);
        for (int record = 0; record < records; record++) {
            assertThat(answer.join().get(record).lid()).isEqualTo(Lid.of(record + 1));
        }
    }

    @Test
    void aSegmentRepeatedAfterTheEndIsAcknowledgedAgain() {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        sendAll(request, table(request, 1));
        assertThat(answer).isCompleted();

        table(request, 1).start(System.nanoTime(), to(request));

        RmppData again = RmppData.LAYOUT.wrap(channel.next().bytes(), 0);
        assertThat(again.rmppType()).isEqualTo(RmppType.ACK);
        assertThat(again.segmentNumber()).isEqualTo(1);
    }

    @Test
    void aTableThatNeverEndsFailsOnlyItsCall() {
        port.close();
        port = new ScriptedPort(ScriptedPort.PATIENT.withRetries(0).withLongest(Duration.ofMillis(300)));
        channel = port.channel;
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        table(request, 100).start(System.nanoTime(), to(request));

        assertThat(failure(answer))
                .isInstanceOf(MadException.class)
                .hasMessageStartingWith("SubnAdmGetTable(NodeRecord) to IbPath[dlid=9] failed by RMPP: ")
                .hasMessageContaining("300 ms");

        channel.rest();
        CompletableFuture<List<NodeRecord>> next = ask();
        request = channel.next();
        sendAll(request, table(request, 100));
        assertThat(next.join()).hasSize(100);
    }

    @Test
    void anAbortOfThePeerFailsTheCallWithItsReason() {
        CompletableFuture<List<NodeRecord>> answer = ask();
        ScriptedChannel.Request request = channel.next();
        byte[] abort = ScriptedChannel.reply(request, 0, null);
        RmppData.LAYOUT
                .wrapWritable(abort, 0)
                .rmppVersion(1)
                .rmppType(RmppType.ABORT)
                .rmppFlagsBits(1)
                .rmppStatusBits(118);

        channel.arrive(0, request.destination(), abort);

        assertThat(failure(answer)).hasMessageContaining("the peer aborted it: total time too long (status 118)");
    }

    @Test
    void longRequestsAndResponsesAreSegmented() {
        byte[] data = new byte[10_000];
        Arrays.fill(data, (byte) 7);
        CompletableFuture<byte[]> answer =
                port.mad.async().vendorSet(VendorClass.of(0x32, 0x1405), 0x99, 0, data, PEER);

        RmppReceiver peer = new RmppReceiver(VENDOR, RmppOptions.DEFAULTS);
        ScriptedChannel.Request request = channel.next();
        for (ScriptedChannel.Request packet = request; ; packet = channel.next()) {
            peer.received(ByteBuffer.wrap(packet.bytes()), System.nanoTime(), to(request));
            if (peer.isDone()) {
                break;
            }
        }
        channel.settle();
        assertThat(Arrays.copyOfRange(peer.message(), 40, peer.message().length))
                .isEqualTo(data);
        for (ScriptedChannel.Request turn : channel.rest()) {
            assertThat(RmppData.LAYOUT.wrap(turn.bytes(), 0).segmentNumber())
                    .as("the turn")
                    .isZero();
        }
        byte[] reply = peer.message().clone();
        reply[3] = (byte) 0x81;
        sendAll(request, new RmppSender(reply, VENDOR, RmppOptions.DEFAULTS));

        assertThat(answer).isCompleted();
        assertThat(answer.join()).isEqualTo(data);
    }
}
