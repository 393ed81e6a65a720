package io.verbena.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.RdmaException;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Requests and replies over a channel of messages, in both directions at once. Replies may come in another order than the
 * requests. Safe for use by several threads.
 *
 * <p>A request occupies a slot of the peer until its reply is sent, so that a peer that takes no replies holds up its own
 * requests and nothing else: no thread waits for it.
 */
public final class RequestChannel implements AutoCloseable {
    private static final int MAX_REASON = 1024;
    private static final RequestHandler NOBODY = request -> {
        throw new UnsupportedOperationException("this side answers no requests");
    };

    private final MessageChannel channel;
    private final RequestHandler handler;
    private final Executor executor;
    private final Duration timeout;

    /** Guarded by the lock of the channel. */
    private final RequestProtocol<Asked> protocol;

    /** A request of this side, whose header gets its number when it is sent. */
    private final class Asked extends CompletableFuture<ByteBuffer> implements MessageChannel.Gate {
        private final ByteBuffer header = new RequestHeader(RequestHeader.Kind.REQUEST, 0).encode();
        private volatile long number;

        @Override
        public boolean isOpen(boolean isLong) {
            return protocol.maySend(isLong);
        }

        @Override
        public void pass(boolean isLong) {
            number = protocol.sent(this, isLong);
            RequestHeader.number(header, number);
        }
    }

    private RequestChannel(MessageChannel channel, RequestHandler handler, Executor executor, Duration timeout) {
        this.channel = channel;
        this.handler = handler;
        this.executor = executor;
        this.timeout = timeout;
        this.protocol = new RequestProtocol<>(
                channel.options.slots(), channel.peer().slots(), channel.peer().window());
    }

    /**
     * Returns a channel that only sends requests. The channel of messages belongs to it from now on.
     *
     * @param timeout how long a reply may take
     */
    public static RequestChannel asking(MessageChannel channel, Duration timeout) {
        return answering(channel, NOBODY, Runnable::run, timeout);
    }

    /**
     * Returns a channel that replies to requests, and may send some. The channel of messages belongs to it from now on.
     *
     * @param executor where the handler runs. The handler may wait there, for a reply of the peer, too. There are never more
     *     requests, waiting for the executor or for their replies to be sent, than the channel has slots. An {@link Error} of
     *     the handler goes on to the executor
     * @param timeout how long a reply may take, and how long one may wait until the peer has room for it; if the peer has none
     *     by then, the connection ends
     */
    public static RequestChannel answering(
            MessageChannel channel, RequestHandler handler, Executor executor, Duration timeout) {
        RequestChannel requests = new RequestChannel(channel, handler, executor, timeout);
        channel.onMessage(requests::take);
        channel.connection().onDisconnect(requests::ended);
        return requests;
    }

    /** Returns the channel of messages. */
    public MessageChannel channel() {
        return channel;
    }

    /**
     * Sends a request. Waits while the peer has no room for it: one of its slots stays free for replies, and a request occupies
     * its slot until its reply has arrived, also if that is late.
     *
     * @return a future that the thread of the group completes with the reply; or with a {@link RequestFailedException}, a {@link
     *     ConnectionTimeoutException} or what ended the connection
     * @throws ConnectionTimeoutException if the peer has no room in time
     * @throws MessageTooLongException if the peer does not take a request of this length
     */
    public CompletableFuture<ByteBuffer> requestAsync(ByteBuffer request) {
        Asked asked = new Asked();
        channel.send(asked, timeout, asked.header, request);
        return asked.orTimeout(Deadline.nanos(timeout), TimeUnit.NANOSECONDS)
                .handle((response, failure) -> settled(asked.number, response, failure));
    }

    private ByteBuffer settled(long number, @Nullable ByteBuffer response, @Nullable Throwable failure) {
        if (response != null) {
            return response;
        }
        throw failure instanceof RdmaException known
                ? known
                : new ConnectionTimeoutException("request " + number + " of " + channel + " was not answered within "
                        + timeout.toMillis() + " ms");
    }

    /** Fails the requests in flight, to which no reply will arrive. */
    private void ended() {
        RdmaException cause = channel.cause();
        List<Asked> abandoned = channel.locking(protocol::abandon);
        abandoned.forEach(asked -> asked.completeExceptionally(
                cause instanceof ClosedObjectException
                        ? cause
                        : new ConnectionException(
                                "request " + asked.number + " of " + channel
                                        + " was not answered: the connection ended: " + cause.getMessage(),
                                cause)));
    }

    /** Runs on the thread that takes completions, which waits for nothing. */
    private void take(Message message) {
        try {
            ByteBuffer data = message.data();
            RequestHeader header = RequestHeader.decode(data);
            if (header.kind() == RequestHeader.Kind.REQUEST) {
                channel.locking(() -> protocol.received(header.number()));
                handOver(header.number(), data.slice().asReadOnlyBuffer(), message);
            } else {
                replied(header, data, message);
            }
        } catch (RdmaException e) {
            message.close();
            channel.fail(e);
        }
    }

