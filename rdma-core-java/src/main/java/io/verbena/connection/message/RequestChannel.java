package io.verbena.connection.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.connection.ConnectionException;
import io.verbena.connection.ConnectionTimeoutException;
import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Requests and answers over a channel of messages, in both directions at once. Answers may come in another order than the
 * requests. Safe for use by several threads.
 */
public final class RequestChannel implements AutoCloseable {
    private static final int MOST_UNANSWERED = 65_536;
    private static final int LONGEST_REASON = 1024;
    private static final RequestHandler NOBODY = request -> {
        throw new UnsupportedOperationException("this side answers no requests");
    };

    private final MessageChannel channel;
    private final RequestHandler handler;
    private final Executor executor;
    private final Duration timeout;
    private final Map<Long, CompletableFuture<ByteBuffer>> unanswered = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    private RequestChannel(MessageChannel channel, RequestHandler handler, Executor executor, Duration timeout) {
        this.channel = channel;
        this.handler = handler;
        this.executor = executor;
        this.timeout = timeout;
    }

    /**
     * One that only asks. The channel belongs to it from now on.
     *
     * @param timeout how long an answer may take
     */
    public static RequestChannel asking(MessageChannel channel, Duration timeout) {
        return answering(channel, NOBODY, Runnable::run, timeout);
    }

    /**
     * One that answers, and may ask. The channel belongs to it from now on.
     *
     * @param executor where the handler runs; it may wait there, for this channel, too. Requests that it has not begun keep
     *     their places, so that there are never more of them than the channel has slots. An {@link Error} of the handler goes
     *     on to it
     * @param timeout how long an answer may take, and how long to wait until it can be sent
     */
    public static RequestChannel answering(
            MessageChannel channel, RequestHandler handler, Executor executor, Duration timeout) {
        RequestChannel requests = new RequestChannel(channel, handler, executor, timeout);
        channel.onMessage(requests::take);
        channel.connection().onDisconnect(requests::ended);
        return requests;
    }

    /** The channel. */
    public MessageChannel channel() {
        return channel;
    }

    /**
     * Asks the other side. Waits while that has no room for more requests.
     *
     * @return completed with the answer, by the thread of the group; or with a {@link RequestFailedException}, a {@link
     *     ConnectionTimeoutException} or what ended the connection
     */
    public CompletableFuture<ByteBuffer> request(ByteBuffer request) {
        if (unanswered.size() >= MOST_UNANSWERED) {
            throw new ConnectionException(
                    channel + " has " + MOST_UNANSWERED + " requests without an answer; wait for some of them", null);
        }
        long number = numbers.incrementAndGet();
        CompletableFuture<ByteBuffer> answer = new CompletableFuture<>();
        unanswered.put(number, answer);
        try {
            channel.send(timeout, new RequestHeader(RequestHeader.Kind.REQUEST, number).encode(), request);
        } catch (RuntimeException e) {
            unanswered.remove(number);
            throw e;
        }
        if (!channel.connection().isOpen()) {
            ended();
        }
        return answer.orTimeout(Deadline.nanos(timeout), TimeUnit.NANOSECONDS)
                .handle((response, failure) -> settled(number, response, failure));
    }

    private ByteBuffer settled(long number, @Nullable ByteBuffer response, @Nullable Throwable failure) {
        unanswered.remove(number);
        if (response != null) {
            return response;
        }
        throw failure instanceof RdmaException known
                ? known
                : new ConnectionTimeoutException("request " + number + " of " + channel + " was not answered within "
                        + timeout.toMillis() + " ms");
    }

    private void ended() {
        unanswered.keySet().forEach(number -> {
            CompletableFuture<ByteBuffer> answer = unanswered.remove(number);
            if (answer != null) {
                answer.completeExceptionally(new ConnectionException(
                        "request " + number + " of " + channel + " was not answered: the connection ended", null));
            }
        });
    }

