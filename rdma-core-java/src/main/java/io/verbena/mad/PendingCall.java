package io.verbena.mad;

import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.rmpp.RmppReceiver;
import io.verbena.rmpp.RmppSender;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call between being asked and being answered. All but the future is guarded by the lock of its {@link MadPort}. */
final class PendingCall<T> {
    // Nobody sees how far a channel is that puts together a long answer itself; so it gets more time.
    private static final int TIMES_FOR_LONG = 8;

    // What a busy host may need to wake up a thread, whatever agents and paths say.
    private static final long SHORTEST = 20_000_000;

    private static final long LIFE_TIME_UNIT = 4_096;
    // 73 minutes; nobody waits longer.
    private static final int LONGEST_LIFE_TIME = 30;

    final Question<T> question;
    final MadExchange exchange;
    final int agent;
    final CallFuture<T> future = new CallFuture<>(this);
    final int outstanding;
    final long timeoutNanos;
    final long longestNanos;

    /** The transaction IDs of all tries: an answer to an early one is as good. */
    final int[] transactionIds;

    /** Where it goes; elsewhere once it has been redirected. */
    MadAddress destination;

    int tries;
    boolean inWindow;
    boolean isRedirected;

    /** It was sent again for another reason than that nobody answered. */
    boolean isAskedAgain;

    long firstSent;
    long deadline;

    /** Why the last thing that looked like its answer was not taken for it. */
    @Nullable String dropped;

    /** What takes its request apart, or puts its answer together, where the channel does not. */
    @Nullable RmppSender sender;

    @Nullable RmppReceiver receiver;

    private int mostTries;

    PendingCall(Question<T> question, int agent, MadOptions options, long responseTime) {
        this.question = question;
        this.exchange = question.exchange();
        this.agent = agent;
        this.destination = question.destination();
        this.outstanding = options.outstanding();
        // The try that is redirected does not count.
        this.mostTries = options.tries();
        this.transactionIds = new int[options.tries() + 1];
        this.longestNanos = options.longest().toNanos();
        long timeout = timeout(options, roundTrip(question.path()), responseTime);
        boolean unseen = question.agent().rmpp() && question.answer().isLong();
        this.timeoutNanos = unseen ? Math.max(timeout, Math.min(timeout * TIMES_FOR_LONG, longestNanos)) : timeout;
    }

    /** The time that is given stands for what nobody has told: what the agent needs, or the way there and back. */
    private static long timeout(MadOptions options, long roundTrip, long responseTime) {
        long given = options.timeout().toNanos();
        if (options.fixed() || responseTime == ResponseTimes.UNKNOWN) {
            return given + roundTrip;
        }
        return Math.max(SHORTEST, responseTime + (roundTrip == 0 ? given : roundTrip));
    }

    /** What the path says of the time of two packets; the rest of a try is for whoever answers (IBA 13.4.6.2). */
    private static long roundTrip(Path path) {
        int lifeTime = path instanceof IbPath ibPath ? ibPath.packetLifeTime() : IbPath.UNKNOWN_LIFE_TIME;
        return lifeTime == IbPath.UNKNOWN_LIFE_TIME ? 0 : LIFE_TIME_UNIT << (Math.min(lifeTime, LONGEST_LIFE_TIME) + 1);
    }

    /** The future of a call. */
    static final class CallFuture<T> extends CompletableFuture<T> {
        final PendingCall<T> call;

        CallFuture(PendingCall<T> call) {
            this.call = call;
        }

        /** What hangs on it is a plain future. */
        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new CompletableFuture<>();
        }
    }

    /** It is asked there. */
    void redirectTo(MadAddress elsewhere) {
        destination = elsewhere;
        isRedirected = true;
        if (tries > 0) {
            isAskedAgain = true;
            mostTries++;
        }
    }

    /** The request with the transaction ID of the next try. */
    ByteBuffer nextTry(int transactionId, long now) {
        if (tries == 0) {
            firstSent = now;
        }
        transactionIds[tries++] = transactionId;
        deadline = now + timeoutNanos;
        sender = null;
        receiver = null;
        ByteBuffer mad = ByteBuffer.wrap(question.request());
        mad.putLong(MadCodec.TRANSACTION_ID, Integer.toUnsignedLong(transactionId));
        return mad;
    }

    /** Whether its long messages are this library's business. */
    boolean isSegmentedHere() {
        return !question.agent().rmpp() && Questions.hasRmpp(question.managementClass());
    }

    boolean isCurrentTry(int transactionId) {
        return transactionIds[tries - 1] == transactionId;
    }

    boolean mayTryAgain() {
        return tries < mostTries && !future.isDone();
    }

    int timeoutMillis() {
        return (int) (timeoutNanos / 1_000_000);
    }

    /**
     * What a channel is told: how long it may wait before it gives the request back. That is until the last try is over, for
     * an answer to an early one counts until then.
     */
    int channelTimeoutMillis() {
        if (!question.answer().isAwaited()) {
            return 0;
        }
        return question.answer().isLong() ? timeoutMillis() : (mostTries - tries + 1) * timeoutMillis();
    }

    /** Keeps the answer, as far as a datagram goes, for an error or a tracer. */
    void keepReply(MadMessage message) {
        exchange.replied(message.copy(0, MadCodec.LENGTH));
    }
}