    private void replied(RequestHeader header, ByteBuffer data, Message message) {
        Asked asked = channel.locking(() -> protocol.replied(header.number()));
        ByteBuffer copy = ByteBuffer.allocate(data.remaining()).put(data).flip();
        message.close();
        if (header.kind() == RequestHeader.Kind.RESPONSE) {
            asked.complete(copy);
        } else {
            asked.completeExceptionally(
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
            // As where there is no memory for another thread; the peer is not to wait for a reply.
            refuse(message, "the executor failed with " + e, e);
            CallbackThread.report(e);
        }
    }

    private void refuse(Message message, String why, Throwable cause) {
        message.close();
        channel.fail(new ConnectionException("requests are no longer answered: " + why, cause));
    }

    private void answer(long number, ByteBuffer request, Message message, Thread taking) {
        ByteBuffer response;
        try {
            response = requireSendable(handler.answer(request));
        } catch (Exception e) {
            // A checked one, too: other languages let a handler throw it.
            reply(number, RequestHeader.Kind.FAILURE, reason(e), message);
            return;
        } catch (Error e) {
            reply(number, RequestHeader.Kind.FAILURE, reason(e), message);
            raise(e, taking);
            return;
        }
        reply(number, RequestHeader.Kind.RESPONSE, response, message);
    }

    private void reply(long number, RequestHeader.Kind kind, ByteBuffer text, Message message) {
        channel.reply(message, new RequestHeader(kind, number).encode(), text, timeout, protocol::replying);
    }

    /** Returns the message of an exception, or its class if it has none; for an error, both. */
    private ByteBuffer reason(Throwable thrown) {
        String message = thrown.getMessage();
        String reason = message == null || message.isBlank() ? thrown.getClass().getName() : message;
        byte[] text = (thrown instanceof Error ? thrown.toString() : reason).getBytes(UTF_8);
        return ByteBuffer.wrap(text, 0, Math.min(text.length, Math.min(MAX_REASON, maxBytes())));
    }

    /** Ends the thread, as an error does; but that which takes completions does so for others, too, and goes on. */
    private static void raise(Error error, Thread taking) {
        if (Thread.currentThread() != taking) {
            throw error;
        }
        CallbackThread.report(error);
    }

    private ByteBuffer requireSendable(ByteBuffer reply) {
        Objects.requireNonNull(reply, "the handler gave no answer");
        if (reply.remaining() > maxBytes()) {
            throw new MessageTooLongException(channel, reply.remaining(), maxBytes());
        }
        return reply;
    }

    /** Returns the maximum length of a reply. */
    private int maxBytes() {
        return channel.largest() - RequestHeader.BYTES;
    }

    /** Closes the channel, and fails the requests that have no reply. Replies that wait for room are sent before. */
    @Override
    public void close() {
        channel.close();
        ClosedObjectException why = new ClosedObjectException(this);
        List<Asked> abandoned = channel.locking(protocol::abandon);
        abandoned.forEach(asked -> asked.completeExceptionally(why));
    }

    @Override
    public String toString() {
        return "RequestChannel[" + channel.connection() + "]";
    }

    /** The header of a request or reply. The package description shows the format. */
    record RequestHeader(Kind kind, long number) {
        static final int BYTES = 16;

        /** "VRBQ". */
        static final int MAGIC = 0x56524251;

        static final int VERSION = 1;

        private static final Kind[] KINDS = Kind.values();

        enum Kind {
            REQUEST(0),
            RESPONSE(1),
            /** The failure of a request, followed by its reason. */
            FAILURE(2);

            final int code;

            Kind(int code) {
                this.code = code;
            }
        }

        ByteBuffer encode() {
            return ByteBuffer.allocate(BYTES)
                    .putInt(MAGIC)
                    .put((byte) VERSION)
                    .put((byte) kind.code)
                    .putShort((short) 0)
                    .putLong(number)
                    .flip();
        }

        /** Sets the number in an encoded header. */
        static void number(ByteBuffer header, long number) {
            header.putLong(8, number);
        }

        /**
         * Decodes the header at the position of a message.
         *
         * @throws ForeignPeerException if it is of another protocol or version, or invalid
         */
        static RequestHeader decode(ByteBuffer message) {
            if (message.remaining() < BYTES) {
                throw new ForeignPeerException(
                        "a request has at least " + BYTES + " bytes, not " + message.remaining());
            }
            int magic = message.getInt();
            int version = message.get() & 0xff;
            int code = message.get() & 0xff;
            message.getShort();
            if (magic == MAGIC && version != VERSION) {
                throw ForeignPeerException.ofVersion("request", version, VERSION);
            }
            if (magic != MAGIC || code >= KINDS.length) {
                throw new ForeignPeerException(String.format(
                        "a request began with 0x%08x and kind %d; it begins with 0x%08x and kind 0 to %d",
                        magic, code, MAGIC, KINDS.length - 1));
            }
            return new RequestHeader(KINDS[code], message.getLong());
        }
    }
}
