package io.verbena.efa;

import io.verbena.error.RdmaException;
import io.verbena.verbs.AddressHandle;
import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reliable messages to one peer over scalable reliable datagrams, in their order, with flow control. Both sides open a channel
 * ({@link SrdEndpoint}), pass its {@link #address} to the peer by other means, and {@linkplain #connect connect}. Safe for use by
 * several threads. Sending and receiving allocate nothing unless they wait.
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
 * |                           reserved                            | 28
 * </pre>
 *
 * <p>Kind 0 is a message, which follows the header. Kind 1 carries a limit only, and its sequence number is 0. Kind 2 is the end: no
 * further messages follow. Messages and the end have consecutive sequence numbers from 0, modulo 2^32. The limit is the first
 * sequence number that the sender of the header does not accept yet; it starts at the window and only grows, so that headers may
 * overtake each other. The end needs no room. A side sends kind 1 if its limit has grown by at least half of its window.
 *
 * <p>A peer that breaks these rules ends the channel. A message for an unknown channel, or with a wrong token, is dropped and counted.
 */
public final class SrdChannel implements AutoCloseable {
    private final SrdEndpoint endpoint;
    private final SrdAddress address;
    final SrdOrder order;

    /** Conditions to wait for, kept because each wait uses one. */
    private final BooleanSupplier sendable;

    private final BooleanSupplier receivable;
    private final BooleanSupplier idle;

    /** The peer; null before this channel is connected. Guarded by the lock of the endpoint, like the following fields. */
    @Nullable SrdAddress peer;

    @Nullable AddressHandle way;

    /** The number of messages that the device has not completed. */
    int inFlight;

    /** Whether the end was sent, after which nothing is. */
    private boolean endSent;

    private boolean closed;

    /** The reason why this channel has failed; null if it has not. */
    private @Nullable RdmaException failure;

    SrdChannel(SrdEndpoint endpoint, SrdAddress address) {
        this.endpoint = endpoint;
        this.address = address;
        this.order = new SrdOrder(address.window());
        this.sendable = () -> isEnded() || endpoint.maySend(this);
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
            requireOpen();
            if (peer != null) {
                throw new IllegalStateException(this + " is connected already; open another channel");
            }
            way = endpoint.way(to);
            peer = to;
            order.opened(to.window());
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
        if (trySend(message)) {
            return true;
        }
        Deadline deadline = Deadline.in(timeout);
        do {
            if (!endpoint.await(sendable, deadline)) {
                return false;
            }
        } while (!trySend(message));
        return true;
    }

    /** Sends a message if the peer has room, without waiting; returns whether it was sent. See {@link #send}. */
    public boolean trySend(ByteBuffer message) {
        endpoint.lock.lock();
        try {
            SrdAddress connected = requirePeer();
            if (message.remaining() > maxLength(connected)) {
                throw new IllegalArgumentException("a message of " + message.remaining() + " bytes; " + this
                        + " sends up to " + maxLength(connected) + " bytes");
            }
            endpoint.progress();
            requireOpen();
            if (!endpoint.maySend(this)) {
                return false;
            }
            endpoint.send(this, connected, SrdHeader.MESSAGE, message);
            return true;
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
            endpoint.progress();
            if (closed) {
                throw new SrdEndedException(this + " is closed", failure);
            }
            if (order.isReady()) {
                return endpoint.message(order.take(), this);
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

    private SrdAddress requirePeer() {
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
        if (closed || endSent) {
            throw new SrdEndedException(this + " is closed", null);
        }
    }

    private boolean isEndSent() {
        endSent |= isEnded() || endpoint.end(this);
        return endSent;
    }

    private boolean isEnded() {
        return closed || failure != null;
    }

    /** Returns whether this channel sends to a queue pair; before it is connected, any may be that of the peer. */
    boolean isFrom(int queuePair) {
        return peer == null || peer.queuePair() == queuePair;
    }

    /** Ends this channel with a failure, if it has not ended. The lock of the endpoint must be held. */
    void fail(RdmaException cause) {
        if (failure == null) {
            failure = cause;
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
            if (endpoint.await(this::isEndSent, deadline)) {
                endpoint.await(idle, deadline);
            }
        } finally {
            remove();
        }
    }

    private void remove() {
        endpoint.lock.lock();
        try {
            if (!closed) {
                closed = true;
                endpoint.remove(this);
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
