package io.verbena.stream;

import io.verbena.efa.SrdAddress;
import io.verbena.efa.SrdChannel;
import io.verbena.efa.SrdEndedException;
import io.verbena.efa.SrdEndpoint;
import io.verbena.efa.SrdMessage;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A stream on an SRD channel: its bytes are the contents of the messages, whose lengths mean nothing. The end of sending ends one
 * direction, and the close of the channel both.
 */
final class SrdSocket extends StreamProtocol {
    /** Maximum number of bytes that one request may take from registered memory. */
    private static final int MAX_REQUEST = 1 << 30;

    private final SrdEndpoint endpoint;
    private final SrdChannel channel;

    /** The message that is read in part; null if there is none. */
    private @Nullable SrdMessage current;

    /** Whether there was no room yet for the message that writing has ended, or that the stream is closed. */
    private boolean owesEnd;

    private boolean owesClose;
    private boolean sendable;

    /** The changes of the channel that are handled. */
    private long processed = -1;

    /** The changes of the channel at the last {@link #probe}. */
    private long seen;

    SrdSocket(SrdEndpoint endpoint, SrdChannel channel) {
        super(channel.toString());
        this.endpoint = endpoint;
        this.channel = channel;
    }

    SrdAddress address() {
        return channel.address();
    }

    void connect(SrdAddress peer) {
        channel.connect(peer);
    }

    @Override
    CompletionQueue queue() {
        return endpoint.completionQueue();
    }

    @Override
    boolean isQuiet() {
        try {
            endpoint.afterEvent();
        } catch (RdmaException e) {
            // The device was removed, which the next look finds.
            return false;
        }
        return quiet == channel.changes();
    }

    @Override
    int take(ByteBuffer into) {
        int total = 0;
        while (into.hasRemaining() && next() != null) {
            ByteBuffer bytes = look();
            int count = Math.min(bytes.remaining(), into.remaining());
            into.put(into.position(), bytes, bytes.position(), count);
            into.position(into.position() + count);
            bytes.position(bytes.position() + count);
            taken(count);
            total += count;
        }
        return total;
    }

    @Override
    ByteBuffer look() {
        SrdMessage message = next();
        while (message != null && !message.data().hasRemaining()) {
            taken(0);
            message = next();
        }
        return message == null ? NOTHING : message.data();
    }

    /** Releases the message whose bytes were read, since the position of its buffer says how many. */
    @Override
    void taken(int bytes) {
        SrdMessage message = current;
        if (message != null && !message.data().hasRemaining()) {
            message.close();
            current = null;
        }
    }

    /** Returns the message to read; null if there is none. */
    private @Nullable SrdMessage next() {
        if (current == null) {
            try {
                current = channel.poll();
            } catch (SrdEndedException e) {
                // The next look at the state of the channel finds the reason.
                return null;
            }
        }
        return current;
    }

    @Override
    int put(ByteBuffer from) {
        return (int) channel.trySendAll(from);
    }

    @Override
    int put(ByteBuffer[] from, int offset, int count) {
        return (int) channel.trySendAll(from, offset, count);
    }

    @Override
    int put(GatherList memory, Runnable sent) {
        Lease lease = new Lease(sent);
        int total = send(memory, lease);
        if (total > 0) {
            lease.run();
        }
        return total;
    }

    private int send(GatherList memory, Lease lease) {
        int total = 0;
        memory.rewind();
        for (int length = memory.next(MAX_REQUEST, 1); length > 0; length = memory.next(MAX_REQUEST, 1)) {
            lease.users.incrementAndGet();
            int sent = 0;
            try {
                sent = channel.trySendAll(memory.address(), length, memory.localKey(), lease);
            } catch (RdmaException e) {
                if (total == 0) {
                    throw e;
                }
                // The next call reports the failure: the caller must know that memory is in use.
            }
            if (sent == 0) {
                lease.users.decrementAndGet();
                break;
            }
            memory.shorten(sent);
            total += sent;
        }
        return total;
    }

    /** Registered memory of several messages, which is given back when the device has sent the last one. */
    private static final class Lease implements Runnable {
        private final Runnable sent;

        /** The messages, and one until all of them are posted. */
        private final AtomicInteger users = new AtomicInteger(1);

        Lease(Runnable sent) {
            this.sent = sent;
        }

        @Override
        public void run() {
            if (users.decrementAndGet() == 0) {
                sent.run();
            }
        }
    }

    @Override
    int arrived() {
        SrdMessage partial = current;
        return (int) channel.availableBytes()
                + (partial == null ? 0 : partial.data().remaining());
    }

    @Override
    int peerMappings() {
        throw unsupported("riomap");
    }

    @Override
    boolean map(int number, long offset, MemoryRegion region) {
        throw unsupported("riomap");
    }

    @Override
    int writeTo(ByteBuffer from, long offset) {
        throw unsupported("riowrite");
    }

    private SysException unsupported(String call) {
        return failure(call, Errno.EOPNOTSUPP, "a stream over SRD has no mappings; write the bytes to the stream");
    }

    @Override
    boolean hasInput() {
        return current != null || channel.isReady();
    }

    @Override
    boolean hasRoom() {
        return sendable;
    }

    @Override
    long armedAt() {
        arm();
        return channel.changes();
    }

    @Override
    void requestEvent() {
        endpoint.arm();
    }

    @Override
    void probePeer() {
        long changes = channel.changes();
        boolean due = channel.inFlight() > 0;
        probed(!due || changes != seen);
        seen = changes;
        if (!due) {
            channel.probe();
        }
    }

    @Override
    void endWriting() {
        lock.lock();
        try {
            touch();
            owesEnd = !writingEnded && failure == null && !peerEnded;
            writingEnded = true;
            process();
        } finally {
            lock.unlock();
        }
    }

    @Override
    void disconnect() {
        lock.lock();
        try {
            touch();
            owesClose = !disconnected && failure == null && !peerEnded && !released;
            disconnected = true;
            writingEnded = true;
            process();
        } finally {
            lock.unlock();
        }
    }

    @Override
    boolean isIdle() {
        return !owesEnd && !owesClose && channel.inFlight() == 0;
    }

    /** Handles all completions, and sends what there was no room for. */
    @Override
    void process() {
        if (failure != null || released) {
            return;
        }
        boolean gone = lost;
        try {
            sendable = channel.isSendable();
            if (owesEnd || owesClose) {
                owesEnd = owesEnd && !channel.tryEndSending();
                owesClose = owesClose && !channel.tryDisconnect();
            }
        } catch (RdmaException e) {
            fail(e);
        }
        long changes = channel.changes();
        if (changes == processed && !gone) {
            return;
        }
        processed = changes;
        readingEnded |= channel.isInputComplete();
        peerEnded |= channel.isPeerClosed() || (gone && readingEnded);
        channel.failure().ifPresent(this::failed);
        if (gone && failure == null && !isOver()) {
            reset();
        }
    }

    private void failed(RdmaException cause) {
        // After its end, the peer frees the channel, and what was sent to it may fail.
        if (!isOver()) {
            SysException explained =
                    failure("rsend", Errno.EIO, "the connection is lost (" + cause.getMessage() + "); open another");
            explained.initCause(cause);
            fail(explained);
        }
    }

    @Override
    boolean isOver() {
        return readingEnded && (peerEnded || writingEnded);
    }

    /** Frees the channel. The endpoint gives back registered memory when the device has sent it. */
    @Override
    void release() {
        lock.lock();
        try {
            if (!released) {
                released = true;
                channel.abandon();
                SrdMessage partial = current;
                current = null;
                if (partial != null) {
                    partial.close();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
