package io.verbena.stream;

import io.verbena.efa.SrdAddress;
import io.verbena.efa.SrdChannel;
import io.verbena.efa.SrdEndedException;
import io.verbena.efa.SrdEndpoint;
import io.verbena.efa.SrdMessage;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream on an SRD channel: its bytes are the contents of the messages, whose lengths mean nothing. The end of sending ends one
 * direction, and the close of the channel both.
 */
final class SrdSocket implements StreamProtocol {
    /** Number of calls of {@link #probe} without a response after which the connection is lost. */
    private static final int MAX_UNANSWERED = 2;

    /** Maximum number of bytes that one request may take from registered memory. */
    private static final int MAX_REQUEST = 1 << 30;

    private final SrdEndpoint endpoint;
    private final SrdChannel channel;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile String name;

    /** The message that is read in part; null if there is none. */
    private @Nullable SrdMessage current;

    /** Whether the peer has ended writing, and all its bytes have arrived. */
    private boolean readingEnded;

    /** Whether the peer has ended both directions, and takes no more bytes. */
    private boolean peerEnded;

    private boolean writingEnded;
    private boolean disconnected;

    /** Whether there was no room yet for the message that writing has ended, or that the stream is closed. */
    private boolean owesEnd;

    private boolean owesClose;
    private boolean sendable;
    private boolean released;

    /** The changes of the channel that are handled. */
    private long processed = -1;

    /** Whether the TCP connection has ended. It is set before waiting threads are woken. */
    private volatile boolean lost;

    private @Nullable RdmaException failure;

    /** The changes of the channel when nothing was ready after it was armed; -1 if anything may be ready. */
    private volatile long quiet = -1;

    /** The changes of the channel at the last {@link #probe}, and the calls since then that found no response. */
    private long probed;

    private int unanswered;

    SrdSocket(SrdEndpoint endpoint, SrdChannel channel) {
        this.endpoint = endpoint;
        this.channel = channel;
        this.name = channel.toString();
    }

    SrdAddress address() {
        return channel.address();
    }

    void connect(SrdAddress peer) {
        channel.connect(peer);
    }

    @Override
    public void rename(String text) {
        name = text;
    }

    @Override
    public CompletionQueue queue() {
        return endpoint.completionQueue();
    }

    @Override
    public void lost() {
        lost = true;
        touch();
    }

    @Override
    public boolean isQuiet() {
        try {
            endpoint.afterEvent();
        } catch (RdmaException e) {
            // The device was removed, which the next look finds.
            return false;
        }
        return quiet == channel.changes();
    }

    @Override
    public void touch() {
        quiet = -1;
    }

    @Override
    public int read(ByteBuffer into) {
        lock.lock();
        try {
            touch();
            requireNotReleased();
            int count = take(into);
            if (count > 0) {
                return count;
            }
            process();
            if (readingEnded && availableNow() > 0) {
                return take(into);
            }
            if (failure != null && !readingEnded) {
                throw failure;
            }
            return readingEnded && into.hasRemaining() ? -1 : 0;
        } finally {
            lock.unlock();
        }
    }

