package io.verbena.connection.message;

import io.verbena.connection.Access;
import io.verbena.connection.ConnectionException;
import io.verbena.connection.LocalBuffer;
import io.verbena.connection.Queue;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.ReceiveAnnouncement;
import io.verbena.connection.message.MessageHeader.Kind;
import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages of any length over a connection, in their order, with flow control: whoever sends waits while the other side keeps
 * as many as it has room for. The connection belongs to the channel from then on; advertisements, writes and reads stay
 * possible beside it. Both sides open a channel. Safe for use by several threads.
 *
 * <p>Short messages are copied into slots of registered memory, and go at once. Of a long one the other side is told, and
 * reads it straight into memory of its own.
 *
 * <p>Waits throw what those of {@link RdmaConnection} do.
 */
public final class MessageChannel implements AutoCloseable {
    /** From how many bytes on it costs less to hear of the end of a request than to copy what it sends. */
    private static final int WORTH_NOT_COPYING = 1024;

    private final RdmaConnection connection;
    private final MessageOptions options;
    private final ReentrantLock lock = new ReentrantLock();

    /** Held while it is closed, so that who closes it, too, does not cut off what is sent last. */
    private final ReentrantLock closing = new ReentrantLock();

    private final Outbox outbox;
    private final Inbox inbox;

    /** What the other side takes: its slots, and its longest message. */
    private int peerSlotBytes;

    private int peerLargest;

    private volatile @Nullable Consumer<? super Message> handler;
    private volatile @Nullable RdmaException failure;
    private volatile boolean closed;

    private MessageChannel(RdmaConnection connection, MessageOptions wanted) {
        this.connection = connection;
        this.options = wanted.fitting(connection.queueDepth());
        connection.dedicate();
        BufferPool pool = new BufferPool(connection, 2 * options.window());
        int ring = options.slots() + options.reserve();
        this.inbox = new Inbox(this, connection, pool, options, ring);
        this.outbox = new Outbox(new SendRing(connection, ring, options.slotBytes()), pool, options);
    }

    /** The same as {@link #open(RdmaConnection, MessageOptions)} with {@link MessageOptions#DEFAULTS}. */
    public static MessageChannel open(RdmaConnection connection) {
        return open(connection, MessageOptions.DEFAULTS);
    }

    /**
     * Opens a channel over a connection on which nobody receives yet, and waits until the other side has done so, too. A
     * connection has one channel: what a try has posted and told the other side stays so, also if that did not answer. Then close
     * the connection, and make another.
     *
     * @throws io.verbena.connection.ConnectionTimeoutException if it has not within the timeout of the options
     * @throws IllegalStateException if a channel was opened over the connection before, or was to be
     */
    public static MessageChannel open(RdmaConnection connection, MessageOptions options) {
        MessageChannel channel = new MessageChannel(connection, options);
        channel.open();
        return channel;
    }

    private void open() {
        Deadline deadline = Deadline.in(options.timeout());
        connection.listener(this::completed);
        inbox.postAll();
        connection.announceReceives(options.slots(), options.slotBytes(), deadline.remaining());
        connection.announceReceives(options.window(), options.largest(), deadline.remaining());
        ReceiveAnnouncement slots = connection.awaitReceives(deadline.remaining());
        ReceiveAnnouncement longest = connection.awaitReceives(deadline.remaining());
        lock.lock();
        try {
            peerSlotBytes = Math.min(slots.bytes(), options.slotBytes());
            peerLargest = longest.bytes();
            outbox.credit(slots.count());
        } finally {
            lock.unlock();
        }
    }

    /** The connection. */
    public RdmaConnection connection() {
        return connection;
    }

    /** How long a message may be that is sent at once; a longer one is read by the other side. */
    public int mostAtOnce() {
        return peerSlotBytes;
    }

    /** The longest message that the other side takes. */
    public int largest() {
        return peerLargest;
    }

    // ---- sending

    /** The same as {@link #send(Duration, ByteBuffer...)} with the timeout of the options. */
    public void send(ByteBuffer message) {
        send(options.timeout(), message);
    }

    /**
     * Sends a message, from the position of a buffer to its limit, or of several buffers one after the other; and returns as
     * soon as the buffers may be used again. They keep their positions. Waits while the other side has no room.
     *
     * @throws MessageTooLongException if the other side does not take messages so long
     * @throws io.verbena.connection.ConnectionTimeoutException if it has no room in time: it may have stopped to take
     */
    public void send(Duration patience, ByteBuffer... parts) {
        long length = 0;
        for (ByteBuffer part : parts) {
            length += part.remaining();
        }
        requireTaken(length);
        Deadline deadline = Deadline.in(patience);
        while (!trySend(parts, (int) length)) {
            await(length > peerSlotBytes ? this::hasRoomForLong : this::hasRoom, deadline, "to take earlier messages");
        }
    }

