package io.verbena.connection;

import io.verbena.connection.MessageHeader.Kind;
import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CallbackThread;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Messages of any length over a connection, in their order, with flow control: a sender waits while the peer holds as many
 * messages as it has slots. The connection belongs to the channel from then on; advertisements, writes and reads stay
 * possible beside it. Both sides open a channel. Safe for use by several threads.
 *
 * <p>Short messages are copied into slots of registered memory, and are sent at once. A long one is announced, and the peer
 * reads it straight into memory of its own.
 *
 * <p>When the connection ends, every pending and every later call fails with the cause; messages that arrived before can
 * still be taken. A peer that breaks the protocol ends the connection. Waits throw what those of {@link RdmaConnection} do.
 */
public final class MessageChannel implements AutoCloseable {
    /** The length from which on a completion costs less than a copy. */
    private static final int WORTH_NOT_COPYING = 1024;

    /** Decides, under the lock of the channel, whether a message may be sent, and learns that it is. */
    interface Gate {
        default boolean isOpen(boolean isLong) {
            return true;
        }

        default void pass(boolean isLong) {}
    }

    private static final Gate NO_GATE = new Gate() {};

    private final RdmaConnection connection;

    final MessageOptions options;

    private final ReentrantLock lock = new ReentrantLock();

    /** Held while the channel is closed, so that a second close does not cut off what is sent last. */
    private final ReentrantLock closing = new ReentrantLock();

    private final MessageLane lane;

    /** Kept, because each completion asks it. */
    private final Supplier<@Nullable CompletableFuture<Void>> nextToSettle;

    private volatile @Nullable Consumer<? super Message> handler;
    private volatile boolean closed;

    /** Whether a timer looks after the replies that wait. */
    private boolean watching;

    private MessageChannel(RdmaConnection connection, MessageOptions wanted) {
        this.connection = connection;
        this.options = wanted.fitting(connection.queueDepth());
        this.lane = new MessageLane(connection, options, this::release);
        this.nextToSettle = lane::nextToSettle;
    }

    /** Opens a channel with {@link MessageOptions#DEFAULTS}; see {@link #open(RdmaConnection, MessageOptions)}. */
    public static MessageChannel open(RdmaConnection connection) {
        return open(connection, MessageOptions.DEFAULTS);
    }

    /**
     * Opens a channel over a connection without posted receives, and waits until the peer has opened one, too. A
     * connection has one channel. If opening it fails, the connection ends.
     *
     * @throws ConnectionTimeoutException if the peer has not opened one within the timeout of the options
     * @throws ForeignPeerException if the peer announces what no channel has
     * @throws IllegalStateException if a channel was opened over the connection before, or was to be
     */
    public static MessageChannel open(RdmaConnection connection, MessageOptions options) {
        MessageChannel channel = new MessageChannel(connection, options);
        try {
            channel.open();
        } catch (RdmaException e) {
            connection.fail(e);
            throw e;
        }
        return channel;
    }

    private void open() {
        Deadline deadline = Deadline.in(options.timeout());
        connection.channelListener(this::completed);
        lane.postReceives();
        connection.announceReceives(options.slots(), options.slotBytes(), deadline.remaining());
        connection.announceReceives(options.window(), options.largest(), deadline.remaining());
        ReceiveAnnouncement slots = connection.awaitReceives(deadline.remaining());
        ReceiveAnnouncement longest = connection.awaitReceives(deadline.remaining());
        lock.lock();
        try {
            lane.opened(MessageOptions.ofPeer(slots, longest));
        } finally {
            lock.unlock();
        }
        connection.onDisconnect(this::abandon);
    }

    /** Returns the connection. */
    public RdmaConnection connection() {
        return connection;
    }

    /** Returns the maximum length of a message that is sent at once; the peer reads a longer one. */
    public int maxShortLength() {
        return lane.peerSlotBytes();
    }

    /** Returns the maximum length of a message that the peer takes. */
    public int largest() {
        return lane.peer().largest();
    }

    /** Returns what the peer takes. */
    MessageOptions peer() {
        return lane.peer();
    }