    /** Copies bytes that have arrived, and returns their number. */
    private int take(ByteBuffer into) {
        int total = 0;
        SrdMessage message = into.hasRemaining() ? next() : null;
        while (message != null) {
            ByteBuffer bytes = message.data();
            int count = Math.min(bytes.remaining(), into.remaining());
            into.put(into.position(), bytes, bytes.position(), count);
            into.position(into.position() + count);
            bytes.position(bytes.position() + count);
            total += count;
            if (!bytes.hasRemaining()) {
                message.close();
                current = null;
            }
            message = into.hasRemaining() ? next() : null;
        }
        return total;
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
    public int write(ByteBuffer from) {
        lock.lock();
        try {
            touch();
            if (lost) {
                process();
            }
            requireWritable();
            return (int) channel.trySendAll(from);
        } catch (SrdEndedException e) {
            throw refused(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int write(ByteBuffer[] from, int offset, int count) {
        lock.lock();
        try {
            touch();
            // The peer may have ended the connection, and a write would be lost without a word.
            process();
            requireWritable();
            return (int) channel.trySendAll(from, offset, count);
        } catch (SrdEndedException e) {
            throw refused(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int write(GatherList memory, Runnable sent) {
        lock.lock();
        try {
            touch();
            process();
            requireWritable();
            Lease lease = new Lease(sent);
            int total = send(memory, lease);
            if (total > 0) {
                lease.run();
            }
            return total;
        } catch (SrdEndedException e) {
            throw refused(e);
        } finally {
            lock.unlock();
        }
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
    public int available() {
        lock.lock();
        try {
            process();
            return availableNow();
        } finally {
            lock.unlock();
        }
    }

    private int availableNow() {
        SrdMessage partial = current;
        return (int) channel.availableBytes()
                + (partial == null ? 0 : partial.data().remaining());
    }

    @Override
    public int peerMappings() {
        throw unsupported("riomap");
    }

    @Override
    public boolean map(int number, long offset, MemoryRegion region) {
        throw unsupported("riomap");
    }

    @Override
    public int writeTo(ByteBuffer from, long offset) {
        throw unsupported("riowrite");
    }

    private SysException unsupported(String call) {
        return new SysException(
                call, name, Errno.EOPNOTSUPP, "a stream over SRD has no mappings; write the bytes to the stream");
    }

    private void requireNotReleased() {
        if (released) {
            throw new ClosedObjectException(name);
        }
    }

    private void requireWritable() {
        requireNotReleased();
        if (failure != null) {
            throw failure;
        }
        if (peerEnded) {
            throw new SysException("rsend", name, Errno.EPIPE, "the peer has ended the connection; open another");
        }
    }

    /** Returns the reason why the channel has refused a message. */
    private RdmaException refused(SrdEndedException cause) {
        process();
        requireWritable();
        return cause;
    }

    @Override
    public int ready() {
        lock.lock();
        try {
            process();
            boolean hasBytes = current != null || channel.isReady();
            int bits = 0;
            if (hasBytes || readingEnded || failure != null) {
                bits |= StreamReadiness.READABLE.bit();
            }
            if (failure != null || peerEnded || writingEnded || sendable) {
                bits |= StreamReadiness.WRITABLE.bit();
            }
            if (readingEnded && !hasBytes) {
                bits |= StreamReadiness.INPUT_ENDED.bit();
            }
            if (isOver()) {
                bits |= StreamReadiness.ENDED.bit();
            }
            if (failure != null) {
                bits |= StreamReadiness.FAILED.bit();
            }
            return bits;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int armed(int wanted) {
        lock.lock();
        try {
            arm();
            long before = channel.changes();
            int bits = ready();
            quiet = (bits & wanted) == 0 && !released && !lost ? before : -1;
            return bits;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void arm() {
        lock.lock();
        try {
            if (failure == null && !released) {
                endpoint.arm();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean probe() {
        lock.lock();
        try {
            touch();
            process();
            if (disconnected || failure != null || peerEnded || released) {
                return failure != null;
            }
            long changes = channel.changes();
            boolean due = channel.inFlight() > 0;
            unanswered = due && changes == probed ? unanswered + 1 : 0;
            probed = changes;
            if (unanswered == MAX_UNANSWERED) {
                fail(new SysException(
                        "rrecv",
                        name,
                        Errno.ETIMEDOUT,
                        "the device of the peer does not respond: the peer, its device or the network between is down;"
                                + " open another when it is up"));
            } else if (!due) {
                channel.probe();
            }
        } catch (RdmaException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
        return failure != null;
    }

    @Override
    public void confirm() {
        // Every message has a completion.
    }

    @Override
    public void endWriting() {
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
    public void disconnect() {
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
    public boolean isDrained() {
        lock.lock();
        try {
            process();
            return released || failure != null || peerEnded || (!owesEnd && !owesClose && channel.inFlight() == 0);
        } finally {
            lock.unlock();
        }
    }

    /** Handles all completions, and sends what there was no room for. */
    private void process() {
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
            fail(new SysException("rrecv", name, Errno.ECONNRESET, "the peer has reset the connection; open another"));
        }
    }

    private void failed(RdmaException cause) {
        // After its end, the peer frees the channel, and what was sent to it may fail.
        if (!isOver()) {
            SysException explained = new SysException(
                    "rsend", name, Errno.EIO, "the connection is lost (" + cause.getMessage() + "); open another");
            explained.initCause(cause);
            fail(explained);
        }
    }

    private boolean isOver() {
        return readingEnded && (peerEnded || writingEnded);
    }

    private void fail(RdmaException why) {
        if (failure == null) {
            failure = why;
        }
    }

    /** Frees the channel. The endpoint gives back registered memory when the device has sent it. */
    @Override
    public void release() {
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

    @Override
    public String toString() {
        return name;
    }
}
