package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.verbena.connection.MessageHeader.Kind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One side of the message protocol, step by step, with 4 slots and 2 long messages at a time. */
class MessageProtocolTest {
    private final MessageProtocol<String> protocol = new MessageProtocol<>(4, 2);

    MessageProtocolTest() {
        protocol.opened(3);
    }

    private static MessageHeader header(Kind kind, int credits, long id) {
        return new MessageHeader(kind, credits, 1, id, 0, 0);
    }

    private static Message message(Kind kind) {
        return Message.withoutSlot(message -> {}, header(kind, 0, 0));
    }

    private @Nullable String received(Kind kind, int credits, long id) {
        return protocol.received(header(kind, credits, id), null);
    }

    private Message arrive(Kind kind) {
        Message message = message(kind);
        protocol.received(message.header, message);
        return message;
    }

    private static void releaseNext(MessageProtocol<String> receiver) {
        receiver.release(Objects.requireNonNull(receiver.take()));
    }

    private void assertRefused(Runnable step, String reason) {
        assertThatExceptionOfType(ForeignPeerException.class)
                .isThrownBy(step::run)
                .withMessageContaining(reason);
    }

    @Test
    void aMessageTakesACreditWhichThePeerReturns() {
        for (int i = 0; i < 3; i++) {
            assertThat(protocol.maySend(false)).isTrue();
            protocol.sent();
        }
        assertThat(protocol.maySend(false)).isFalse();
        received(Kind.CREDITS, 1, 0);
        assertThat(protocol.maySend(false)).isTrue();
    }

    @Test
    void aLongMessageTakesACreditAndAPlaceUntilItIsRead() {
        assertThat(protocol.sent("one")).isZero();
        assertThat(protocol.sent("other")).isEqualTo(1);
        assertThat(protocol.maySend(true)).isFalse();
        assertThat(protocol.maySend(false)).isTrue();
        assertThat(protocol.isRead()).isFalse();
        assertThat(received(Kind.READ, 0, 1)).isEqualTo("other");
        assertThat(protocol.maySend(true)).isTrue();
        protocol.sent();
        assertThat(protocol.maySend(false)).isFalse();
        assertRefused(() -> received(Kind.READ, 0, 1), "long message 1, which it has read before or was never sent");
    }

    @Test
    void longMessagesThatThePeerNeverReadsAreAbandoned() {
        protocol.sent("one");
        protocol.sent("other");
        assertThat(protocol.abandon()).containsExactlyInAnyOrder("one", "other");
        assertThat(protocol.abandon()).isEmpty();
        assertThat(protocol.isRead()).isTrue();
    }

    @Test
    void thePeerCannotReturnMoreCreditsThanItWasSentMessages() {
        protocol.sent();
        assertRefused(() -> received(Kind.CREDITS, 2, 0), "the peer returned 2 credits, and 2 of its 3 are unused");
        assertThatNoException().isThrownBy(() -> received(Kind.CREDITS, 1, 0));
        assertRefused(() -> received(Kind.CREDITS, 0, 0), "returns no credits and says nothing else");
    }

    @Test
    void thePeerCannotSendMoreThanItHasCreditsFor() {
        for (int i = 0; i < 4; i++) {
            arrive(Kind.SHORT);
        }
        assertRefused(() -> arrive(Kind.SHORT), "the peer sent more than the 4 messages it had credits for");
        Message taken = protocol.take();
        assertThat(taken).isNotNull();
        protocol.release(taken);
        assertRefused(() -> arrive(Kind.SHORT), "more than the 4 messages");
        assertThat(protocol.grant()).isEqualTo(1);
        assertThat(protocol.grant()).isZero();
        assertThatNoException().isThrownBy(() -> arrive(Kind.SHORT));
    }

    @Test
    void theEndTakesNoCredit() {
        for (int i = 0; i < 4; i++) {
            arrive(Kind.SHORT);
        }
        assertThatNoException().isThrownBy(() -> arrive(Kind.END));
        assertRefused(() -> arrive(Kind.SHORT), "the peer sent a message after its last one");
        assertThat(protocol.isRead()).isTrue();
    }

    @Test
    void theEndIsSentOnceBehindTheReplies() {
        Message request = arrive(Kind.SHORT);
        protocol.take();
        protocol.reply(request, false);
        assertThat(protocol.trySendEnd()).isFalse();
        assertThat(protocol.hasSentEnd()).isFalse();
        assertThat(protocol.nextReply()).isSameAs(request);
        assertThat(protocol.trySendEnd()).isTrue();
        assertThat(protocol.hasSentEnd()).isTrue();
        assertThat(protocol.trySendEnd()).isFalse();
        assertThat(protocol.maySend(false)).isFalse();
    }