    /** On the thread that takes completions, which waits for nothing. */
    private void take(Message message) {
        ByteBuffer data = message.data();
        RequestHeader header;
        try {
            header = RequestHeader.decode(data);
        } catch (RdmaException e) {
            message.close();
            channel.giveUp(e);
            return;
        }
        if (header.kind() == RequestHeader.Kind.REQUEST) {
            handOver(header.number(), data.slice().asReadOnlyBuffer(), message);
            return;
        }
        CompletableFuture<ByteBuffer> answer = unanswered.remove(header.number());
        ByteBuffer copy = ByteBuffer.allocate(answer == null ? 0 : data.remaining());
        if (answer != null) {
            copy.put(data).flip();
        }
        message.close();
        if (answer == null) {
            return;
        }
        if (header.kind() == RequestHeader.Kind.RESPONSE) {
            answer.complete(copy);
        } else {
            answer.completeExceptionally(
                    new RequestFailedException(channel, UTF_8.decode(copy).toString()));
        }
    }

    private void handOver(long number, ByteBuffer request, Message message) {
        Thread taking = Thread.currentThread();
        try {
            executor.execute(() -> answer(number, request, message, taking));
        } catch (RejectedExecutionException e) {
            refuse(message, "the executor is shut down", e);
        } catch (RuntimeException | Error e) {
            // As where there is no memory for another thread; whoever asked is not to wait.
            refuse(message, "the executor failed with " + e, e);
            CallbackThread.report(e);
        }
    }

    private void refuse(Message message, String why, Throwable cause) {
        message.close();
        channel.giveUp(new ConnectionException("nobody answers requests any more: " + why, cause));
    }

    private void answer(long number, ByteBuffer request, Message message, Thread taking) {
        ByteBuffer response;
        try (message) {
            response = sendable(handler.answer(request));
        } catch (Exception e) {
            // A checked one, too: other languages let a handler throw it.
            send(number, RequestHeader.Kind.FAILURE, reason(e));
            return;
        } catch (Error e) {
            send(number, RequestHeader.Kind.FAILURE, reason(e));
            raise(e, taking);
            return;
        }
        send(number, RequestHeader.Kind.RESPONSE, response);
    }

    private void send(long number, RequestHeader.Kind kind, ByteBuffer text) {
        try {
            channel.send(timeout, new RequestHeader(kind, number).encode(), text);
        } catch (RdmaException e) {
            // Who asked does not take answers, and is told by the end of the connection.
            channel.connection().close();
        }
    }

    /** What went wrong; by its class, where it has no words of its own, or those of an error, which are few. */
    private static ByteBuffer reason(Throwable thrown) {
        String message = thrown.getMessage();
        String reason = message == null || message.isBlank() ? thrown.getClass().getName() : message;
        byte[] text = (thrown instanceof Error ? thrown.toString() : reason).getBytes(UTF_8);
        return ByteBuffer.wrap(text, 0, Math.min(text.length, LONGEST_REASON));
    }

    /** Ends the thread, as an error does; but that which takes completions does so for others, too, and goes on. */
    private static void raise(Error error, Thread taking) {
        if (Thread.currentThread() != taking) {
            throw error;
        }
        CallbackThread.report(error);
    }

    /** An answer that outlives the request, also if it is a part of that: those are read only, and direct. */
    private ByteBuffer sendable(ByteBuffer answer) {
        Objects.requireNonNull(answer, "the handler gave no answer");
        int most = channel.largest() - RequestHeader.BYTES;
        if (answer.remaining() > most) {
            throw new MessageTooLongException(channel, answer.remaining(), most);
        }
        return answer.isReadOnly() && answer.isDirect()
                ? ByteBuffer.allocate(answer.remaining()).put(answer).flip()
                : answer;
    }

    /** Closes the channel, and fails what was not answered. */
    @Override
    public void close() {
        channel.close();
        ClosedObjectException why = new ClosedObjectException(this);
        unanswered.values().forEach(answer -> answer.completeExceptionally(why));
        unanswered.clear();
    }

    @Override
    public String toString() {
        return "RequestChannel[" + channel.connection() + "]";
    }
}
