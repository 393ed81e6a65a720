package io.verbena.rmpp;

import static io.verbena.rmpp.Packets.FIRST;
import static io.verbena.rmpp.Packets.LAST;
import static io.verbena.rmpp.Packets.MIDDLE;
import static io.verbena.rmpp.Packets.ONLY;
import static io.verbena.rmpp.Packets.ack;
import static io.verbena.rmpp.Packets.control;
import static io.verbena.rmpp.Packets.end;
import static io.verbena.rmpp.Packets.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.verbena.iba.MadMethod;
import io.verbena.iba.RmppStatus;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppFailure.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RmppReceiverTest {
    private static final long NOW = Long.MAX_VALUE - 1000;
    private static final long UNKNOWN = 0;

    private final Packets out = new Packets();
    private RmppReceiver receiver = receiver(RmppOptions.DEFAULTS.withWindow(3));

    private static RmppReceiver receiver(RmppOptions options) {
        return new RmppReceiver(Messages.FORMAT, options);
    }

    private void receive(ByteBuffer... packets) {
        for (ByteBuffer packet : packets) {
            receiver.received(packet, NOW, out);
        }
    }

    private void assertThatItFailed(Reason reason, String text) {
        RmppFailure failure = Objects.requireNonNull(receiver.failure());
        assertThat(failure).hasToString(text);
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(receiver.isDone()).isFalse();
        assertThatIllegalStateException().isThrownBy(receiver::message);
    }

    @Test
    void acknowledgesTheFirstSegmentAndEachWindow() {
        receive(segment(1, FIRST, UNKNOWN));
        assertThat(out.answers()).containsExactly("1/4");

        receive(segment(2, MIDDLE, 0), segment(3, MIDDLE, 0));
        assertThat(out.answers()).isEmpty();

        receive(segment(4, MIDDLE, 0));
        assertThat(out.answers()).containsExactly("4/7");

        receive(segment(5, LAST, 20 + 7));
        assertThat(out.answers()).containsExactly("5/7");
        assertThat(receiver.message()).hasSize(56 + 4 * 200 + 7);
    }

    @Test
    void acknowledgesWithTheHeadersOfTheFirstSegmentAndTheOppositeMethod() {
        receive(segment(1, FIRST, UNKNOWN));

        byte[] answer = out.take().get(0);
        byte[] headers = Messages.message(MadMethod.GET_TABLE, 0);
        assertThat(answer).startsWith(Arrays.copyOf(headers, 24));
        // RMPP version 1, ACK, no response time and active, status 0, segment 1, window up to 4.
        assertThat(answer).containsSequence(1, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 4);
        assertThat(Arrays.copyOfRange(answer, 56, 256)).containsOnly(0);
    }

    @Test
    void ordersTheSegmentsOfAWindow() {
        receive(segment(1, FIRST, UNKNOWN), segment(4, LAST, 21), segment(3, MIDDLE, 0), segment(2, MIDDLE, 0));

        assertThat(out.answers()).containsExactly("1/4", "4/4");
        byte[] message = receiver.message();
        assertThat(message).hasSize(56 + 601);
        assertThat(new byte[] {message[56], message[256], message[456], message[656]})
                .containsExactly(1, 2, 3, 4);
    }

    @Test
    void acknowledgesRepeatedSegmentsAgain() {
        receive(segment(1, FIRST, UNKNOWN), segment(2, MIDDLE, 0), segment(2, MIDDLE, 0), segment(1, FIRST, UNKNOWN));

        assertThat(out.answers()).containsExactly("1/4", "2/4");
    }

    @Test
    void acknowledgesTheLastSegmentAgainAfterTheEnd() {
        receive(segment(1, ONLY, 20 + 200));
        out.take();

        receive(segment(1, ONLY, 20 + 200));

        assertThat(out.answers()).containsExactly("1/1");
        assertThat(receiver.deadline() - NOW).isEqualTo(Duration.ofMillis(9400).toNanos());
    }

    @Test
    void aMessageMayHaveNoData() {
        receive(segment(1, ONLY, 20));

        assertThat(receiver.message()).hasSize(56);
    }

    @Test
    void storesTheWindowOfTheResponseWhenTheDirectionTurns() {
        assertThat(receiver.responseWindow()).isEqualTo(1);
        receive(segment(1, ONLY, 20 + 100));

        receive(control(MadMethod.GET_TABLE_RESPONSE, RmppType.ACK, 0, 0, 9));

        assertThat(receiver.responseWindow()).isEqualTo(9);
        receive(control(MadMethod.GET_TABLE_RESPONSE, RmppType.ACK, 0, 0, 0xffffffffL));
        assertThat(receiver.responseWindow()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void ignoresPacketsOfOtherTransfers() {
        receive(segment(2, MIDDLE, 0), segment(9, LAST, 21));
        receive(segment(1, FIRST, UNKNOWN));
        out.take();

        receive(ByteBuffer.allocate(24), ByteBuffer.allocate(256));
        receive(segment(7, MIDDLE, 0, data -> data.transactionId(7)));
        receive(segment(7, MIDDLE, 0, data -> data.method(MadMethod.GET_MULTI_RESPONSE)));
        receive(segment(7, MIDDLE, 0, data -> data.classVersion(1)));
        receive(ack(1, 9));

        assertThat(out.answers()).isEmpty();
        assertThat(receiver.failure()).isNull();
    }

    @Test
    void doesNotMoveThePositionOfThePacket() {
        ByteBuffer packet = ByteBuffer.allocateDirect(300).position(44);
        packet.put(segment(1, ONLY, 20 + 1)).position(44);

        receive(packet);

        assertThat(receiver.message()).hasSize(57).endsWith(1);
        assertThat(packet.position()).isEqualTo(44);
    }

    @Test
    void refusesAMessageThatEndsBeforeItsAnnouncedLength() {
        receive(segment(1, FIRST, 3 * 220), segment(2, LAST, 20 + 30));

        assertThatItFailed(Reason.TRUNCATED, "segment 2 is the last, but the first announced 660 bytes in 3");
        assertThat(out.answers()).containsExactly("1/4", "ABORT 119");
    }

    @Test
    void refusesALastSegmentThatDiffersFromTheAnnouncedLength() {
        receive(segment(1, FIRST, 220 + 50), segment(2, LAST, 49));

        assertThatItFailed(
                Reason.BAD_LENGTH,
                "the last segment has a payload of 49 bytes instead of the 50 that the first announced");
    }

    @Test
    void refusesAMessageThatContinuesAfterItsAnnouncedLength() {
        receive(segment(1, FIRST, 2 * 220), segment(2, MIDDLE, 0));

        assertThatItFailed(Reason.BAD_LENGTH, "segment 2 is not the last, but the first announced 440 bytes in 2");
    }

    @Test
    void refusesInvalidPayloadLengths() {
        receive(segment(1, FIRST, UNKNOWN), segment(2, LAST, 221));
        assertThatItFailed(
                Reason.BAD_LENGTH, "by segment 2, the last segment has a payload of 221 bytes; there can be 20 to 220");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN), segment(2, LAST, 19));
        assertThatItFailed(
                Reason.BAD_LENGTH, "by segment 2, the last segment has a payload of 19 bytes; there can be 20 to 220");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, 220 + 5));
        assertThatItFailed(
                Reason.BAD_LENGTH, "by segment 1, the last segment has a payload of 5 bytes; there can be 20 to 220");
    }

    @Test
    void stopsAMessageWhoseAnnouncedLengthExceedsTheLimit() {
        receive(segment(1, FIRST, 0xffffffffL - 180));

        assertThatItFailed(
                Reason.TOO_LONG,
                "by segment 1 the message has at least 3904515611 bytes; at most 67108864 are accepted");
        assertThat(out.answers()).containsExactly("STOP 1");
    }

    @Test
    void stopsAMessageThatExceedsTheLimit() {
        receiver = receiver(RmppOptions.DEFAULTS.withMaxLength(1000));
        receive(segment(1, FIRST, UNKNOWN), segment(2, MIDDLE, 0), segment(3, MIDDLE, 0), segment(4, MIDDLE, 0));
        assertThat(receiver.failure()).isNull();

        receive(segment(5, MIDDLE, 0));

        assertThatItFailed(
                Reason.TOO_LONG, "by segment 5 the message has at least 1056 bytes; at most 1000 are accepted");
        assertThat(Objects.requireNonNull(receiver.failure()).sent()).isEqualTo(RmppType.STOP);
    }

    @Test
    void refusesASegmentBeyondTheWindow() {
        receive(segment(1, FIRST, UNKNOWN), segment(5, MIDDLE, 0));

        assertThatItFailed(Reason.BAD_SEGMENT, "segment 5 was sent, but the window ends at 4");
        assertThat(out.answers()).containsExactly("1/4", "ABORT 123");
    }

    @Test
    void refusesAFirstFlagThatContradictsTheSegmentNumber() {
        receive(segment(1, MIDDLE, 0));
        assertThatItFailed(Reason.BAD_SEGMENT, "segment 1 does not say that it is the first");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN), segment(2, FIRST, 0));
        assertThatItFailed(Reason.BAD_SEGMENT, "segment 2 says that it is the first");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN), segment(0, MIDDLE, 0));
        assertThatItFailed(Reason.BAD_SEGMENT, "segment 0 does not say that it is the first");
        assertThat(out.answers()).containsExactly("ABORT 120", "1/65", "ABORT 120", "1/65", "ABORT 120");
    }

    @Test
    void refusesTwoLastSegments() {
        receive(segment(1, FIRST, UNKNOWN), segment(3, LAST, 220), segment(2, LAST, 220));

        assertThatItFailed(Reason.BAD_SEGMENT, "segment 2 is the last, but so is 3");
    }

    @Test
    void refusesASegmentAfterTheLast() {
        receive(segment(1, FIRST, UNKNOWN), segment(3, LAST, 220), segment(4, MIDDLE, 0));

        assertThatItFailed(Reason.BAD_SEGMENT, "segment 4 follows the last, 3");
    }

    @Test
    void refusesALastSegmentBeforeSegmentsThatHaveArrived() {
        receive(segment(1, FIRST, UNKNOWN), segment(4, MIDDLE, 0), segment(3, LAST, 220));

        assertThatItFailed(Reason.BAD_SEGMENT, "segment 3 is the last, but segment 4 has arrived as well");
    }

    @Test
    void refusesARepeatedSegmentWithDifferentData() {
        receive(segment(1, FIRST, 660), segment(1, FIRST, 440));
        assertThatItFailed(
                Reason.BAD_LENGTH, "the first segment arrived twice, once with a payload of 660 bytes and once of 440");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN), segment(2, MIDDLE, 0), segment(2, LAST, 220));
        assertThatItFailed(Reason.BAD_SEGMENT, "segment 2 arrived twice, once as the last and once not");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN), segment(3, MIDDLE, 0), segment(3, MIDDLE, 0, data -> data.data(219, 1)));
        assertThatItFailed(Reason.BAD_SEGMENT, "segment 3 arrived twice, with different data");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN), segment(3, LAST, 100), segment(3, LAST, 99));
        assertThatItFailed(Reason.BAD_SEGMENT, "segment 3 arrived twice, with different data");
    }

    @Test
    void refusesAChangeOfTheAttribute() {
        receive(segment(1, FIRST, UNKNOWN), segment(2, MIDDLE, 0, data -> data.attributeId(0x12)));

        assertThatItFailed(
                Reason.BAD_PACKET, "segment 2 has attribute 0x0012, modifier 0x0; the first had 0x0011, 0x0");
        assertThat(out.answers()).containsExactly("1/4", "ABORT 127");
    }

    @Test
    void refusesInvalidPackets() {
        receive(segment(1, FIRST, UNKNOWN, data -> data.rmppVersion(2)));
        assertThatItFailed(Reason.BAD_PACKET, "the peer uses RMPP version 2, not 1");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN, data -> data.rmppTypeBits(9)));
        assertThatItFailed(Reason.BAD_PACKET, "a packet has RMPP type 9, which does not exist");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, UNKNOWN, data -> data.rmppStatusBits(3)));
        assertThatItFailed(Reason.BAD_PACKET, "DATA of segment 1 has status 3 instead of 0");
        assertThat(out.answers()).containsExactly("ABORT 125", "ABORT 121", "ABORT 124");
    }

    @Test
    void repeatsTheAbortToAPeerThatContinues() {
        receive(segment(1, FIRST, UNKNOWN), segment(5, MIDDLE, 0));
        out.take();

        receive(segment(2, MIDDLE, 0));
        receive(end(MadMethod.GET_TABLE_RESPONSE, RmppType.ABORT, RmppStatus.UNSPECIFIED));

        assertThat(out.answers()).containsExactly("ABORT 123");
    }

    @Test
    void failsWhenThePeerStopsOrAborts() {
        receive(
                segment(1, FIRST, 660),
                end(MadMethod.GET_TABLE_RESPONSE, RmppType.STOP, RmppStatus.RESOURCES_EXHAUSTED));
        assertThatItFailed(
                Reason.PEER_STOPPED,
                "the peer stopped it: resources exhausted (status 1), when 1 of 3 segments had arrived");

        receiver = receiver(RmppOptions.DEFAULTS);
        receive(segment(1, FIRST, 0), end(MadMethod.GET_TABLE_RESPONSE, RmppType.ABORT, RmppStatus.TOO_MANY_RETRIES));
        assertThatItFailed(
                Reason.PEER_ABORTED, "the peer aborted it: too many retries (status 126), when 1 segments had arrived");
        assertThat(Objects.requireNonNull(receiver.failure()).sent()).isEqualTo(RmppType.NONE);
        assertThat(out.answers()).containsExactly("1/4", "1/65");
    }

    @Test
    void failsOnAnAbortWithAnIllegalStatus() {
        receive(segment(1, FIRST, 660), control(MadMethod.GET_TABLE_RESPONSE, RmppType.ABORT, 5, 0, 0));

        assertThatItFailed(
                Reason.PEER_ABORTED, "the peer aborted it: undefined (5) (status 5), when 1 of 3 segments had arrived");
        assertThat(out.answers()).containsExactly("1/4", "ABORT 124");
    }

    @Test
    void failsWhenThePeerStopsResponding() {
        receive(segment(1, FIRST, 660));
        receiver.tick(receiver.deadline() - 1, out);
        assertThat(receiver.failure()).isNull();

        receiver.tick(receiver.deadline(), out);

        assertThatItFailed(Reason.NO_PROGRESS, "no segment came for 9400 ms, when 1 of 3 segments had arrived");
        assertThat(out.answers()).containsExactly("1/4", "ABORT 118");
    }

    @Test
    void failsWhenThePeerIsTooSlow() {
        long segment = 1;
        long now = NOW;
        for (; receiver.failure() == null; now += Duration.ofSeconds(9).toNanos()) {
            receiver.tick(now, out);
            receiver.received(segment(segment, segment++ == 1 ? FIRST : MIDDLE, 0), now, out);
        }

        assertThatItFailed(Reason.TOO_SLOW, "it took longer than 40000 ms, when 5 segments had arrived");
    }

    @Test
    void hasNoDeadlineBeforeTheFirstPacket() {
        assertThatIllegalStateException()
                .isThrownBy(receiver::deadline)
                .withMessage("a transfer that has not begun has no deadline");
        assertThatNoException().isThrownBy(() -> receiver.tick(NOW, out));
    }
}