    @Test
    void aReplyGoesBeforeTheMessagesOfThisSide() {
        Message request = arrive(Kind.SHORT);
        protocol.take();
        assertThat(protocol.firstReply()).isNull();
        protocol.reply(request, false);
        assertThat(protocol.firstReply()).isSameAs(request);
        assertThat(protocol.maySend(false)).isFalse();
        assertThat(protocol.next()).isEqualTo(MessageProtocol.Step.REPLY);
        assertThat(protocol.nextReply()).isSameAs(request);
        assertThat(protocol.grant()).isEqualTo(1);
        assertThat(protocol.maySend(false)).isTrue();
    }

    @Test
    void aReplyWaitsForACredit() {
        Message request = arrive(Kind.SHORT);
        protocol.take();
        protocol.reply(request, true);
        protocol.sent("one");
        protocol.sent("other");
        assertThat(protocol.next()).isNull();
        received(Kind.READ, 0, 0);
        assertThat(protocol.next()).isEqualTo(MessageProtocol.Step.REPLY);
    }

    @Test
    void aLongMessageIsReadWhenThereIsMemory() {
        Message first = arrive(Kind.LONG);
        Message second = arrive(Kind.LONG);
        Message third = arrive(Kind.LONG);
        assertThat(protocol.nextToRead()).isSameAs(first);
        assertThat(protocol.nextToRead()).isSameAs(second);
        assertThat(protocol.nextToRead()).isNull();
        assertThat(protocol.isReady()).isFalse();
        assertThat(protocol.take()).isNull();
        protocol.read(first);
        assertThat(protocol.next()).isEqualTo(MessageProtocol.Step.READ);
        assertThat(protocol.nextRead()).isZero();
        assertThat(protocol.next()).isNull();
        assertThat(protocol.isReady()).isTrue();
        assertThat(protocol.take()).isSameAs(first);
        assertThat(protocol.nextToRead()).isNull();
        protocol.release(first);
        assertThat(protocol.nextToRead()).isSameAs(third);
        assertThat(protocol.nextToRead()).isNull();
    }

    @Test
    void theEndIsFoundAgain() {
        assertThat(protocol.take()).isNull();
        Message message = arrive(Kind.SHORT);
        Message end = arrive(Kind.END);
        assertThat(protocol.take()).isSameAs(message);
        assertThat(protocol.take()).isSameAs(end);
        assertThat(protocol.take()).isSameAs(end);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "3, 4", "3, 5", "4, 6", "6, 8"})
    void creditsAreSentAloneWhenTheyAreThreeQuartersOfTheSlots(int due, int slots) {
        MessageProtocol<String> receiver = new MessageProtocol<>(slots, 1);
        receiver.opened(1);
        for (int i = 0; i < slots; i++) {
            Message message = message(Kind.SHORT);
            receiver.received(message.header, message);
        }
        for (int released = 1; released <= due; released++) {
            assertThat(receiver.next()).isNull();
            releaseNext(receiver);
        }
        assertThat(receiver.next()).isEqualTo(MessageProtocol.Step.CREDITS);
    }

    @Test
    void creditsAreSentAloneToAPeerThatHasNoneAndOfWhichNothingWaits() {
        for (int i = 0; i < 4; i++) {
            arrive(Kind.SHORT);
        }
        for (int i = 0; i < 3; i++) {
            protocol.take();
        }
        assertThat(protocol.next()).isNull();
        protocol.release(message(Kind.SHORT));
        assertThat(protocol.next()).isNull();
        protocol.take();
        assertThat(protocol.next()).isEqualTo(MessageProtocol.Step.CREDITS);
        protocol.grant();
        assertThat(protocol.next()).isNull();
    }

    @Test
    void noCreditsAreSentAloneBehindTheEnd() {
        arrive(Kind.SHORT);
        arrive(Kind.SHORT);
        arrive(Kind.SHORT);
        arrive(Kind.END);
        for (int i = 0; i < 3; i++) {
            releaseNext(protocol);
        }
        assertThat(protocol.next()).isNull();
    }

    @Test
    void theTextShowsTheWholeState() {
        protocol.sent("long");
        arrive(Kind.SHORT);
        arrive(Kind.LONG);
        assertThat(protocol)
                .hasToString(
                        "credits=2 unread=[0] replies=0 messages=0! 1? unbegun=1 reads=[] outstanding=2 buffers=0 owed=0");
        protocol.trySendEnd();
        arrive(Kind.END);
        assertThat(protocol.toString())
                .contains("replies=0 endSent messages=0! 1? 2! ")
                .endsWith("owed=0 endReceived");
    }
}
