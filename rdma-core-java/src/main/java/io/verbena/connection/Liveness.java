package io.verbena.connection;

import io.verbena.connection.ConnectionEnd.Weight;
import io.verbena.error.ClosingFailures;
import io.verbena.error.DeviceRemovedException;
import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.hca.Transport;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SendRequests;
import io.verbena.verbs.WorkCompletion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds out that a connection is dead, and ends it: by the first request that fails on either of its queue pairs, by a device
 * that fails, and by a keep-alive that the peer's device does not answer. The end takes both queue pairs to ERROR, so that
 * the device returns what is in flight, and lets the connection manager notify the peer. Safe for use by several threads.
 */
final class Liveness {
    /** The entries that a queue pair needs for probes, in addition to all other requests. */
    static final int PROBES = 1;

    /** The longest interval between two looks at a connection. */
    private static final long MAX_TICK_NANOS = 500_000_000;

    /** Looks in the time of a keep-alive. */
    private static final int TICKS = 16;

    private final Object connection;
    private final ConnectionEnd end;
    private final ConnectionIds ids;
    private final Duration keepAlive;
    private volatile List<Probe> probes = List.of();

    /** When the last look was; guarded by this. */
    private long looked;

    /** Whether the peer broke the protocol, or kept this side waiting. */
    private volatile boolean peerAtFault;

    /** Whether both queue pairs are connected. */
    private volatile boolean watching;

    Liveness(Object connection, ConnectionEnd end, ConnectionIds ids, Duration keepAlive) {
        this.connection = connection;
        this.end = end;
        this.ids = ids;
        this.keepAlive = keepAlive;
    }

    /** Returns how often {@link #look} is to be called, in nanoseconds. */
    long tickNanos() {
        return keepAlive.isZero() ? MAX_TICK_NANOS : Math.min(MAX_TICK_NANOS, keepAlive.toNanos() / TICKS);
    }

    /** Watches two queue pairs, which are not connected yet; {@code target} is memory of their domain. */
    void watch(CompletionPump pump, QueuePair ofControl, QueuePair ofData, MemoryRegion target) {
        probes = List.of(
                new Probe(ofControl, target, pump, CompletionPump.CONTROL_PROBE),
                new Probe(ofData, target, pump, CompletionPump.DATA_PROBE));
        ofControl.onFailure(this::failed);
        ofData.onFailure(this::failed);
    }

    /** Both queue pairs are connected. */
    void start() {
        synchronized (this) {
            looked = System.nanoTime();
            for (Probe probe : probes) {
                probe.posted = looked;
            }
        }
        watching = true;
    }

    /**
     * Probes the peer if it is time for it, and ends the connection if the last probe was not answered in time. If completions were
     * taken just now, an answer that is there was {@code seen}.
     */
    synchronized void look(boolean seen) {
        if (!watching || keepAlive.isZero() || end.hasCome()) {
            return;
        }
        long now = System.nanoTime();
        long gap = now - looked;
        looked = now;
        long period = keepAlive.toNanos() / 2;
        try {
            for (Probe probe : probes) {
                // Time in which this program was suspended, or a callback delayed completions, does not count.
                probe.posted += seen ? Math.max(0, gap - period / 2) : gap;
                if (seen && !probe.isAnswered(now, period)) {
                    unreachable(probe);
                    return;
                }
            }
        } catch (ClosedObjectException e) {
            // The close of the connection fails the requests in flight.
            return;
        } catch (RdmaException e) {
            failed(e);
        }
    }

    private void unreachable(Probe probe) {
        String which = probe.pair.toString();
        end(new ConnectionTimeoutException("the device of the peer did not answer the keep-alive of " + which + " for "
                + keepAlive.toMillis() / 2 + " ms: the peer, its device or the link between is down"));
    }

    /** Ends the connection because a request has failed, which takes its queue pair to ERROR. */
    void failed(String request, WorkCompletionStatus status) {
        if (status == WorkCompletionStatus.FLUSHED) {
            if (!end.hasCome() && end.come(Weight.FLUSHED, () -> ended("its queue pair is in state ERROR"))) {
                endPairs();
            }
        } else if (!end.hasCause() || (end.isByPeer() && isAnswerOfPeer(status))) {
            if (isFaultOfPeer(status)) {
                peerAtFault = true;
            }
            TransferException why = new TransferException(request, status);
            if (end.come(isAnswerOfPeer(status) ? Weight.REQUEST : Weight.CAUSE, () -> ended(why))) {
                endPairs();
            }
        }
    }

