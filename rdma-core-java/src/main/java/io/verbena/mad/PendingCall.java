package io.verbena.mad;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A call between being asked and being answered. All but the future is guarded by the lock of its {@link MadPort}. */
final class PendingCall<T extends Structure> {
    final MadExchange exchange;
    final MadAddress destination;
    final int agent;
    final CompletableFuture<T> future = new CompletableFuture<>();
    final long timeoutNanos;

    /** The transaction IDs of all tries: an answer to an early one is as good. */
    final int[] transactionIds;

    int tries;
    boolean inWindow;
    long firstSent;
    long deadline;

    private final byte[] request;
    private final Layout<T> payload;
    private final int payloadOffset;

    PendingCall(
            MadExchange exchange,
            byte[] request,
            MadAddress destination,
            int agent,
            Layout<T> payload,
            int payloadOffset,
            MadOptions options) {
        this.exchange = exchange;
        this.request = request;
        this.destination = destination;
        this.agent = agent;
        this.payload = payload;
        this.payloadOffset = payloadOffset;
        this.timeoutNanos = options.timeout().toNanos();
        this.transactionIds = new int[options.tries()];
    }

    /** The request with the transaction ID of the next try. */
    ByteBuffer nextTry(int transactionId, long now) {
        if (tries == 0) {
            firstSent = now;
        }
        transactionIds[tries++] = transactionId;
        deadline = now + timeoutNanos;
        ByteBuffer mad = ByteBuffer.wrap(request);
        mad.putLong(MadCodec.TRANSACTION_ID, Integer.toUnsignedLong(transactionId));
        return mad;
    }

    /** The transaction ID of a datagram; the kernel takes the upper half of the field for itself. */
    static int transactionId(ByteBuffer mad) {
        return (int) mad.getLong(mad.position() + MadCodec.TRANSACTION_ID);
    }

    boolean isCurrentTry(int transactionId) {
        return transactionIds[tries - 1] == transactionId;
    }

    boolean mayTryAgain() {
        return tries < transactionIds.length && !future.isDone();
    }

    int timeoutMillis() {
        return (int) (timeoutNanos / 1_000_000);
    }

    /** Decodes the answer: the payload is the one copy that is made of it. */
    T decode(ByteBuffer mad) {
        byte[] bytes = new byte[payload.length()];
        mad.get(mad.position() + payloadOffset, bytes);
        return payload.wrap(bytes, 0);
    }

    /** Keeps the whole answer, for an error or a tracer. */
    void keepReply(ByteBuffer mad) {
        byte[] bytes = new byte[mad.remaining()];
        mad.get(mad.position(), bytes);
        exchange.replied(bytes);
    }
}
