package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;
import static io.verbena.contract.connection.Both.bytes;
import static io.verbena.contract.connection.Both.joined;
import static io.verbena.contract.connection.Both.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.connection.MessageChannel;
import io.verbena.connection.MessageOptions;
import io.verbena.connection.RdmaByteChannel;
import io.verbena.connection.RequestChannel;
import io.verbena.connection.RequestFailedException;
import io.verbena.connection.RequestHandler;
import io.verbena.contract.cm.CmBed;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests with answers, and streams of bytes. */
@Timeout(120)
public abstract class RequestContract {
    private static final MessageOptions OPTIONS =
            MessageOptions.DEFAULTS.slots(8, 1024).largest(1 << 20).timeout(LONG);

    private static final Duration AT_ONCE = Duration.ofSeconds(10);

    private final ExecutorService workers = Executors.newFixedThreadPool(4);
    private Both both;

    /** Two devices for the next test. */
    protected abstract CmBed bed();

    @BeforeEach
    void open() {
        both = new Both(bed());
    }

    @AfterEach
    void close() {
        both.close();
        workers.shutdownNow();
    }

    /** The side that asks; the other answers so. */
    private RequestChannel asking(RequestHandler handler, Duration timeout) {
        return asking(handler, workers, timeout);
    }

    private RequestChannel asking(RequestHandler handler, Executor executor, Duration timeout) {
        CompletableFuture<RequestChannel> opening = CompletableFuture.supplyAsync(
                () -> RequestChannel.answering(MessageChannel.open(both.accepted, OPTIONS), handler, executor, LONG));
        RequestChannel client = RequestChannel.asking(MessageChannel.open(both.client, OPTIONS), timeout);
        joined(opening);
        return client;
    }

    private static ByteBuffer ask(String text) {
        return ByteBuffer.wrap(bytes(text));
    }

    @Test
    void eachRequestGetsItsAnswer() {
        RequestChannel client = asking(request -> ask("You said " + text(request) + "."), LONG);
        List<CompletableFuture<ByteBuffer>> answers = new ArrayList<>();

        for (int i = 0; i < 100; i++) {
            answers.add(client.requestAsync(ask("hello " + i)));
        }

        for (int i = 0; i < 100; i++) {
            assertThat(text(joined(answers.get(i)))).isEqualTo("You said hello " + i + ".");
        }
    }

    @Test
    void aLaterRequestMayBeAnsweredFirst() {
        CountDownLatch second = new CountDownLatch(1);
        RequestChannel client = asking(
                request -> {
                    if (request.get(0) == '1') {
                        await(second);
                    } else {
                        second.countDown();
                    }
                    return request;
                },
                LONG);

        CompletableFuture<ByteBuffer> one = client.requestAsync(ask("1"));
        CompletableFuture<ByteBuffer> two = client.requestAsync(ask("2"));

        assertThat(text(joined(two))).isEqualTo("2");
        assertThat(text(joined(one))).isEqualTo("1");
    }

    @Test
    void longRequestsAndAnswersAreMoved() {
        RequestChannel client = asking(request -> request, LONG);
        byte[] much = new byte[300_000];
        much[299_999] = 42;

        ByteBuffer answer = joined(client.requestAsync(ByteBuffer.wrap(much)));

        assertThat(answer).isEqualTo(ByteBuffer.wrap(much));
    }

    @Test
    void theMessageOfAHandlersExceptionReachesTheClient() {
        RequestChannel client = asking(
                request -> {
                    throw new IllegalArgumentException("no such key");
                },
                LONG);

        assertThat(client.requestAsync(ask("?")))
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(RequestFailedException.class)
                .withMessageContaining("no such key");
    }

    @Test
    void anExceptionWithoutAMessageIsReportedByItsClass() {
        RequestChannel client = asking(
                request -> {
                    throw request.get(0) == '1' ? new IllegalStateException() : new UnsupportedOperationException(" ");
                },
                LONG);

        assertFailsWith(client.requestAsync(ask("1")), "could not answer: java.lang.IllegalStateException");
        assertFailsWith(client.requestAsync(ask("2")), "could not answer: java.lang.UnsupportedOperationException");
    }

    @Test
    void theReasonOfAFailureContainsNoControlCharacters() {
        RequestChannel client = asking(
                request -> {
                    throw new IllegalStateException("a\u009b2J\u202eb\u2028");
                },
                LONG);

        assertFailsWith(client.requestAsync(ask("1")), "could not answer: a?2J?b?");
    }

    private static void assertFailsWith(CompletableFuture<ByteBuffer> answer, String text) {
        assertThat(answer)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(RequestFailedException.class)
                .withMessageEndingWith(text);
    }