    /** Returns whether the peer was there when a request failed so; otherwise it may have ended the connection before. */
    private static boolean isAnswerOfPeer(WorkCompletionStatus status) {
        return status != WorkCompletionStatus.RETRY_EXCEEDED && status != WorkCompletionStatus.RNR_RETRY_EXCEEDED;
    }

    /** Returns whether the peer announced what it does not have, or posted no receives. */
    private static boolean isFaultOfPeer(WorkCompletionStatus status) {
        return status == WorkCompletionStatus.REMOTE_ACCESS_ERROR || status == WorkCompletionStatus.RNR_RETRY_EXCEEDED;
    }

    boolean isPeerAtFault() {
        return peerAtFault;
    }

    /** Ends the connection because the device or the connection manager has failed, or the peer has broken the protocol. */
    void failed(RdmaException why) {
        if (why instanceof ForeignPeerException || why instanceof ConnectionTimeoutException) {
            peerAtFault = true;
        }
        end(why);
    }

    /** Ends the connection because the connection manager reports its end, or the removal of the device. */
    void disconnected(@Nullable Throwable failure) {
        if (failure != null && FutureErrors.cause(failure) instanceof DeviceRemovedException removed) {
            failed(removed);
            return;
        }
        if (end.come(Weight.PEER, () -> ended("the peer ended it"))) {
            // An iWARP device may leave requests in flight when the peer terminates the connection.
            endPairs();
        }
    }

    /** Ends the connection because a message of the peer is invalid. */
    void broken(RdmaException why) {
        peerAtFault = true;
        if (end.come(Weight.CAUSE, () -> new ForeignPeerException(connection + " ended: " + why.getMessage(), why))) {
            endPairs();
        }
    }

    private void end(RdmaException why) {
        if (end.come(Weight.CAUSE, () -> ended(why))) {
            endPairs();
        }
    }

    private ConnectionEndedException ended(String reason) {
        return new ConnectionEndedException(connection + " ended: " + reason + "; connect again", null);
    }

    private ConnectionEndedException ended(RdmaException why) {
        return new ConnectionEndedException(connection + " ended: " + why.getMessage() + "; connect again", why);
    }

    /** Returns the exception for a request that was in flight at the end. */
    RdmaException flushed(String request) {
        return end.flushed(request);
    }

    /** Flushes the requests in flight, and disconnects from the peer; runs once. */
    private void endPairs() {
        // A queue pair that is closed or in ERROR, or whose device is removed, needs no flush.
        probes.forEach(probe -> new ClosingFailures().attempt(probe.pair::flush));
        // On another thread: this one may hold up the completions of other connections.
        CompletableFuture<Void> unused = CompletableFuture.runAsync(this::disconnect, ActionThreads.EXECUTOR);
    }

    private void disconnect() {
        // If this fails, the close of the identifiers notifies the peer.
        CompletableFuture<Void> unused = ids.disconnect();
    }

    /**
     * Asks whether the peer's queue pair is alive, by an RDMA read of no bytes: it needs no key and no memory (IBA 9.7.4.1.5, RFC
     * 5040 5.2), and its completion shows that the peer's device has answered. The completion of a write would show as much on
     * InfiniBand and RoCE, but not on iWARP, where it means that the data have left. The peer's program takes no part.
     *
     * <p>At most one probe is in flight, for which the queue pair has a place beside those of all other requests. Allocates
     * nothing.
     */
    private final class Probe implements CompletionPump.Sink {
        final QueuePair pair;
        private final MemoryRegion target;
        private final int sink;
        private final SendRequests request;
        private final boolean needsSegment;

        /** Whether a probe is in flight, and since when by {@link System#nanoTime}; else when the last was posted. */
        private volatile boolean inFlight;

        long posted;

        /** Probes a queue pair; {@code target} is memory that nothing is written to, as soft iWARP takes no read without. */
        Probe(QueuePair pair, MemoryRegion target, CompletionPump pump, int sink) {
            this.pair = pair;
            this.target = target;
            this.sink = sink;
            this.request = pair.sendRequests(1);
            this.needsSegment = pair.domain().context().properties().transport() == Transport.IWARP;
            pump.sink(sink, this);
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
                failed("the keep-alive of " + pair, status);
            }
        }
    }
}
