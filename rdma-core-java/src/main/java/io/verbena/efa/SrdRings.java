package io.verbena.efa;

import io.verbena.error.ClosingFailures;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The rings of a channel: one that the peer writes runs of bytes into, and one that this side copies bytes into before it writes them.
 * Runs fill the ring of the receiver in the order of their sequence numbers and never cross its end, so that both sides know their
 * places. Guarded by the lock of the endpoint.
 */
final class SrdRings {
    /** Maximum length of a run, so that the device sends while the next run is copied. */
    private static final int MAX_RUN = 1 << 16;

    /** Maximum number of runs of the send ring that the device has not completed. */
    private static final int MAX_RUNS = 64;

    /** Bytes without which a ring counts as full, so that long runs are not sent as crumbs. */
    private static final int CRUMBS = 2048;

    private static final int NO_WRITER = -1;

    private final ByteBuffer in;
    private final ByteBuffer out;
    private final MemoryRegion inRegion;
    private final MemoryRegion outRegion;

    /** Bytes of the peer that have arrived, were taken, and were freed, and the bytes that the peer knows to be free. */
    private long arrived;

    private long taken;
    private long freed;
    private long announced;

    /** The number of runs that were taken and not released. */
    private int open;

    /** Views of the ring for the runs that are open, of which there are at most as many as the window. */
    private final @Nullable ByteBuffer[] views;

    private int nextView;

    /** The queue pair that wrote before the peer was known. */
    private int writer = NO_WRITER;

    /** The ring of the peer, the bytes that were written to it, and those that the peer has freed. */
    private SrdRing peer = SrdRing.NONE;

    private long written;
    private long freedByPeer;

    /** The runs in the send ring, which the device completes in any order and which free it in theirs. */
    private final Run[] runs = new Run[MAX_RUNS];

    private long begun;
    private long ended;
    private int end;
    private int used;

    /** A run of the send ring, which is reused. */
    private final class Run implements Runnable {
        private int length;
        private boolean sent;

        /** Runs when the device no longer uses the bytes. */
        @Override
        public void run() {
            sent = true;
            for (Run oldest = numbered(ended); ended < begun && oldest.sent; oldest = numbered(ended)) {
                used -= oldest.length;
                ended++;
            }
        }
    }

    SrdRings(ProtectionDomain domain, SrdOptions options) {
        this.in = ByteBuffer.allocateDirect(options.receiveRing());
        this.out = ByteBuffer.allocateDirect(options.sendRing());
        this.views = new @Nullable ByteBuffer[options.window()];
        for (int i = 0; i < MAX_RUNS; i++) {
            runs[i] = new Run();
        }
        this.inRegion = domain.register(in, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        try {
            this.outRegion = domain.register(out, AccessFlag.LOCAL_WRITE);
        } catch (RuntimeException e) {
            inRegion.close();
            throw e;
        }
    }

    private Run numbered(long number) {
        return runs[(int) (number % MAX_RUNS)];
    }

    /** Returns the ring that the peer writes to. */
    SrdRing ring() {
        return new SrdRing(inRegion.address(), inRegion.remoteKey(), in.capacity());
    }

    /** Notes the peer; returns false if another queue pair has written before. */
    boolean connected(SrdAddress to) {
        peer = to.ring();
        return writer == NO_WRITER || writer == to.queuePair();
    }

    // ---- sending

    /** Returns whether runs of bytes may be sent, or the peer has no ring. */
    boolean hasRoom() {
        return peer.bytes() == 0
                || (peerFree() >= CRUMBS && begun - ended < MAX_RUNS && (used == 0 || out.capacity() - used >= CRUMBS));
    }

    private int peerFree() {
        return peer.bytes() - (int) (written - freedByPeer);
    }

    /** Returns the length of the next run in place, for a number of bytes; 0 if the peer has no ring, or no room. */
    int room(long wanted) {
        if (peer.bytes() == 0) {
            return 0;
        }
        int most = Math.min(Math.min(MAX_RUN, peer.bytes() / 2), Math.min(peerFree(), peer.bytes() - place()));
        return (int) Math.min(most, wanted);
    }

    /** Returns the length of the next run of the send ring, for a number of bytes; 0 if there is no room. */
    int roomToCopy(long wanted) {
        return Math.min(room(wanted), Math.min(out.capacity() - used, out.capacity() - end));
    }

    private int place() {
        return (int) (written % peer.bytes());
    }

    /** Returns the address of the next run at the peer. */
    long remoteAddress() {
        return peer.address() + place();
    }

    int remoteKey() {
        return peer.key();
    }

    /** Copies bytes of the next run into the send ring. */
    void copy(int offset, ByteBuffer from, int position, int length) {
        out.put(end + offset, from, position, length);
    }

    /** Returns the address of the next run in the send ring. */
    long localAddress() {
        return outRegion.address() + end;
    }

    int localKey() {
        return outRegion.localKey();
    }

    /** Notes a run of the send ring, and returns what runs when the device has sent it. */
    Runnable begin(int length) {
        Run run = numbered(begun++);
        run.length = length;
        run.sent = false;
        used += length;
        end = (end + length) % out.capacity();
        return run;
    }

    /** Notes the bytes of a run in the ring of the peer. */
    void written(int length) {
        written += length;
    }

    /** Takes the count of freed bytes that a header carries; returns false if the peer frees more than it has got. */
    boolean granted(int count) {
        int growth = count - (int) freedByPeer;
        if (peer.bytes() > 0 && growth > 0) {
            freedByPeer += growth;
        }
        return freedByPeer <= written;
    }

    // ---- receiving

    /** Returns whether a queue pair may write before the peer is known, which the first one may. */
    boolean isWriter(int queuePair) {
        if (writer == NO_WRITER) {
            writer = queuePair;
        }
        return writer == queuePair;
    }

    /** Notes a run of the peer; returns false if the ring has no room for it. */
    boolean arrived(int length) {
        arrived += length;
        return arrived - freed <= in.capacity();
    }

    /** Returns whether the next run in order ends within the ring. */
    boolean holdsNext(int length) {
        return length <= in.capacity() - (int) (taken % in.capacity());
    }

    /** Returns the bytes of the next run in order; {@link #released} must follow. */
    ByteBuffer take(int length) {
        ByteBuffer view = views[nextView];
        if (view == null) {
            view = in.duplicate();
            views[nextView] = view;
        }
        nextView = (nextView + 1) % views.length;
        int from = (int) (taken % in.capacity());
        taken += length;
        open++;
        return view.clear().limit(from + length).position(from);
    }

    /** Notes that a run is released. Its bytes are free when those before it are, which is certain when no run is open. */
    void released() {
        open--;
        if (open == 0) {
            freed = taken;
        }
    }

    /** Returns the count of freed bytes, for a header. */
    int grant() {
        announced = freed;
        return (int) freed;
    }

    /** Returns whether the peer should learn of the freed bytes even if there is no message for it: they are half of the ring. */
    boolean owesGrant() {
        return freed - announced >= in.capacity() / 2;
    }

    // ---- closing

    /** Ends the access of the peer. */
    void closeIn(ClosingFailures failures) {
        failures.close(inRegion);
    }

    /** Frees both rings, which the device no longer uses. */
    void close(ClosingFailures failures) {
        failures.close(inRegion);
        failures.close(outRegion);
    }
}
