package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.WorkCompletion;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;

/** The protocol of rsockets on a connected queue pair. */
final class StreamSocket extends StreamProtocol {
    private static final int CONTROL = 7 << 29;
    private static final int CLASS = 7 << 29;
    private static final int DISCONNECT = 0;
    private static final int KEEP_ALIVE = 1;
    private static final int SHUTDOWN = 2;
    private static final int MAX_CONTROL = 4;
    private static final int CONTROLS_PER_COMPLETION = 2;

    private final StreamLink link;
    private final IncomingBytes in;
    private final OutgoingBytes out;

    private boolean connected;

    /**
     * Whether this side sends nothing because the side that connected sends first (RFC 5044 7.1.2). Soft-iWARP gives up connecting if
     * anything follows the response at once.
     */
    private boolean awaitsFirst;

    /** Whether a request was flushed or failed; then no request is in flight. */
    private boolean flushed;

    /** Credit messages that may be in flight. Every second one has a completion. */
    private int controls;

    /** Whether the device answers a {@link StreamLink#probe}. */
    private boolean answersProbes;

    private boolean probing;

    /** Whether the peer has shown that it is there since the last {@link #probe}. */
    private boolean heard;

    StreamSocket(StreamLink link, String name) {
        super(name);
        this.link = link;
        in = new IncomingBytes(link);
        out = new OutgoingBytes(link);
    }

    @Override
    CompletionQueue queue() {
        return link.queue;
    }