    boolean isLong(long length) {
        return lane.isLong(length);
    }

    // ---- sending

    /** Sends a message within the timeout of the options; see {@link #send(ByteBuffer, Duration)}. */
    public void send(ByteBuffer message) {
        send(message, options.timeout());
    }

    /**
     * Sends a message, from the position of a buffer to its limit. The buffer keeps its position and may be reused when this
     * returns. Waits while the peer has no room.
     *
     * @throws MessageTooLongException if the peer does not accept messages of this length
     * @throws ConnectionTimeoutException if the peer has no room in time, because it may have stopped taking messages
     */
    public void send(ByteBuffer message, Duration timeout) {
        send(NO_GATE, timeout, message);
    }

    /** Sends the contents of several buffers, one after the other, as one message; see {@link #send(ByteBuffer, Duration)}. */
    public void send(ByteBuffer[] parts, Duration timeout) {
        send(NO_GATE, timeout, parts);
    }

    /** Sends a message when a gate lets it pass. */
    void send(Gate gate, Duration timeout, ByteBuffer... parts) {
        int length = requireTaken(length(parts));
        boolean isLong = isLong(length);
        if (!trySend(gate, isLong, parts, length)) {
            Deadline deadline = Deadline.in(timeout);
            do {
                awaitRoom(gate, isLong, deadline);
            } while (!trySend(gate, isLong, parts, length));
        }
    }

    private static long length(ByteBuffer... parts) {
        long length = 0;
        for (ByteBuffer part : parts) {
            length += part.remaining();
        }
        return length;
    }

    /**
     * Sends a part of a buffer that the peer may read ({@link Access#REMOTE_READ}) without copying it, unless it is very short.
     * Waits while the peer has no room. The buffer must not be changed before the future completes, on a thread that takes the
     * completions of the connection: one that waits for the connection or {@linkplain RdmaConnection#poll polls} it, or that
     * of the group once there is a {@linkplain #onMessage handler}. The future fails with what ended the connection.
     *
     * @throws ConnectionException if the message is long and the buffer lacks {@link Access#REMOTE_READ}
     * @throws MessageTooLongException if the peer does not accept messages of this length
     */
    public CompletableFuture<Void> sendAsync(LocalBuffer buffer, int offset, int length, Duration timeout) {
        Objects.checkFromIndexSize(offset, length, buffer.length());
        boolean isLong = isLong(requireTaken(length));
        if (isLong && !buffer.access().contains(Access.REMOTE_READ)) {
            throw new ConnectionException(buffer + " is for " + buffer.access() + ", and a message of " + length
                    + " bytes is read where it lies; allocate it with REMOTE_READ");
        }
        if (!isLong && ((buffer.isMapped() && length < WORTH_NOT_COPYING) || connection.segments() < 2)) {
            send(buffer.bytes().slice(offset, length), timeout);
            return CompletableFuture.completedFuture(null);
        }
        Deadline deadline = Deadline.in(timeout);
        CompletableFuture<Void> taken = new CompletableFuture<>();
        while (!trySend(buffer, offset, length, taken)) {
            awaitRoom(NO_GATE, isLong, deadline);
        }
        return taken;
    }

    private int requireTaken(long length) {
        if (length > largest()) {
            throw new MessageTooLongException(this, length, largest());
        }
        return (int) length;
    }

