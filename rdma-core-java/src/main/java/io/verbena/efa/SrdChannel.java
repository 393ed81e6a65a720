package io.verbena.efa;

import io.verbena.error.ClosingFailures;
import io.verbena.error.RdmaException;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reliable messages to one peer over scalable reliable datagrams, in their order, with flow control. Both sides open a channel
 * ({@link SrdEndpoint}), pass its {@link #address} to the peer by other means, and {@linkplain #connect connect}. Safe for use by
 * several threads. Sending and receiving allocate nothing unless they wait. The methods whose names begin with "try" do not wait; an
 * event loop calls them when {@link #changes} has changed.
 *
 * <p>The device delivers datagrams in any order. Each message therefore begins with 32 bytes, in network byte order:
 *
 * <pre>
 *  0               8              16              24            31
 * +---------------+---------------+---------------+---------------+
 * |                        magic, "VRBS"                          |  0
 * |  version, 1   |     kind      |           reserved            |  4
 * |                  channel of the receiver                      |  8
 * |                   token of the receiver                       | 12
 * |                       sequence number                         | 16
 * |                            limit                              | 20
 * |                            length                             | 24
 * |                         bytes freed                           | 28
 * </pre>
 *
 * <p>Kind 0 is a message, which follows the header. Kind 1 carries a limit only, and its sequence number is 0. Kind 2 is the end: no
 * further messages follow. Kind 3 is the end as well, of a side that takes no more messages either; it may follow kind 2 with the same
 * sequence number. Messages and the end have consecutive sequence numbers from 0, modulo 2^32. The limit is the first sequence number
 * that the sender of the header does not accept yet; it starts at the window and only grows, so that headers may overtake each other.
 * The end needs no room. A side sends kind 1 if its limit has grown by at least half of its window, and to find out whether the peer
 * responds.
 *
 * <p>A channel may have a ring ({@link SrdOptions#rings}). {@link #trySendAll} then writes bytes that exceed one message into the ring of
 * the peer as runs: RDMA writes whose immediate data have the number of the channel of the receiver in bits 31 to 20, and the low bits of
 * the sequence number in bits 19 to 0. Runs and messages share their sequence numbers, and a run takes as much room as a message. Runs
 * fill the ring in the order of their sequence numbers, and none crosses its end. Each header returns the number of bytes of the ring
 * that the sender of the header has freed, modulo 2^32, which is 0 without a ring. A side also sends kind 1 if half of its ring was freed
 * since its last header. Messages of a run are closed in any order, but free the ring only when none is open.
 *
 * <p>A peer that breaks these rules ends the channel. A message for an unknown channel, or with a wrong token, is dropped and counted, and
 * so is a run of another queue pair than that of the peer. A peer whose device refuses a run has closed the channel.
 */
public final class SrdChannel implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SrdEndpoint endpoint;
    private final SrdAddress address;
    final SrdOrder order;
    final @Nullable SrdRings rings;
    private final SrdOutput output;

    /** Conditions to wait for, kept because each wait uses one. */
    private final BooleanSupplier sendable;

    private final BooleanSupplier receivable;
    private final BooleanSupplier idle;

    /** The peer; null before this channel is connected. Guarded by the lock of the endpoint, like the following fields. */
    @Nullable SrdAddress peer;

    @Nullable AddressHandle addressHandle;

    /** The number of messages that the device has not completed. */
    int inFlight;

    /** Whether the end was sent, after which no message is. */
    private boolean endSent;

    /** Whether the message that this channel is closed was sent. */
    private boolean closeSent;

    /** Whether the peer takes no more messages. */
    private boolean peerClosed;

    private boolean closed;

    /** The reason why this channel has failed; null if it has not. */
    @Nullable RdmaException failure;

    private final AtomicLong changes = new AtomicLong();

    /** The array for {@link #trySendAll(ByteBuffer)}. */
    private final ByteBuffer[] single = {NOTHING};

    SrdChannel(SrdEndpoint endpoint, SrdAddress address, @Nullable SrdRings rings) {
        this.endpoint = endpoint;
        this.address = address;
        this.rings = rings;
        this.order = new SrdOrder(address.window());
        this.output = new SrdOutput(endpoint, this);
        this.sendable = () -> isEnded() || peerClosed || output.maySend(false);
        this.receivable = () -> failure != null || closed || order.isReady() || order.isOver();
        this.idle = () -> failure != null || inFlight == 0;
    }

    /** Returns the address that the peer connects to. */
    public SrdAddress address() {
        return address;
    }

    /**
     * Connects this channel to that of the peer, which does the same. Messages of the peer may arrive before.
     *
     * @throws IllegalStateException if this channel is connected
     * @throws io.verbena.error.SysException if the device cannot reach the address
     */
    public void connect(SrdAddress to) {
        endpoint.lock.lock();
        try {
            if (isEnded()) {
                throw new SrdEndedException(this + (closed ? " is closed" : " has failed"), failure);
            }
            if (peer != null) {
                throw new IllegalStateException(this + " is connected already; open another channel");
            }
            addressHandle = endpoint.addressHandle(to);
            peer = to;
            order.opened(to.window());
            if (rings != null && !rings.connected(to)) {
                fail(new RdmaException("another queue pair has written into the ring of " + this));
            }
            changed();
            endpoint.sendCredits(this);
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns the maximum length of a message that the peer accepts and this side can send, in bytes. */
    public int maxLength() {
        endpoint.lock.lock();
        try {
            return maxLength(requirePeer());
        } finally {
            endpoint.lock.unlock();
        }
    }

    private int maxLength(SrdAddress connected) {
        return Math.min(connected.maxLength(), address.maxLength());
    }

    /**
     * Sends a message, from the position of a buffer to its limit. The buffer keeps its position and may be reused when this returns.
     * Waits while the peer has no room.
     *
     * @return whether the message was sent; false after the timeout
     * @throws IllegalArgumentException if the message is longer than {@link #maxLength}
     * @throws IllegalStateException if this channel is not connected
     * @throws SrdEndedException if this channel has ended, see its cause
     */
    public boolean send(ByteBuffer message, Duration timeout) {
        boolean isSent = trySend(message);
        if (!isSent) {
            Deadline deadline = Deadline.in(timeout);
            while (!isSent && endpoint.await(sendable, deadline)) {
                isSent = trySend(message);
            }
        }
        return isSent;
    }

    /** Sends a message if the peer has room, without waiting; returns whether it was sent. See {@link #send}. */
    public boolean trySend(ByteBuffer message) {
        endpoint.lock.lock();
        try {
            int length = message.remaining();
            if (!mayBegin(length, false)) {
                return false;
            }
            int slot = output.begin(length);
            endpoint.sends.copy(slot, 0, message, message.position(), length);
            output.add(slot, length);
            endpoint.sends.flush();
            return true;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /**
     * Sends a message in registered memory without a copy, if the peer has room. Does not wait. The memory must not change until the
     * device has sent it.
     *
     * @param memory the address of the message, in a region of the protection domain of the endpoint
     * @param length the length of the message in bytes
     * @param localKey the local key of the region
     * @param sent runs when the device no longer uses the memory, on a thread that uses or closes the endpoint; it must not block
     * @return whether the message was sent; otherwise {@code sent} does not run
     */
    public boolean trySend(long memory, int length, int localKey, Runnable sent) {
        endpoint.lock.lock();
        try {
            if (!mayBegin(length, false)) {
                return false;
            }
            output.add(output.begin(length), memory, length, localKey, sent);
            endpoint.sends.flush();
            return true;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /**
     * Sends the bytes of a buffer as runs, or messages of {@link #maxLength} and a shorter one, as far as the peer has room. Does not wait.
     *
     * @return the number of bytes sent, by which the position grows
     */
    public long trySendAll(ByteBuffer from) {
        endpoint.lock.lock();
        try {
            single[0] = from;
            return sendAll(single, 0, 1);
        } finally {
            single[0] = NOTHING;
            endpoint.lock.unlock();
        }
    }

    /**
     * Sends the bytes of several buffers, in their order, as runs, or messages of {@link #maxLength} and a shorter one, as far as the peer
     * has room. Does not wait.
     *
     * @param offset index of the first buffer
     * @param count number of buffers
     * @return the number of bytes sent, by which the positions grow
     */
    public long trySendAll(ByteBuffer[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        endpoint.lock.lock();
        try {
            return sendAll(from, offset, count);
        } finally {
            endpoint.lock.unlock();
        }
    }

    private long sendAll(ByteBuffer[] from, int offset, int count) {
        return mayBegin(0, true) ? output.send(from, offset, count, maxLength(requirePeer())) : 0;
    }

    /**
     * Sends bytes of registered memory without a copy, as one message or a run in the ring of the peer, as far as there is room. Does
     * not wait. The memory must not change until the device has sent it.
     *
     * @param sent runs as that of {@link #trySend(long, int, int, Runnable)} does
     * @return the number of bytes sent; {@code sent} does not run if it is 0
     */
    public int trySendAll(long memory, int length, int localKey, Runnable sent) {
        endpoint.lock.lock();
        try {
            return mayBegin(0, true) ? output.send(memory, length, localKey, sent, maxLength(requirePeer())) : 0;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Checks a message, and returns whether there is room for it; looks for completions only if there seems to be none. */
    private boolean mayBegin(int length, boolean ofBytes) {
        SrdAddress connected = requirePeer();
        if (length > maxLength(connected)) {
            throw new IllegalArgumentException(
                    "a message of " + length + " bytes; " + this + " sends up to " + maxLength(connected) + " bytes");
        }
        if (!output.maySend(ofBytes)) {
            endpoint.progress();
        }
        requireOpen();
        endpoint.receives.flush();
        return output.maySend(ofBytes);
    }

    /**
     * Ends sending, if there is room for that at the device: the peer takes the messages that were sent before, then learns of the end,
     * and may still send. Does not wait.
     *
     * @return whether sending has ended; otherwise try again after a message has completed
     */
    public boolean tryEndSending() {
        endpoint.lock.lock();
        try {
            endSent |= isEnded() || endpoint.end(this, SrdHeader.END);
            return endSent;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /**
     * Notifies the peer that this side neither sends nor takes any more messages, if there is room for that at the device. Does not wait.
     * {@link #close} must follow, or {@link #abandon}.
     *
     * @return whether the notification was sent; otherwise try again after a message has completed
     */
    public boolean tryDisconnect() {
        endpoint.lock.lock();
        try {
            return isCloseSent();
        } finally {
            endpoint.lock.unlock();
        }
    }

    /**
     * Sends a message that only the device of the peer and the endpoint of the peer notice, if there is room for it at this device. It
     * is {@linkplain #inFlight in flight} until the device of the peer responds.
     */
    public void probe() {
        endpoint.lock.lock();
        try {
            if (!isEnded()) {
                boolean unused = endpoint.sendLimit(this);
            }
        } finally {
            endpoint.lock.unlock();
        }
    }

    /**
     * Returns the number of changes of this channel: messages that have arrived or completed, room at the peer, and failures. It grows
     * only when a thread calls a method of the endpoint or of one of its channels.
     */
    public long changes() {
        return changes.get();
    }

    /** Handles the completions of the endpoint, and returns whether a message could be sent now. */
    public boolean isSendable() {
        endpoint.lock.lock();
        try {
            endpoint.progress();
            return peer != null && !isEnded() && !peerClosed && !endSent && output.maySend(true);
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns whether a message can be taken now, without a look for completions. */
    public boolean isReady() {
        endpoint.lock.lock();
        try {
            return !closed && order.isReady();
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns the number of bytes in the messages that can be taken now. */
    public long availableBytes() {
        endpoint.lock.lock();
        try {
            long bytes = 0;
            int count = 0;
            for (int slot = order.ready(count); slot >= 0 && !closed; slot = order.ready(count)) {
                bytes += endpoint.receives.length(slot);
                count++;
            }
            return bytes;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns the number of messages that the device has not completed. Those of a failed channel complete later as well. */
    public int inFlight() {
        endpoint.lock.lock();
        try {
            return inFlight;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns whether the peer has ended sending, and all its messages have arrived. */
    public boolean isInputComplete() {
        endpoint.lock.lock();
        try {
            return order.isComplete();
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns whether the peer takes no more messages. */
    public boolean isPeerClosed() {
        endpoint.lock.lock();
        try {
            return peerClosed;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Returns the reason why this channel has failed; empty if it has not. */
    public Optional<RdmaException> failure() {
        endpoint.lock.lock();
        try {
            return Optional.ofNullable(failure);
        } finally {
            endpoint.lock.unlock();
        }
    }

    /**
     * Waits for the next message, and returns it where it lies. The caller closes it.
     *
     * @return the message; null after the timeout
     * @throws SrdEndedException if the peer has closed the channel and every message was taken, or this channel has ended
     */
    public @Nullable SrdMessage take(Duration timeout) {
        SrdMessage first = poll();
        if (first != null) {
            return first;
        }
        Deadline deadline = Deadline.in(timeout);
        while (endpoint.await(receivable, deadline)) {
            SrdMessage message = poll();
            if (message != null) {
                return message;
            }
        }
        return null;
    }

    /** Returns the next message if it has arrived, and null otherwise. See {@link #take}. */
    public @Nullable SrdMessage poll() {
        endpoint.lock.lock();
        try {
            if (!order.isReady()) {
                endpoint.progress();
            }
            if (closed) {
                throw new SrdEndedException(this + " is closed", failure);
            }
            if (order.isReady()) {
                return next();
            }
            if (order.isOver()) {
                throw new SrdEndedException("the peer has closed " + this, null);
            }
            if (failure != null) {
                throw new SrdEndedException(this + " has failed", failure);
            }
            return null;
        } finally {
            endpoint.lock.unlock();
        }
    }

    /** Takes the next message in order; fails if it is a run that crosses the end of the ring. */
    private SrdMessage next() {
        int slot = order.ready(0);
        if (rings != null && endpoint.receives.isRun(slot) && !rings.holdsNext(endpoint.receives.length(slot))) {
            endpoint.discard(this);
            fail(new RdmaException("the peer of " + this + " broke the protocol: a run crosses the end of the ring"));
            throw new SrdEndedException(this + " has failed", failure);
        }
        return endpoint.message(order.take(), this);
    }

    SrdAddress requirePeer() {
        SrdAddress connected = peer;
        if (connected == null) {
            throw new IllegalStateException(this + " is not connected; call connect()");
        }
        return connected;
    }

    private void requireOpen() {
        if (failure != null) {
            throw new SrdEndedException(this + " has failed", failure);
        }
        if (closed || closeSent) {
            throw new SrdEndedException(this + " is closed", null);
        }
        if (endSent) {
            throw new SrdEndedException(this + " has ended sending", null);
        }
        if (peerClosed) {
            throw new SrdEndedException("the peer has closed " + this, null);
        }
    }

    private boolean isCloseSent() {
        closeSent |= isEnded() || endpoint.end(this, SrdHeader.CLOSE);
        return closeSent;
    }

    private boolean isEnded() {
        return closed || failure != null;
    }

    // ---- events, with the lock of the endpoint held

    /** Notes that the peer takes no more messages. */
    void peerClosed() {
        peerClosed = true;
        changed();
    }

    /** Returns whether the peer should learn of the limit, or the free bytes of the ring, even if there is no message for it. */
    boolean owesGrant() {
        return order.owesGrant() || (rings != null && rings.owesGrant());
    }

    /** Returns the count of freed bytes of the ring, for a header. */
    int grantRing() {
        return rings == null ? 0 : rings.grant();
    }

    /** Notes that the device has completed a message. */
    void sent() {
        inFlight--;
        changed();
        closeWhenIdle();
    }

    /** Ends this channel with a failure, if it has not ended. */
    void fail(RdmaException cause) {
        if (failure == null) {
            failure = cause;
            changed();
            endpoint.wakeWaiters();
        }
    }

    void changed() {
        changes.lazySet(changes.get() + 1);
    }

    /** Frees what the device uses for messages in flight, once this channel is closed and there are none. */
    private void closeWhenIdle() {
        if (closed && inFlight == 0) {
            closeResources(new ClosingFailures());
        }
    }

    /** Frees the objects of the device. */
    void closeResources(ClosingFailures failures) {
        AddressHandle used = addressHandle;
        addressHandle = null;
        failures.close(used);
        if (rings != null) {
            rings.close(failures);
        }
    }

    /**
     * Closes this channel: the peer takes the messages that were sent before, and then learns of the end. Waits until the device has
     * delivered them, or until the timeout of the options. Messages that have arrived and were not taken are discarded.
     */
    @Override
    public void close() {
        Deadline deadline = Deadline.in(endpoint.options().timeout());
        try {
            if (endpoint.await(this::isCloseSent, deadline)) {
                endpoint.await(idle, deadline);
            }
        } finally {
            abandon();
        }
    }

    /**
     * Closes this channel at once, without a message to the peer. Messages in flight still arrive; messages that were not taken are
     * discarded.
     */
    public void abandon() {
        endpoint.lock.lock();
        try {
            if (!closed) {
                closed = true;
                endpoint.remove(this);
                if (rings != null) {
                    rings.closeIn(new ClosingFailures());
                }
                closeWhenIdle();
            }
        } finally {
            endpoint.lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "SrdChannel[" + address.queuePair() + "/" + address.channel() + "]";
    }
}
