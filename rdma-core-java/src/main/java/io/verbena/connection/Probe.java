package io.verbena.connection;

import io.verbena.hca.Transport;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;

/**
 * Asks whether the peer's queue pair is alive, by an RDMA read of no bytes: it needs no key and no memory (IBA 9.7.4.1.5, RFC
 * 5040 5.2), and its completion shows that the peer's device has answered. The completion of a write would show as much on
 * InfiniBand and RoCE, but not on iWARP, where it means that the data have left. The peer's program takes no part.
 *
 * <p>At most one probe is in flight, for which the queue pair has a place beside those of all other requests. Allocates
 * nothing.
 */
final class Probe implements CompletionPump.Sink {
    /** The entries that a queue pair needs for probes, in addition to all other requests. */
    static final int PLACES = 1;

    private final QueuePair pair;
    private final MemoryRegion target;
    private final int sink;
    private final Liveness liveness;
    private final SendRequests request;
    private final boolean needsSegment;

    /** Whether a probe is in flight, and since when by {@link System#nanoTime}; else when the last was posted. */
    private volatile boolean inFlight;

    private long posted;

    /** Probes a queue pair; {@code target} is memory that nothing is written to, as soft iWARP takes no read without. */
    Probe(QueuePair pair, MemoryRegion target, CompletionPump pump, int sink, Liveness liveness) {
        this.pair = pair;
        this.target = target;
        this.sink = sink;
        this.liveness = liveness;
        this.request = pair.sendRequests(1);
        this.needsSegment = pair.domain().context().properties().transport() == Transport.IWARP;
        pump.sink(sink, this);
    }

    QueuePair pair() {
        return pair;
    }

    /** Starts the interval to the first probe. */
    void start(long now) {
        posted = now;
    }

    /** Excludes a time in which this program could not see a response. */
    void skip(long nanos) {
        posted += nanos;
    }

    /** Posts a probe if the last one is older than the period; returns false if the last one has no response yet. */
    boolean isAnswered(long now, long period) {
        if (now - posted < period) {
            return true;
        }
        if (inFlight) {
            return false;
        }
        posted = now;
        inFlight = true;
        request.clear();
        request.read(CompletionPump.id(sink, 0), 0, 0);
        if (needsSegment) {
            request.segment(target, 0, 0);
        }
        pair.post(request);
        return true;
    }

    @Override
    public void completed(long sequence, WorkCompletion completion) {
        WorkCompletionStatus status = completion.status();
        if (status == WorkCompletionStatus.SUCCESS) {
            inFlight = false;
        } else {
            liveness.failed("the keep-alive of " + pair, status);
        }
    }
}