    @Test
    void anErrorOfTheHandlerIsReportedAndReachesTheThreadOfAPool() throws InterruptedException {
        Uncaught uncaught = new Uncaught();
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler(uncaught);
            return thread;
        });
        assertErrorIsToldAndReaches(uncaught, pool);
        pool.shutdownNow();
    }

    @Test
    void anErrorOfTheHandlerIsReportedAndReachesTheThreadOfAForkJoinPool() throws InterruptedException {
        Uncaught uncaught = new Uncaught();
        ForkJoinPool pool = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, uncaught, true);
        assertErrorIsToldAndReaches(uncaught, pool);
        pool.shutdownNow();
    }

    @Test
    void anErrorOfAHandlerThatRunsWhereCompletionsAreTakenDoesNotEndThat() throws InterruptedException {
        Uncaught uncaught = new Uncaught();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler(uncaught);
        try {
            assertErrorIsToldAndReaches(uncaught, Runnable::run);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    /** And the requests after it are answered. */
    private void assertErrorIsToldAndReaches(Uncaught uncaught, Executor executor) throws InterruptedException {
        Error error = new NoClassDefFoundError("com/example/Gone");
        RequestChannel client = asking(
                request -> {
                    if (request.get(0) == '1') {
                        throw error;
                    }
                    return request;
                },
                executor,
                LONG);

        assertFailsWith(
                client.requestAsync(ask("1")), "could not answer: java.lang.NoClassDefFoundError: com/example/Gone");

        assertThat(uncaught.next()).isSameAs(error);
        assertThat(text(joined(client.requestAsync(ask("2"))))).isEqualTo("2");
    }

    @Test
    void aRequestFailsWhenTheExecutorFails() throws InterruptedException {
        Uncaught uncaught = new Uncaught();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler(uncaught);
        try {
            Error error = new OutOfMemoryError("unable to create native thread");
            RequestChannel client = asking(
                    request -> request,
                    task -> {
                        throw error;
                    },
                    LONG);

            assertThat(client.requestAsync(ask("1")))
                    .failsWithin(AT_ONCE)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(ConnectionException.class);
            assertThat(uncaught.next()).isSameAs(error);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    /** The exceptions that ended threads. */
    private static final class Uncaught implements Thread.UncaughtExceptionHandler {
        private final BlockingQueue<Throwable> all = new LinkedBlockingQueue<>();

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            all.add(thrown);
        }

        @Nullable Throwable next() throws InterruptedException {
            return all.poll(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsGivenUpAndTheNextComes() {
        CountDownLatch never = new CountDownLatch(1);
        RequestChannel client = asking(
                request -> {
                    if (request.get(0) == '1') {
                        await(never);
                    }
                    return request;
                },
                Duration.ofSeconds(1));

        assertThat(client.requestAsync(ask("1")))
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(ConnectionTimeoutException.class)
                .withMessageContaining("1000 ms");
        assertThat(text(joined(client.requestAsync(ask("2"))))).isEqualTo("2");
        never.countDown();
    }

    /** Sends requests as a peer that takes none of the replies: twice as many as may be without a reply. */
    private static void requestAndTakeNothing(MessageChannel peer) throws InterruptedException {
        int once = OPTIONS.slots() - 1;
        for (int number = 1; number <= 2 * once; number++) {
            if (number == once + 1) {
                // The replies arrive, and fill all slots but one.
                Thread.sleep(500);
            }
            ByteBuffer header = ByteBuffer.allocate(16)
                    .putInt(0x56524251)
                    .put((byte) 1)
                    .put((byte) 0)
                    .putShort((short) 0)
                    .putLong(number)
                    .flip();
            peer.send(new ByteBuffer[] {header, ByteBuffer.allocate(100)}, AT_ONCE);
        }
    }

    @Test
    void aPeerThatTakesNoRepliesIsDisconnectedAndDelaysNoOther() throws InterruptedException {
        ExecutorService one = Executors.newFixedThreadPool(1);
        try (Both others = new Both(both.bed)) {
            CompletableFuture<MessageChannel> opening =
                    CompletableFuture.supplyAsync(() -> MessageChannel.open(others.accepted, OPTIONS));
            MessageChannel hostile = MessageChannel.open(others.client, OPTIONS);
            RequestChannel victim =
                    RequestChannel.answering(joined(opening), request -> request, one, Duration.ofSeconds(2));

            requestAndTakeNothing(hostile);

            RequestChannel client = asking(request -> request, one, LONG);
            for (int i = 0; i < 100; i++) {
                assertThat(client.requestAsync(ask("hello"))).succeedsWithin(Duration.ofSeconds(1));
            }
            others.accepted.awaitDisconnect(AT_ONCE);
            assertThatExceptionOfType(ConnectionException.class)
                    .isThrownBy(() -> victim.requestAsync(ask("?")))
                    .withMessageContaining("the peer had no room for the reply to a request within 2000 ms");
            assertThat(client.requestAsync(ask("hello"))).succeedsWithin(Duration.ofSeconds(1));
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void aPeerThatTakesNoRepliesMakesNoMoreThreadsThanThereAreSlots() throws InterruptedException {
        AtomicInteger threads = new AtomicInteger();
        ExecutorService cached = Executors.newCachedThreadPool(task -> {
            threads.incrementAndGet();
            return new Thread(task);
        });
        try {
            CompletableFuture<MessageChannel> opening =
                    CompletableFuture.supplyAsync(() -> MessageChannel.open(both.accepted, OPTIONS));
            MessageChannel hostile = MessageChannel.open(both.client, OPTIONS);
            RequestChannel.answering(joined(opening), request -> request, cached, LONG);

            requestAndTakeNothing(hostile);

            assertThat(threads.get()).isBetween(1, OPTIONS.slots());
        } finally {
            cached.shutdownNow();
        }
    }

    @Test
    void bothSidesMayFillTheSlotsOfEachOtherWithRequests() {
        CompletableFuture<MessageChannel> opening =
                CompletableFuture.supplyAsync(() -> MessageChannel.open(both.accepted, OPTIONS));
        RequestChannel client =
                RequestChannel.answering(MessageChannel.open(both.client, OPTIONS), request -> request, workers, LONG);
        RequestChannel server = RequestChannel.answering(joined(opening), request -> request, workers, LONG);

        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> askMuch(client));
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> askMuch(server));

        joined(one);
        joined(other);
    }

    private static void askMuch(RequestChannel channel) {
        List<CompletableFuture<ByteBuffer>> answers = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            answers.add(channel.requestAsync(ByteBuffer.allocate(i % 50 == 0 ? 20_000 : i)));
        }
        for (int i = 0; i < 500; i++) {
            assertThat(joined(answers.get(i)).remaining()).isEqualTo(i % 50 == 0 ? 20_000 : i);
        }
    }

    @Test
    void aHandlerMayAskBackWhileThePeerFillsTheSlots() {
        CompletableFuture<MessageChannel> opening =
                CompletableFuture.supplyAsync(() -> MessageChannel.open(both.accepted, OPTIONS));
        RequestChannel client = RequestChannel.answering(
                MessageChannel.open(both.client, OPTIONS), request -> request, Runnable::run, LONG);
        CompletableFuture<RequestChannel> server = new CompletableFuture<>();
        server.complete(RequestChannel.answering(
                joined(opening), request -> joined(joined(server).requestAsync(request)), workers, LONG));

        askMuch(client);
    }

    @Test
    void theEndOfTheConnectionFailsWhatIsNotAnswered() {
        CountDownLatch never = new CountDownLatch(1);
        RequestChannel client = asking(
                request -> {
                    await(never);
                    return request;
                },
                LONG);
        CompletableFuture<ByteBuffer> answer = client.requestAsync(ask("1"));

        both.accepted.close();

        assertThat(answer)
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(ConnectionException.class);
        never.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Streams(RdmaByteChannel client, RdmaByteChannel server) {}

    private Streams streams(Duration timeout) {
        CompletableFuture<RdmaByteChannel> opening =
                CompletableFuture.supplyAsync(() -> RdmaByteChannel.open(both.accepted, OPTIONS, timeout));
        RdmaByteChannel client = RdmaByteChannel.open(both.client, OPTIONS, timeout);
        return new Streams(client, joined(opening));
    }

    @Test
    void aStreamIsReadInOtherPartsThanItWasWritten() throws IOException {
        Streams streams = streams(LONG);
        ByteBuffer source = ByteBuffer.allocate(3_000_000);
        for (int i = 0; i < source.capacity(); i++) {
            source.put(i, (byte) (i * 13));
        }
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(streams.client(), source.duplicate()));

        ByteBuffer target = ByteBuffer.allocateDirect(source.capacity());
        ByteBuffer part = ByteBuffer.allocate(7777);
        while (streams.server().read(part.clear()) >= 0) {
            target.put(part.flip());
        }

        joined(writing);
        assertThat(target.flip()).isEqualTo(source);
        assertThat(streams.server().read(part.clear())).isEqualTo(-1);
        assertThat(streams.client().isOpen()).isFalse();
        assertThatExceptionOfType(ClosedChannelException.class)
                .isThrownBy(() -> streams.client().read(part.clear()));
    }

    private static void write(RdmaByteChannel channel, ByteBuffer source) {
        try (channel) {
            int length = source.remaining();
            assertThat(channel.write(source)).isEqualTo(length);
            assertThat(source.hasRemaining()).isFalse();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void readsAndWritesOfAnIdleByteChannelTimeOut() {
        Streams streams = streams(Duration.ofMillis(200));

        assertThatExceptionOfType(InterruptedIOException.class)
                .isThrownBy(() -> streams.client().read(ByteBuffer.allocate(1)))
                .withMessageContaining(both.client.toString());
        ByteBuffer much = ByteBuffer.allocate(20 << 20);
        assertThatExceptionOfType(InterruptedIOException.class)
                .isThrownBy(() -> streams.client().write(much));
        assertThat(much.position()).isPositive().isLessThan(much.limit());
    }

    @Test
    void theRequestItselfMayBeTheAnswer() {
        RequestChannel client = asking(request -> request.slice(1, request.remaining() - 1), LONG);
        List<CompletableFuture<ByteBuffer>> answers = new ArrayList<>();

        for (int i = 0; i < 2000; i++) {
            answers.add(client.requestAsync(ask("?" + i + " ".repeat(i % 900))));
        }

        for (int i = 0; i < 2000; i++) {
            assertThat(text(joined(answers.get(i)))).isEqualTo(i + " ".repeat(i % 900));
        }
    }

    @Test
    void aReplyThatCannotBeSentIsReportedAndTheNextOneArrives() {
        RequestChannel client = asking(
                request -> switch (request.get(0)) {
                    case '1' -> ByteBuffer.allocate(1 << 20);
                    case '2' -> nothing();
                    default -> request;
                },
                LONG);

        assertThat(client.requestAsync(ask("1")))
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(RequestFailedException.class)
                .withMessageContaining("a message of 1048576 bytes is longer than the 1048560");
        assertThat(client.requestAsync(ask("2")))
                .failsWithin(LONG)
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOf(RequestFailedException.class)
                .withMessageContaining("the handler gave no answer");
        assertThat(text(joined(client.requestAsync(ask("3"))))).isEqualTo("3");
    }

    /** Returns null, as a handler that is written without null checks may do. */
    @SuppressWarnings("NullAway")
    private static ByteBuffer nothing() {
        return null;
    }

    @Test
    void closingAStreamEndsWhatOtherThreadsDoWithIt() throws IOException {
        Streams streams = streams(LONG);
        CompletableFuture<Integer> writing = CompletableFuture.supplyAsync(
                () -> unchecked(() -> streams.client().write(ByteBuffer.allocate(20 << 20))));
        CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(
                () -> unchecked(() -> streams.client().read(ByteBuffer.allocate(1))));
        assertThat(streams.server().read(ByteBuffer.allocate(1))).isOne();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(streams.client()::close);

        assertThat(writing)
                .failsWithin(AT_ONCE)
                .withThrowableOfType(ExecutionException.class)
                .havingRootCause()
                .isInstanceOf(AsynchronousCloseException.class);
        assertThat(reading)
                .failsWithin(AT_ONCE)
                .withThrowableOfType(ExecutionException.class)
                .havingRootCause()
                .isInstanceOf(ClosedChannelException.class);
        both.accepted.close();
        joined(closing);
    }

    private static <T> T unchecked(Callable<T> use) {
        try {
            return use.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void aStreamTakesBuffersOfEveryKindThatAChannelTakes() throws IOException {
        Streams streams = streams(LONG);
        ByteBuffer direct = ByteBuffer.allocateDirect(8);

        assertThat(streams.client().write(ByteBuffer.allocate(0))).isZero();
        assertThat(streams.client().write(ask("abcdefgh").asReadOnlyBuffer())).isEqualTo(8);
        assertThat(streams.server().read(ByteBuffer.allocate(0))).isZero();
        assertThat(streams.server().read(direct.position(2).limit(5))).isEqualTo(3);
        assertThat(direct.position()).isEqualTo(5);
        assertThat(text(direct.flip().position(2))).isEqualTo("abc");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> streams.server().read(ByteBuffer.allocate(8).asReadOnlyBuffer()))
                .withMessageContaining("read-only");
        assertThat(streams.server().read(ByteBuffer.allocate(8))).isEqualTo(5);
    }

    @Test
    void emptyMessagesDoNotUseUpTheSlotsOfAStream() throws IOException {
        CompletableFuture<RdmaByteChannel> opening =
                CompletableFuture.supplyAsync(() -> RdmaByteChannel.open(both.accepted, OPTIONS, LONG));
        MessageChannel client = MessageChannel.open(both.client, OPTIONS);
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 3 * OPTIONS.slots(); i++) {
                client.send(ByteBuffer.allocate(0));
            }
            client.send(ask("!"));
        });

        assertThat(joined(opening).read(ByteBuffer.allocate(8))).isEqualTo(1);
        joined(sending);
    }
}