    private boolean trySend(Gate gate, boolean isLong, ByteBuffer[] parts, int length) {
        lock.lock();
        try {
            requireWorking();
            if (!lane.maySend(isLong) || !gate.isOpen(isLong)) {
                return false;
            }
            gate.pass(isLong);
            lane.send(parts, length);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean trySend(LocalBuffer buffer, int offset, int length, CompletableFuture<Void> taken) {
        lock.lock();
        try {
            requireWorking();
            if (!lane.maySend(isLong(length))) {
                return false;
            }
            lane.send(buffer, offset, length, taken);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void awaitRoom(Gate gate, boolean isLong, Deadline deadline) {
        await(() -> lane.maySend(isLong) && gate.isOpen(isLong), deadline, "to take earlier messages");
    }

    /** Returns what a supplier returns under the lock of this channel. */
    <T extends @Nullable Object> T locking(Supplier<T> supplier) {
        lock.lock();
        try {
            return supplier.get();
        } finally {
            lock.unlock();
        }
    }

    // ---- replies

    /**
     * Replies to a message, which is released when the reply is sent: at once, or when the peer has room. Does not wait. If
     * the peer has no room within the timeout, the connection ends.
     *
     * @param sent is run under the lock of this channel when the reply is sent
     */
    void reply(Message request, ByteBuffer header, ByteBuffer body, Duration timeout, Runnable sent) {
        if (!request.closeOnce()) {
            throw new IllegalStateException("the message is closed");
        }
        lock.lock();
        try {
            if (!connection.isOpen()) {
                return;
            }
            long nanos = Deadline.nanos(timeout);
            request.reply = new Message.Reply(header, body, nanos, System.nanoTime() + nanos, sent);
            lane.reply(request);
            lane.proceed();
            if (request.reply != null) {
                // The caller may use its buffers again.
                request.reply = request.reply().copied();
                watchReplies(nanos);
            }
        } catch (RdmaException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    /** There is one timer at most for each channel. */
    private void watchReplies(long nanos) {
        if (!watching) {
            watching = true;
            CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(this::checkReplies);
        }
    }

    private void checkReplies() {
        lock.lock();
        try {
            watching = false;
            Message first = lane.protocol.firstReply();
            if (first == null || !connection.isOpen()) {
                return;
            }
            long left = first.reply().until() - System.nanoTime();
            if (left > 0) {
                watchReplies(left);
            } else {
                fail(new ConnectionTimeoutException("the peer had no room for the reply to a request within "
                        + TimeUnit.NANOSECONDS.toMillis(first.reply().timeout()) + " ms"));
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- receiving

    /**
     * Waits for the next message, and returns a copy of it.
     *
     * @throws ChannelEndedException if the peer has closed the channel, and every message was taken
     */
    public ByteBuffer receive(Duration timeout) {
        try (Message message = take(timeout)) {
            ByteBuffer data = message.data();
            return ByteBuffer.allocate(data.remaining()).put(data).flip();
        }
    }

    /**
     * Passes a copy of each message to a consumer, on the calling thread, until the peer closes the channel.
     *
     * @param timeout the time to wait for each message
     */
    public void forEach(Duration timeout, Consumer<? super ByteBuffer> consumer) {
        while (true) {
            ByteBuffer message;
            try {
                message = receive(timeout);
            } catch (ChannelEndedException e) {
                return;
            }
            consumer.accept(message);
        }
    }

    /**
     * Waits for the next message, and returns it where it lies. The caller closes it.
     *
     * @throws ChannelEndedException if the peer has closed the channel, and every message was taken
     */
    public Message take(Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        while (true) {
            await(lane.protocol::isReady, deadline, "to send a message");
            Message message = next();
            if (message != null) {
                if (isEnd(message)) {
                    throw new ChannelEndedException(this);
                }
                return message;
            }
        }
    }

    private static boolean isEnd(Message message) {
        return message.header.kind() == Kind.END;
    }

    private @Nullable Message next() {
        lock.lock();
        try {
            Message message = lane.protocol.take();
            if (message != null) {
                // The peer may be waiting for credits that were not worth a message while this one waited.
                proceed();
            }
            return message;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sets a handler that is given each message, in their order, instead of {@link #take}. One thread at a time calls it: that
     * of the group, or one that waits for the connection. The handler closes each message, at once or later on another thread,
     * and must not wait for the connection. If it throws, the channel closes the message.
     */
    public void onMessage(Consumer<? super Message> listener) {
        handler = listener;
        connection.startServing();
        // Those that are there already, in turn with those that come.
        connection.waits.until(
                () -> {
                    handOver();
                    return true;
                },
                Deadline.in(Duration.ZERO),
                "to send a message");
    }

    private void handOver() {
        Consumer<? super Message> current = handler;
        while (current != null) {
            Message message = next();
            if (message == null || isEnd(message)) {
                return;
            }
            handOver(current, message);
        }
    }

    /** Calls a handler, whose exceptions affect neither the slot of its message nor the following messages. */
    private static void handOver(Consumer<? super Message> handler, Message message) {
        try {
            handler.accept(message);
        } catch (RuntimeException | Error e) {
            message.close();
            CallbackThread.report(e);
        }
    }

    /** Releases a message that is closed. */
    private void release(Message message) {
        lock.lock();
        try {
            if (connection.isOpen()) {
                lane.release(message);
                lane.proceed();
            }
        } catch (RdmaException e) {
            // The message was taken all the same; also if the connection ended just now.
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    private void proceed() {
        try {
            if (connection.isOpen()) {
                lane.proceed();
            }
        } catch (RdmaException e) {
            fail(e);
        }
    }

    // ---- what happens

    private void completed(Queue queue, long request, int bytes, WorkCompletionStatus status) {
        lock.lock();
        try {
            // A request that failed has ended the connection.
            if (status == WorkCompletionStatus.SUCCESS && queue == Queue.RECEIVE) {
                lane.received(request, bytes);
            } else if (status == WorkCompletionStatus.SUCCESS) {
                lane.ended(request);
            }
        } catch (RdmaException e) {
            fail(e);
        } finally {
            proceed();
            lock.unlock();
        }
        settle();
        handOver();
    }

    private void settle() {
        CompletableFuture<Void> next;
        while ((next = locking(nextToSettle)) != null) {
            next.complete(null);
        }
    }

    /** Ends the connection: the peer breaks the protocol, or this side cannot go on with it. */
    void fail(RdmaException why) {
        connection.fail(why);
    }

    private void requireWorking() {
        requireNotClosed();
        if (!connection.isOpen()) {
            throw cause();
        }
    }

    private void requireNotClosed() {
        if (closed) {
            throw new ClosedObjectException(this);
        }
    }

    /** Returns what ended this channel. */
    RdmaException cause() {
        return closed
                ? new ClosedObjectException(this)
                : connection.endCause().orElseGet(() -> new ClosedObjectException(connection));
    }

    private void await(BooleanSupplier condition, Deadline deadline, String what) {
        try {
            connection.waits.until(() -> closed || locking(condition::getAsBoolean), deadline, what);
        } catch (RdmaException e) {
            requireNotClosed();
            throw e;
        }
        requireNotClosed();
    }

    // ---- the end

    /**
     * Notifies the peer that there are no more messages, waits until those that were sent have arrived, for the timeout of the
     * options at most, and closes the connection. Received messages that were not taken are lost. Threads that wait for a message,
     * or for room to send, fail at once. A second close waits for the first.
     */
    @Override
    public void close() {
        closing.lock();
        try {
            boolean first = locking(() -> {
                boolean before = closed;
                closed = true;
                return !before;
            });
            if (first) {
                end();
            }
        } finally {
            closing.unlock();
        }
    }

    private void end() {
        Deadline deadline = Deadline.in(options.timeout());
        connection.wakeUp();
        if (connection.isOpen()) {
            try {
                awaitUnderLock(lane::sendEnd, deadline);
                awaitUnderLock(lane::isIdle, deadline);
                connection.disconnect(deadline.remaining());
            } catch (RdmaException e) {
                // Then the peer is notified by the end of the connection.
                connection.close();
            }
        }
        connection.close();
        abandon();
    }

    /** Fails what waits for the peer, from which nothing more arrives. */
    private void abandon() {
        RdmaException why = cause();
        List<CompletableFuture<Void>> abandoned = locking(lane::abandon);
        abandoned.forEach(each -> each.completeExceptionally(why));
    }

    private void awaitUnderLock(BooleanSupplier condition, Deadline deadline) {
        connection.waits.until(() -> locking(condition::getAsBoolean), deadline, "to take the last messages");
    }

    @Override
    public String toString() {
        return "MessageChannel[" + connection + "]";
    }
}
