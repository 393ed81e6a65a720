package io.verbena.rmpp;

import static io.verbena.rmpp.Packets.ack;
import static io.verbena.rmpp.Packets.control;
import static io.verbena.rmpp.Packets.end;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.iba.MadMethod;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppFailure.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RmppSenderTest {
    private static final long NOW = Long.MAX_VALUE - 1000;

    private final Packets out = new Packets();
    private RmppSender sender = started(Messages.answer(1001));

    private RmppSender started(byte[] message) {
        RmppSender started = new RmppSender(message, Messages.FORMAT, RmppOptions.DEFAULTS);
        started.start(NOW, out);
        return started;
    }

    private void receive(ByteBuffer... packets) {
        for (ByteBuffer packet : packets) {
            sender.received(packet, NOW, out);
        }
    }

    private List<Long> sentSegments() {
        return out.data().stream().map(RmppData::segmentNumber).toList();
    }

    private void assertThatItFailed(Reason reason, String text) {
        RmppFailure failure = Objects.requireNonNull(sender.failure());
        assertThat(failure).hasToString(text);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(sender.isDone()).isFalse();
    }

    @Test
    void sendsTheFirstSegmentAndThenTheGrantedWindow() {
        assertThat(sentSegments()).containsExactly(1L);

        receive(ack(1, 4));
        assertThat(sentSegments()).containsExactly(2L, 3L, 4L);

        receive(ack(4, 9));
        assertThat(sentSegments()).containsExactly(5L, 6L);
        assertThat(sender.isDone()).isFalse();

        receive(ack(6, 9));
        assertThat(sender.isDone()).isTrue();
        assertThat(out.take()).isEmpty();
    }

    @Test
    void aHugeWindowIsSentInOneBurstPerTick() {
        sender = started(Messages.answer(3000 * 220));
        out.take();

        receive(ack(1, 0xffff_ffffL));

        int all = 1;
        for (int burst = out.take().size(); burst > 0; burst = out.take().size()) {
            assertThat(burst).isLessThanOrEqualTo(RmppSender.MAX_BURST);
            all += burst;
            if (sender.deadline() == NOW) {
                sender.tick(NOW, out);
            }
        }
        assertThat(all).isGreaterThanOrEqualTo(3000);
        assertThat(sender.deadline() - NOW)
                .as("then it waits for an acknowledgement")
                .isEqualTo(200_000_000);
        receive(ack(all, 0xffff_ffffL));
        assertThat(sender.isDone()).isTrue();
    }

    @Test
    void segmentsHaveTheLayoutOfTheSpecification() {
        byte[] message = Messages.answer(401);
        out.take();
        sender = started(message);
        receive(ack(1, 9));

        List<byte[]> sent = out.take();

        // Version, type, active with first or last, status; number; payload: 401 of data and 20 of header in each of
        // three.
        assertThat(Arrays.copyOfRange(sent.get(0), 24, 36)).containsExactly(1, 1, 3, 0, 0, 0, 0, 1, 0, 0, 1, 0xcd);
        assertThat(Arrays.copyOfRange(sent.get(1), 24, 36)).containsExactly(1, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0);
        assertThat(Arrays.copyOfRange(sent.get(2), 24, 36)).containsExactly(1, 1, 5, 0, 0, 0, 0, 3, 0, 0, 0, 21);
        assertThat(sent).allSatisfy(packet -> {
            assertThat(packet).hasSize(256).startsWith(Arrays.copyOf(message, 24));
            assertThat(Arrays.copyOfRange(packet, 36, 56)).isEqualTo(Arrays.copyOfRange(message, 36, 56));
        });
        assertThat(Arrays.copyOfRange(sent.get(1), 56, 256)).isEqualTo(Arrays.copyOfRange(message, 256, 456));
        assertThat(sent.get(2)[56]).isEqualTo(message[456]);
        assertThat(Arrays.copyOfRange(sent.get(2), 57, 256)).containsOnly(0);
    }

    @Test
    void aMessageWithoutDataIsASingleSegment() {
        out.take();
        sender = started(Messages.answer(0));

        assertThat(Arrays.copyOfRange(out.take().get(0), 24, 36)).containsExactly(1, 1, 7, 0, 0, 0, 0, 1, 0, 0, 0, 20);
    }

    @Test
    void resumesAfterTheLastAcknowledgementWithIncreasingTimeouts() {
        receive(ack(1, 4));
        out.take();
        long now = NOW;
        for (long wait : List.of(200, 400, 800, 1600, 1600)) {
            assertThat(sender.deadline() - now)
                    .isEqualTo(Duration.ofMillis(wait).toNanos());
            now = sender.deadline();
            sender.tick(now, out);
            assertThat(sentSegments()).containsExactly(2L, 3L, 4L);
        }

        receive(ack(2, 5));
        assertThat(sentSegments()).containsExactly(5L);
        assertThat(sender.deadline() - NOW).isEqualTo(Duration.ofMillis(200).toNanos());
    }

    @Test
    void oldAcknowledgementsDoNotDelayARetry() {
        receive(ack(1, 4));
        long due = sender.deadline();
        out.take();

        sender.received(ack(1, 4), NOW + 1000, out);
        sender.received(ack(0, 1), NOW + 1000, out);

        assertThat(out.take()).isEmpty();
        assertThat(sender.deadline()).isEqualTo(due);
    }

    @Test
    void failsAfterTheLastRetry() {
        long now = NOW;
        for (; sender.failure() == null; now = sender.deadline()) {
            sender.tick(now, out);
        }

        assertThatItFailed(
                Reason.NO_PROGRESS,
                "the peer acknowledged nothing for 9400 ms and 8 tries, when 0 of 6 segments were acknowledged");
        assertThat(out.answers()).endsWith("DATA 0", "ABORT 126").hasSize(9);
    }

    @Test
    void failsWhenTheTotalTimeIsOver() {
        long segment = 1;
        long now = NOW;
        sender = started(Messages.answer(100_000));
        for (; sender.failure() == null; now += Duration.ofMillis(100).toNanos()) {
            sender.tick(now, out);
            sender.received(ack(segment, ++segment), now, out);
        }

        assertThatItFailed(Reason.TOO_SLOW, "it took longer than 40000 ms, when 400 of 500 segments were acknowledged");
    }

    @Test
    void refusesAWindowThatEndsBeforeTheSegment() {
        receive(ack(1, 0));

        assertThatItFailed(Reason.BAD_ACKNOWLEDGEMENT, "segment 1 was acknowledged with a window that ends at 0");
        assertThat(out.answers()).containsExactly("DATA 0", "ABORT 122");
    }

    @Test
    void refusesAnAcknowledgementOfASegmentThatWasNotSent() {
        receive(ack(2, 5));
        assertThatItFailed(Reason.BAD_ACKNOWLEDGEMENT, "segment 2 was acknowledged, but only 1 of 6 were sent");

        sender = started(Messages.answer(1001));
        receive(ack(1, 100), ack(7, 100));
        assertThatItFailed(Reason.BAD_ACKNOWLEDGEMENT, "segment 7 was acknowledged, but only 6 of 6 were sent");
        assertThat(out.answers()).contains("ABORT 123");
    }

    @Test
    void refusesInvalidPackets() {
        receive(control(MadMethod.GET_TABLE, RmppType.ACK, 7, 1, 2));
        assertThatItFailed(Reason.BAD_PACKET, "ACK of segment 1 has status 7 instead of 0");

        sender = started(Messages.answer(1001));
        receive(control(MadMethod.GET_TABLE, RmppType.NONE, 0, 1, 2));
        assertThatItFailed(Reason.BAD_PACKET, "a packet has RMPP type 0, which does not exist");
        assertThat(out.answers()).containsExactly("DATA 0", "ABORT 124", "DATA 0", "ABORT 121");
    }

    @Test
    void failsWhenThePeerStopsOrAborts() {
        receive(end(MadMethod.GET_TABLE, RmppType.STOP, RmppStatus.RESOURCES_EXHAUSTED));
        assertThatItFailed(
                Reason.PEER_STOPPED,
                "the peer stopped it: resources exhausted (status 1), when 0 of 6 segments were acknowledged");

        sender = started(Messages.answer(1001));
        receive(ack(1, 4), end(MadMethod.GET_TABLE, RmppType.ABORT, RmppStatus.TOTAL_TIME_TOO_LONG));
        assertThatItFailed(
                Reason.PEER_ABORTED,
                "the peer aborted it: total time too long (status 118), when 1 of 6 segments were acknowledged");
        receive(ack(4, 7));
        assertThat(out.answers()).doesNotContain("ABORT 118").hasSize(5);
    }

    @Test
    void matchesAcknowledgementsByTheLowerHalfOfTheTransactionId() {
        ByteBuffer other = ack(1, 4).putInt(8, 0x77);
        ByteBuffer foreign = ack(1, 4).putInt(12, 0x77);
        out.take();

        receive(foreign);
        assertThat(out.take()).isEmpty();
        receive(other);
        assertThat(sentSegments()).containsExactly(2L, 3L, 4L);
    }

    @Test
    void ignoresPacketsBeforeTheStart() {
        sender = new RmppSender(Messages.answer(1), Messages.FORMAT, RmppOptions.DEFAULTS);
        receive(ack(1, 4));

        assertThat(sender.isDone()).isFalse();
        assertThatIllegalStateException().isThrownBy(sender::deadline);
    }

    @Test
    void aMessageIsSentOnceAndHasItsHeaders() {
        assertThatIllegalStateException()
                .isThrownBy(() -> sender.start(NOW, out))
                .withMessage("a message is sent once");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RmppSender(new byte[55], Messages.FORMAT, RmppOptions.DEFAULTS))
                .withMessage("a message has 56 bytes of headers, not only 55");
        assertThatIllegalArgumentException().isThrownBy(() -> sender.start(0, NOW, out));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RmppSender(
                        new byte[255],
                        Integer.MAX_VALUE,
                        (offset, target, position, length) -> {},
                        new RmppFormat(255),
                        RmppOptions.DEFAULTS))
                .withMessage("2147483647 bytes of data in segments of 1 are too long for RMPP");
    }
}