    /** Takes what the server has announced, and sends first, for which the server {@linkplain #maySend waits} on iWARP. */
    void connected(StreamHello peer) {
        lock.lock();
        try {
            begin(peer, true);
            if (link.iwarp) {
                sendControl(KEEP_ALIVE);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes what the client has announced. On iWARP, this side sends nothing until it {@linkplain #maySend may}. */
    void accepted(StreamHello peer, boolean answersReads) {
        lock.lock();
        try {
            awaitsFirst = link.iwarp;
            begin(peer, answersReads);
        } finally {
            lock.unlock();
        }
    }

    /** Takes what the peer has announced; what arrived before is handled by the next call. */
    private void begin(StreamHello peer, boolean answersReads) {
        answersProbes = !link.iwarp || answersReads;
        link.peerOrder(peer.bigEndian());
        out.connected(peer);
        connected = true;
        process();
    }

    /** Returns whether this side may send: always, except on iWARP until the peer has sent, unless it may {@code anyway}. */
    boolean maySend(boolean anyway) {
        lock.lock();
        try {
            process();
            if (anyway || heard || failure != null || released) {
                awaitsFirst = false;
                process();
            }
            return !awaitsFirst;
        } finally {
            lock.unlock();
        }
    }

    @Override
    boolean isQuiet() {
        return quiet == link.queue.events();
    }

    @Override
    int take(ByteBuffer into) {
        int count = in.read(into);
        if (count > 0) {
            giveCredits();
        }
        return count;
    }

    @Override
    ByteBuffer look() {
        return in.peek();
    }

    @Override
    void taken(int bytes) {
        in.skip(bytes);
        giveCredits();
    }

    @Override
    int put(ByteBuffer from) {
        int count = out.write(from);
        if (from.hasRemaining()) {
            process();
            requireWritable();
            count += out.write(from);
        }
        return count;
    }

    @Override
    int put(ByteBuffer[] from, int offset, int count) {
        int written = out.write(from, offset, count);
        if (from[offset + count - 1].hasRemaining()) {
            process();
            requireWritable();
            written += out.write(from, offset, count);
        }
        return written;
    }

    @Override
    int put(GatherList memory, Runnable sent) {
        return out.write(memory, sent);
    }

    @Override
    int arrived() {
        return in.available();
    }

    @Override
    int writeTo(ByteBuffer from, long offset) {
        lock.lock();
        try {
            prepareWrite();
            return out.writeTo(from, offset);
        } finally {
            lock.unlock();
        }
    }

    @Override
    boolean map(int number, long offset, MemoryRegion region) {
        lock.lock();
        try {
            prepareWrite();
            return out.map(number, offset, region.address(), region.remoteKey(), (int) region.length());
        } finally {
            lock.unlock();
        }
    }

    @Override
    int peerMappings() {
        return out.peerMappings();
    }

    @Override
    boolean hasInput() {
        return in.available() > 0;
    }

    @Override
    boolean hasRoom() {
        return connected && out.isWritable();
    }

    @Override
    long armedAt() {
        long before = link.queue.events();
        arm();
        return before;
    }

    @Override
    void requestEvent() {
        link.queue.requestNotification(false);
    }

    @Override
    void probePeer() {
        if (connected && answersProbes) {
            boolean due = link.iwarp ? probing : link.expectsCompletion();
            probed(!due || heard);
            heard = false;
            if (!due) {
                sendProbe();
            }
        }
    }

    private void sendProbe() {
        probing = true;
        link.probe();
        link.flush();
    }

    @Override
    void confirm() {
        lock.lock();
        try {
            if (connected && failure == null && !released && answersProbes && !link.isIdle()) {
                sendProbe();
            }
        } catch (WorkRequestException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    void endWriting() {
        lock.lock();
        try {
            touch();
            if (!writingEnded && connected && failure == null && !peerEnded) {
                process();
                // The connection ends when both sides have ended writing.
                disconnected = readingEnded;
                sendControl(readingEnded ? DISCONNECT : SHUTDOWN);
            }
            writingEnded = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    void disconnect() {
        lock.lock();
        try {
            if (connected && !disconnected && failure == null && !peerEnded && !released) {
                disconnected = true;
                sendControl(DISCONNECT);
            }
            writingEnded = true;
        } finally {
            lock.unlock();
        }
    }

    private void sendControl(int what) {
        try {
            link.control(StreamLink.LAST, CONTROL | what);
            link.flush();
        } catch (RdmaException e) {
            fail(e);
        }
    }

    @Override
    boolean isIdle() {
        return !connected || flushed || link.isIdle();
    }

    @Override
    void process() {
        if (failure != null || released) {
            return;
        }
        boolean gone = lost;
        try {
            int polled = link.queue.poll(link.completions);
            while (polled > 0) {
                for (int i = 0; i < polled && failure == null; i++) {
                    handle(link.completions.get(i));
                }
                if (failure != null) {
                    return;
                }
                link.postReceived();
                polled = link.queue.poll(link.completions);
            }
            giveCredits();
        } catch (RdmaException e) {
            fail(e);
        }
        if (gone && failure == null && !isOver()) {
            reset();
        }
    }

    private void handle(WorkCompletion completion) {
        long id = completion.id();
        if (!completion.isSuccess()) {
            failed(completion);
        } else if (StreamLink.isReceive(id)) {
            heard = true;
            take(link.received(id, completion.hasImmediate() ? completion.immediate() : 0));
        } else {
            link.sent(id);
            out.sent(StreamLink.bytes(id));
            if (StreamLink.kind(id) == StreamLink.REGISTERED) {
                out.giveBack();
            }
            if (StreamLink.kind(id) == StreamLink.CONTROL) {
                controls -= CONTROLS_PER_COMPLETION;
            } else if (StreamLink.kind(id) == StreamLink.PROBE) {
                probing = false;
                heard = true;
            }
            // On iWARP, other requests have completed when they have left.
            heard |= !link.iwarp;
        }
    }

    private void take(int message) {
        switch (message & CLASS) {
            case StreamLink.CREDITS -> out.permit(message);
            case CONTROL -> {
                int what = message & ~CLASS;
                if (what == SHUTDOWN) {
                    readingEnded = true;
                } else if (what == DISCONNECT) {
                    readingEnded = true;
                    peerEnded = true;
                }
            }
            case StreamLink.MAPPING -> {
                // The entry is in the table of mappings.
            }
            default -> in.arrived(message & ~CLASS);
        }
    }

    private void failed(WorkCompletion completion) {
        flushed = true;
        // After its end the connection is torn down, which flushes the requests.
        if (isOver()) {
            return;
        }
        if (completion.status() == WorkCompletionStatus.FLUSHED) {
            reset();
        } else {
            fail(failure(
                    StreamLink.isReceive(completion.id()) ? "rrecv" : "rsend",
                    Errno.EIO,
                    "the connection is lost (" + completion.status().text() + "); open another"));
        }
    }

    @Override
    boolean isOver() {
        return peerEnded || (readingEnded && writingEnded);
    }

    private void giveCredits() {
        if (connected
                && !awaitsFirst
                && !readingEnded
                && !disconnected
                && failure == null
                && in.owesCredits()
                && controls < MAX_CONTROL
                && link.hasRoom(3)) {
            try {
                controls++;
                in.giveCredits(out, controls % CONTROLS_PER_COMPLETION == 0);
                link.flush();
            } catch (RdmaException e) {
                fail(e);
            }
        }
    }

    @Override
    void release() {
        lock.lock();
        try {
            if (released) {
                return;
            }
            released = true;
        } finally {
            lock.unlock();
        }
        try {
            link.close();
        } finally {
            lock.lock();
            try {
                while (out.giveBack()) {}
            } finally {
                lock.unlock();
            }
        }
    }
}