    /**
     * Sends a part of a buffer that the other side may read ({@link Access#REMOTE_READ}), from where it
     * lies unless it is very short. The buffer must not be changed before the future is completed, by whoever takes the
     * completions of the connection.
     *
     * @throws ConnectionException if the other side may not read it, and would have to
     */
    public CompletableFuture<Void> send(LocalBuffer buffer, int offset, int length, Duration patience) {
        Objects.checkFromIndexSize(offset, length, buffer.length());
        requireTaken(length);
        boolean isLong = length > peerSlotBytes;
        if (isLong && !buffer.access().contains(Access.REMOTE_READ)) {
            throw new ConnectionException(
                    buffer + " is for " + buffer.access() + ", and a message of " + length
                            + " bytes is read where it lies; allocate it with REMOTE_READ",
                    null);
        }
        if (!isLong && (length < WORTH_NOT_COPYING || connection.segments() < 2)) {
            send(patience, buffer.bytes().slice(offset, length));
            return CompletableFuture.completedFuture(null);
        }
        Deadline deadline = Deadline.in(patience);
        CompletableFuture<Void> taken = new CompletableFuture<>();
        while (!trySend(buffer, offset, length, taken)) {
            await(isLong ? this::hasRoomForLong : this::hasRoom, deadline, "to take earlier messages");
        }
        return taken;
    }

    private void requireTaken(long length) {
        if (length > peerLargest) {
            throw new MessageTooLongException(this, length, peerLargest);
        }
    }

    private boolean trySend(ByteBuffer[] parts, int length) {
        lock.lock();
        try {
            requireWorking();
            return length <= peerSlotBytes
                    ? outbox.sendShort(parts, length, inbox.owed())
                    : outbox.sendLong(parts, length, inbox.owed());
        } finally {
            lock.unlock();
        }
    }

