package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.SHORT;
import static io.verbena.contract.connection.Both.bytes;
import static io.verbena.contract.connection.Both.joined;
import static io.verbena.contract.connection.Both.text;
import static io.verbena.contract.connection.Both.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.verbena.connection.Access;
import io.verbena.connection.ChannelEndedException;
import io.verbena.connection.ConnectionEndedException;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Message;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.MessageTooLongException;
import io.verbena.connection.Queue;
import io.verbena.connection.QueueFullException;
import io.verbena.connection.RemoteBuffer;
import io.verbena.connection.Signaling;
import io.verbena.contract.cm.CmBed;
import io.verbena.verbs.ClosedObjectException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of any length, with flow control. */
@Timeout(120)
public abstract class MessageContract {
    private static final MessageOptions OPTIONS =
            MessageOptions.DEFAULTS.slots(8, 1024).largest(1 << 20).timeout(LONG);

    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private Both both;
    private MessageChannel client;
    private MessageChannel server;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        both = new Both(bed());
        CompletableFuture<MessageChannel> opening =
                CompletableFuture.supplyAsync(() -> MessageChannel.open(both.accepted, OPTIONS));
        client = MessageChannel.open(both.client, OPTIONS);
        server = joined(opening);
    }

    @AfterEach
    void close() {
        both.close();
    }

    private static ByteBuffer message(int length, int seed) {
        ByteBuffer message = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            message.put(i, (byte) (i * 7 + seed));
        }
        return message;
    }

    @Test
    void messagesOfEveryLengthArriveInTheirOrder() {
        int[] lengths = {0, 1, 1023, 1024, 1025, 5000, 65_536, 1 << 20, 3, 200_000, 2};
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            for (int length : lengths) {
                client.send(message(length, length));
            }
        });

        for (int length : lengths) {
            assertThat(server.receive(LONG)).isEqualTo(message(length, length));
        }
        joined(sending);
    }

    @Test
    void bothSidesSendAtOnceMuchMoreThanThereIsRoomFor() {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> exchange(client, 1));
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> exchange(server, 2));

        joined(one);
        joined(other);
    }

    private static void exchange(MessageChannel channel, int seed) {
        for (int i = 0; i < 300; i++) {
            channel.send(message(i % 10 == 0 ? 20_000 : i, seed));
            assertThat(channel.receive(LONG)).isEqualTo(message(i % 10 == 0 ? 20_000 : i, 3 - seed));
        }
    }

    @Test
    void aSendToAPeerThatTakesNothingTimesOutAndLosesNothing() {
        List<ByteBuffer> sent = new ArrayList<>();
        assertThatExceptionOfType(ConnectionTimeoutException.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        client.send(message(500, i), SHORT);
                        sent.add(message(500, i));
                    }
                })
                .withMessageContaining(client.connection().toString())
                .withMessageContaining("to take earlier messages");
        assertThat(sent).hasSize(8);

        for (ByteBuffer each : sent) {
            assertThat(server.receive(LONG)).isEqualTo(each);
        }
        client.send(message(7, 7));
        assertThat(server.receive(LONG)).isEqualTo(message(7, 7));
    }

    @Test
    void longMessagesThatAreNotTakenBlockTheSenderToo() {
        List<ByteBuffer> sent = new ArrayList<>();
        assertThatExceptionOfType(ConnectionTimeoutException.class).isThrownBy(() -> {
            for (int i = 0; i < 100; i++) {
                client.send(message(5000, i), SHORT);
                sent.add(message(5000, i));
            }
        });
        assertThat(sent).hasSizeLessThanOrEqualTo(8);

        for (ByteBuffer each : sent) {
            assertThat(server.receive(LONG)).isEqualTo(each);
        }
    }

    @Test
    void aLongMessageIsReadWhereItLies() {
        LocalBuffer source = both.client.allocate(100_000, Access.REMOTE_READ);
        source.bytes().put(0, message(100_000, 5), 0, 100_000);

        CompletableFuture<Void> taken = client.sendAsync(source, 10, 90_000, LONG);
        CompletableFuture<Void> alsoTaken = client.sendAsync(source, 0, 3, LONG);

        assertThat(server.receive(LONG)).isEqualTo(message(100_000, 5).slice(10, 90_000));
        assertThat(server.receive(LONG)).isEqualTo(message(3, 5));
        assertThat(alsoTaken).isCompleted();
        until(both.client, taken::isDone);
    }

    @Test
    void aMessageThatFitsIntoASlotIsSentFromWhereItLies() {
        LocalBuffer source = both.client.allocate(1024, Access.REMOTE_READ);
        for (int i = 0; i < 50; i++) {
            source.bytes().put(0, message(1024, i), 0, 1024);

            CompletableFuture<Void> taken = client.sendAsync(source, 0, 1024, LONG);

            assertThat(server.receive(LONG)).isEqualTo(message(1024, i));
            until(both.client, taken::isDone);
            assertThat(taken).isCompleted();
        }
    }

    @Test
    void whatIsSentFromWhereItLiesFailsWhenTheChannelIsClosedBefore() {
        LocalBuffer source = both.client.allocate(1024, Access.REMOTE_READ);
        both.accepted.close();

        List<CompletableFuture<Void>> sent = new ArrayList<>();
        assertThatExceptionOfType(ConnectionException.class).isThrownBy(() -> {
            for (int i = 0; i < 100; i++) {
                sent.add(client.sendAsync(source, 0, 1024, LONG));
            }
        });
        client.close();

        assertThat(sent).allSatisfy(each -> assertThat(each).isDone());
    }

    @Test
    void partsAreOneMessage() {
        client.send(
                new ByteBuffer[] {
                    ByteBuffer.wrap(bytes("May ")), ByteBuffer.allocateDirect(0), ByteBuffer.wrap(bytes("I?"))
                },
                LONG);

        assertThat(text(server.receive(LONG))).isEqualTo("May I?");
    }

    @Test
    void aMessageIsSeenWhereItLies() {
        client.send(message(100, 1));
        client.send(message(10_000, 2));

        try (Message first = server.take(LONG);
                Message second = server.take(LONG)) {
            assertThat(second.data()).isEqualTo(message(10_000, 2));
            assertThat(first.data()).isEqualTo(message(100, 1));
        }
    }

    @Test
    void aMessageThatIsTooLongIsRefusedBeforeItIsSent() {
        assertThatExceptionOfType(MessageTooLongException.class)
                .isThrownBy(() -> client.send(message((1 << 20) + 1, 0)))
                .withMessageContaining("1048577")
                .withMessageContaining("1048576")
                .withMessageContaining(client.toString());
        client.send(message(1, 1));
        assertThat(server.receive(LONG)).isEqualTo(message(1, 1));
    }

    @Test
    void aHandlerIsGivenMessagesInTheirOrder() {
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        client.send(message(1, 1));
        server.onMessage(message -> {
            lengths.add(message.data().remaining());
            message.close();
        });
        for (int i = 2; i <= 50; i++) {
            client.send(message(i % 7 == 0 ? i * 1000 : i, i));
        }

        until(server.connection(), () -> lengths.size() == 50);
        assertThat(lengths).startsWith(1, 2, 3, 4, 5, 6, 7000, 8).hasSize(50);
    }

    @Test
    void aHandlerThatThrowsIsGivenTheMessagesThatFollow() {
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        // The short ones wait for the long one before them, so that all are there at once.
        client.send(message(1 << 20, 1));
        for (int i = 1; i < 8; i++) {
            client.send(message(i, i));
        }

        server.onMessage(message -> {
            lengths.add(message.data().remaining());
            message.close();
            throw new AssertionError("thrown on purpose");
        });

        until(server.connection(), () -> lengths.size() == 8);
        assertThat(lengths).containsExactly(1 << 20, 1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void aHandlerThatThrowsLosesNeitherItsSlotNorItsCredit() {
        List<Integer> lengths = new CopyOnWriteArrayList<>();
        server.onMessage(message -> {
            lengths.add(message.data().remaining());
            throw new AssertionError("thrown on purpose");
        });

        for (int i = 0; i < 5 * OPTIONS.slots(); i++) {
            client.send(message(i % 9 == 8 ? 5000 : i, i), AT_ONCE);
        }

        until(server.connection(), () -> lengths.size() == 5 * OPTIONS.slots());
    }

    @Test
    void anApplicationThatKeepsMessagesIsSentAsManyAsItHasSlotsFor() {
        List<Message> kept = new ArrayList<>();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 30; i++) {
                client.send(message(i, i));
            }
        });

        for (int i = 0; i < OPTIONS.slots() - 1; i++) {
            kept.add(server.take(LONG));
        }
        for (int i = OPTIONS.slots() - 1; i < 30; i++) {
            assertThat(server.receive(AT_ONCE)).isEqualTo(message(i, i));
        }

        joined(sending);
        kept.forEach(Message::close);
    }

    @Test
    void requestsOfTheUserThatFillTheSendQueueDoNotDelayAMessage() {
        LocalBuffer target = both.client.allocate(64, Access.REMOTE_WRITE);
        both.client.advertise(target);
        RemoteBuffer remote = both.accepted.awaitAdvertisement(LONG);
        LocalBuffer source = both.accepted.allocate(8);
        List<Integer> posted = new CopyOnWriteArrayList<>();
        server.onMessage(message -> {
            message.close();
            // No completion is taken while the handler runs.
            posted.add(fill(() -> both.accepted.postWrite(source, 0, 8, remote, 0, Signaling.SIGNALED)));
            server.send(message(1, 1));
        });

        for (int i = 0; i < 3; i++) {
            client.send(message(1, 1));
            assertThat(client.receive(AT_ONCE)).isEqualTo(message(1, 1));
        }
        assertThat(posted).hasSize(3).allSatisfy(count -> assertThat(count).isBetween(1, 63));
    }

    /** Posts until the queue is full, and returns how many were posted. */
    private static int fill(Runnable post) {
        int posted = 0;
        while (true) {
            try {
                post.run();
                posted++;
            } catch (QueueFullException e) {
                return posted;
            }
        }
    }

    @Test
    void unsignaledWritesContinueBesideAChannel() {
        LocalBuffer target = both.accepted.allocate(64, Access.REMOTE_WRITE);
        both.accepted.advertise(target);
        RemoteBuffer remote = both.client.awaitAdvertisement(LONG);
        LocalBuffer source = both.client.allocate(8);

        for (int i = 0; i < 1000; i++) {
            both.client.awaitRoom(Queue.SEND, AT_ONCE);
            both.client.postWrite(source, 0, 8, remote, 0, Signaling.UNSIGNALED);
        }

        client.send(message(1, 1));
        assertThat(server.receive(LONG)).isEqualTo(message(1, 1));
    }

    @Test
    void aDeadQueuePairFailsWhatIsPendingAndWhatFollows() {
        LocalBuffer source = both.client.allocate(5000, Access.REMOTE_READ);
        CompletableFuture<Void> taken = client.sendAsync(source, 0, 5000, LONG);
        CompletableFuture<ByteBuffer> waiting = CompletableFuture.supplyAsync(() -> client.receive(LONG));

        both.client.queuePair().flush();

        assertThat(waiting)
                .failsWithin(AT_ONCE)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(ConnectionException.class);
        assertThat(both.client.isOpen()).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(ConnectionException.class).isThrownBy(() -> client.send(message(1, 1)));
            assertThatExceptionOfType(ConnectionException.class)
                    .isThrownBy(() -> client.sendAsync(source, 0, 5000, LONG));
            assertThatExceptionOfType(ConnectionException.class).isThrownBy(() -> client.receive(LONG));
        }
        assertThat(taken).failsWithin(AT_ONCE);
        both.accepted.awaitDisconnect(LONG);
        assertThatExceptionOfType(ConnectionException.class).isThrownBy(() -> {
            for (int i = 0; i < 3; i++) {
                server.receive(LONG);
            }
        });
    }

    @Test
    void severalThreadsTakeEachMessageOnce() {
        List<Integer> taken = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> taking = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            taking.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 100; i++) {
                    ByteBuffer message = server.receive(LONG);
                    assertThat(message).isEqualTo(message(message.remaining(), message.remaining()));
                    taken.add(message.remaining());
                }
            }));
        }
        for (int length = 0; length < 300; length++) {
            client.send(message(length, length));
        }

        taking.forEach(Both::joined);
        assertThat(taken).hasSize(300).doesNotHaveDuplicates();
    }

    @Test
    void eachIsGivenUntilTheOtherSideClosesTheChannel() {
        List<Integer> lengths = new ArrayList<>();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 30; i++) {
                client.send(message(i * 100, i));
            }
            client.close();
        });

        server.forEach(LONG, message -> lengths.add(message.remaining()));

        joined(sending);
        assertThat(lengths).hasSize(30).isSorted().startsWith(0, 100, 200).endsWith(2900);
    }

    @Test
    void writesGoBesideMessages() {
        LocalBuffer target = both.accepted.allocate(64, Access.REMOTE_WRITE);
        both.accepted.advertise(target);
        RemoteBuffer remote = both.client.awaitAdvertisement(LONG);
        LocalBuffer source = both.client.allocate(8);
        source.bytes().put(0, (byte) 42);

        both.client.postWrite(source, 0, 1, remote, 3, Signaling.UNSIGNALED);
        client.send(message(1, 1));

        assertThat(server.receive(LONG)).isEqualTo(message(1, 1));
        assertThat(target.bytes().get(3)).isEqualTo((byte) 42);
    }

    @Test
    void whatWasSentBeforeTheChannelWasClosedArrives() {
        client.send(message(100, 1));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);

        assertThat(server.receive(LONG)).isEqualTo(message(100, 1));
        assertThatExceptionOfType(ChannelEndedException.class)
                .isThrownBy(() -> server.receive(LONG))
                .withMessageContaining(server.toString());
        assertThatExceptionOfType(ChannelEndedException.class).isThrownBy(() -> server.receive(LONG));
        joined(closing);
        assertThatExceptionOfType(ClosedObjectException.class).isThrownBy(() -> client.send(message(1, 1)));
    }

    @Test
    void closingWakesWhoWaits() {
        CompletableFuture<ByteBuffer> waiting = CompletableFuture.supplyAsync(() -> server.receive(LONG));

        server.close();

        assertThat(waiting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfAny(ClosedObjectException.class, ConnectionEndedException.class)
                .withMessageContaining(both.accepted.toString());
    }

    @Test
    void theEndOfTheConnectionEndsTheWait() {
        CompletableFuture<ByteBuffer> waiting = CompletableFuture.supplyAsync(() -> server.receive(LONG));

        both.client.close();

        assertThat(waiting)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(ConnectionException.class);
    }

    @Test
    void closingWakesAThreadThatWaitsForAPeerThatTakesNothing() {
        fill(client);
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> client.send(message(1, 1)));
        CompletableFuture<ByteBuffer> receiving = CompletableFuture.supplyAsync(() -> client.receive(LONG));

        CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);

        for (CompletableFuture<?> each : List.of(sending, receiving)) {
            assertThat(each)
                    .failsWithin(AT_ONCE)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOf(ClosedObjectException.class)
                    .withMessageContaining(client.toString());
        }
        List<Integer> lengths = new ArrayList<>();
        server.forEach(LONG, message -> lengths.add(message.remaining()));
        assertThat(lengths).hasSize(8).containsOnly(1000);
        joined(closing);
    }

    @Test
    void aSecondCloseDoesNotInterruptTheLastMessagesOfTheFirst() {
        client.send(message(500_000, 1));
        CompletableFuture<Void> first = CompletableFuture.runAsync(client::close);
        while (!isClosing(client)) {
            Thread.onSpinWait();
        }

        CompletableFuture<Void> second = CompletableFuture.runAsync(client::close);

        assertThat(server.receive(LONG)).isEqualTo(message(500_000, 1));
        assertThatExceptionOfType(ChannelEndedException.class).isThrownBy(() -> server.receive(LONG));
        joined(first);
        joined(second);
    }

    @Test
    void aChannelThatDidNotOpenCannotBeTriedAgainOverTheSameConnection() {
        try (Both others = new Both(both.bed)) {
            assertThatExceptionOfType(ConnectionTimeoutException.class)
                    .isThrownBy(() -> MessageChannel.open(others.client, OPTIONS.timeout(SHORT)));

            assertThatIllegalStateException()
                    .isThrownBy(() -> MessageChannel.open(others.client, OPTIONS))
                    .withMessage("a channel was opened over " + others.client
                            + " before; connect again for another channel");
        }
    }

    @Test
    void aConnectionHasOneChannel() {
        assertThatIllegalStateException()
                .isThrownBy(() -> MessageChannel.open(both.client, OPTIONS))
                .withMessageContaining(both.client.toString());

        client.send(message(1, 1));
        assertThat(server.receive(LONG)).isEqualTo(message(1, 1));
    }

    /** Sends until the peer, which takes no message, has no room. */
    private static void fill(MessageChannel channel) {
        assertThatExceptionOfType(ConnectionTimeoutException.class).isThrownBy(() -> {
            while (true) {
                channel.send(message(1000, 1), SHORT);
            }
        });
    }

    private static boolean isClosing(MessageChannel channel) {
        try {
            channel.receive(SHORT);
            return false;
        } catch (ConnectionTimeoutException e) {
            return false;
        } catch (ClosedObjectException e) {
            return true;
        }
    }

    @Test
    void aLongMessageThatTheOtherSideCannotReadIsRefusedBeforeItIsAnnounced() {
        LocalBuffer buffer = both.client.allocate(5000, Access.REMOTE_WRITE);

        assertThatExceptionOfType(ConnectionException.class)
                .isThrownBy(() -> client.sendAsync(buffer, 0, 5000, LONG))
                .withMessageContaining(buffer.toString())
                .withMessageContaining("REMOTE_READ");
        client.send(message(1, 1));
        assertThat(server.receive(LONG)).isEqualTo(message(1, 1));
    }
}