    private boolean trySend(LocalBuffer buffer, int offset, int length, CompletableFuture<Void> taken) {
        lock.lock();
        try {
            requireWorking();
            return length <= peerSlotBytes
                    ? outbox.sendInPlace(buffer, offset, length, inbox.owed(), taken)
                    : outbox.sendLong(buffer, offset, length, inbox.owed(), taken);
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom() {
        return locked(outbox::hasRoom);
    }

    private boolean hasRoomForLong() {
        return locked(outbox::hasRoomForLong);
    }

    private boolean locked(BooleanSupplier condition) {
        lock.lock();
        try {
            return failure != null || condition.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    // ---- receiving

    /**
     * The next message, copied.
     *
     * @throws ChannelEndedException if the other side has closed the channel, and there is none left
     */
    public ByteBuffer receive(Duration patience) {
        try (Message message = take(patience)) {
            ByteBuffer data = message.data();
            return ByteBuffer.allocate(data.remaining()).put(data).flip();
        }
    }

    /**
     * Gives each message, copied, to a consumer, on this thread, until the other side closes the channel.
     *
     * @param patience how long to wait for each
     */
    public void forEach(Duration patience, Consumer<? super ByteBuffer> consumer) {
        while (true) {
            ByteBuffer message;
            try {
                message = receive(patience);
            } catch (ChannelEndedException e) {
                return;
            }
            consumer.accept(message);
        }
    }

    /**
     * The next message, where it lies; the caller closes it.
     *
     * @throws ChannelEndedException if the other side has closed the channel, and there is none left
     */
    public Message take(Duration patience) {
        Deadline deadline = Deadline.in(patience);
        while (true) {
            await(() -> locked(inbox::isReady), deadline, "to send a message");
            Message message = next();
            if (message != null) {
                return message;
            }
        }
    }

    private @Nullable Message next() {
        lock.lock();
        try {
            Message message = inbox.poll();
            if (message != null && message.header().kind() == Kind.END) {
                inbox.unread(message);
                throw new ChannelEndedException(this);
            }
            return message;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Is given each message instead of {@link #take}, in their order, by one thread at a time: that of the group, or one that
     * waits for the connection. It closes them, here or on another thread, and must not wait for the connection.
     */
    public void onMessage(Consumer<? super Message> listener) {
        handler = listener;
        connection.startServing();
        // Those that are there already, in turn with those that come.
        connection.awaitUntil(
                () -> {
                    handOver();
                    return true;
                },
                Deadline.in(Duration.ZERO),
                "to send a message");
    }

    private void handOver() {
        Consumer<? super Message> told = handler;
        while (told != null) {
            Message message = locked(inbox::isReady) && failure == null ? nextOrEnd() : null;
            if (message == null) {
                return;
            }
            tell(told, message);
        }
    }

    /** What a listener throws is to keep nobody from the messages that follow. */
    private static void tell(Consumer<? super Message> told, Message message) {
        try {
            told.accept(message);
        } catch (RuntimeException | Error e) {
            CallbackThread.report(e);
        }
    }

    private @Nullable Message nextOrEnd() {
        try {
            return next();
        } catch (ChannelEndedException e) {
            return null;
        }
    }

    /** Of {@link Message#close}. */
    void release(Message message) {
        lock.lock();
        try {
            if (!connection.isOpen()) {
                return;
            }
            inbox.release(message);
            outbox.reply(inbox);
        } catch (RdmaException e) {
            // The message was taken all the same; also if the connection ended just now.
            giveUp(e);
        } finally {
            lock.unlock();
        }
    }

    // ---- what happens

    private void completed(Queue queue, long request, int bytes, WorkCompletionStatus status) {
        lock.lock();
        try {
            if (status == WorkCompletionStatus.SUCCESS && failure == null) {
                if (queue == Queue.RECEIVE) {
                    inbox.received(request, bytes, outbox);
                } else {
                    inbox.read(request);
                    outbox.ended(request);
                }
                inbox.beginReads();
                outbox.reply(inbox);
            }
        } catch (RdmaException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
        settle();
        handOver();
    }

    private void settle() {
        CompletableFuture<Void> next;
        while ((next = nextToSettle()) != null) {
            next.complete(null);
        }
    }

    private @Nullable CompletableFuture<Void> nextToSettle() {
        lock.lock();
        try {
            return outbox.nextToSettle();
        } finally {
            lock.unlock();
        }
    }

    /** What the other side says makes no sense: nothing more is understood of it. */
    private void fail(RdmaException why) {
        if (connection.isOpen()) {
            failure = new ConnectionException(this + " is given up: " + why.getMessage(), why);
            try {
                CompletableFuture<Void> unused = connection.disconnectAsync();
            } catch (RdmaException e) {
                // It ended meanwhile, which is as good.
                return;
            }
        }
    }

    /** The same of what is in the messages. */
    void giveUp(RdmaException why) {
        fail(why);
        connection.wakeUp();
    }

    private void requireWorking() {
        RdmaException why = failure;
        if (why != null) {
            throw why;
        }
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    private void await(BooleanSupplier condition, Deadline deadline, String what) {
        try {
            connection.awaitUntil(() -> failure != null || closed || condition.getAsBoolean(), deadline, what);
        } catch (RdmaException e) {
            RdmaException why = failure;
            throw why == null ? e : why;
        }
        requireWorking();
    }

    // ---- the end

    /**
     * Tells the other side that there are no more messages, waits until those that were sent have arrived, for the timeout of
     * the options at most, and closes the connection. What the other side sent and nobody took is lost; who waits for it, or
     * for room to send, is told at once. Who closes it meanwhile, too, waits until it is closed.
     */
    @Override
    public void close() {
        closing.lock();
        try {
            if (beginToClose()) {
                end();
            }
        } finally {
            closing.unlock();
        }
    }

    private boolean beginToClose() {
        lock.lock();
        try {
            boolean first = !closed;
            closed = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        Deadline deadline = Deadline.in(options.timeout());
        connection.wakeUp();
        if (connection.isOpen() && failure == null) {
            try {
                awaitUnderLock(() -> outbox.sendEnd(inbox.owed()), deadline);
                awaitUnderLock(outbox::isIdle, deadline);
                connection.disconnect(deadline.remaining());
            } catch (RdmaException e) {
                // Then the other side is told by the end of the connection.
                connection.close();
            }
        }
        connection.close();
        lock.lock();
        try {
            outbox.fail(new ClosedObjectException(this));
        } finally {
            lock.unlock();
        }
    }

    private void awaitUnderLock(BooleanSupplier condition, Deadline deadline) {
        connection.awaitUntil(() -> locked(condition), deadline, "to take the last messages");
    }

    @Override
    public String toString() {
        return "MessageChannel[" + connection + "]";
    }
}
