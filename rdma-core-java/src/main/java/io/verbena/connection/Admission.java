package io.verbena.connection;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections of a server, in all and by peer, and the faults of each peer, and admits no more than its limits. Safe
 * for use by several threads.
 */
final class Admission {
    /** The numbers of connections of a peer, or of all peers. */
    private static final class Count {
        int pending;
        int open;

        int total() {
            return pending + open;
        }
    }

    /**
     * Counts the faults of each peer: connections that broke the protocol, or that the peer never completed. A peer may have a
     * number of faults at once, which are forgiven one by one, all of them within ten seconds. A peer that has more is refused
     * before anything is made for it, so that connections that fail cost the server little, at whatever rate they come.
     *
     * <p>The caller synchronizes.
     */
    static final class PeerFaults {
        private static final long FORGIVEN_NANOS = TimeUnit.SECONDS.toNanos(10);

        /** The peers whose faults are remembered; each takes about 100 bytes. A flood of addresses forgets the oldest. */
        private static final int MAX_PEERS = 1024;

        /** The number of faults of a peer at a time in nanoseconds; it decreases from then on. */
        private record Level(double faults, long nanos) {}

        private final int limit;
        private final LongSupplier clock;

        private final Map<@Nullable InetAddress, Level> peers = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<@Nullable InetAddress, Level> eldest) {
                return size() > MAX_PEERS;
            }
        };

        /** The faults that a peer may have, 0 for any number, and a clock in nanoseconds. */
        PeerFaults(int limit, LongSupplier clock) {
            this.limit = limit;
            this.clock = clock;
        }

        /** Counts a fault of a peer. The count ends at the limit, so that a peer that is refused is not refused for longer. */
        void add(@Nullable InetAddress peer) {
            if (limit > 0) {
                double faults = Math.min(limit, left(peer) + 1);
                peers.remove(peer);
                peers.put(peer, new Level(faults, clock.getAsLong()));
            }
        }

        /** Returns whether connections of a peer are refused now because of its faults. */
        boolean exceeded(@Nullable InetAddress peer) {
            // A peer that was refused is admitted again when one whole fault is forgiven.
            return limit > 0 && left(peer) > limit - 1;
        }

        private double left(@Nullable InetAddress peer) {
            Level level = peers.get(peer);
            if (level == null) {
                return 0;
            }
            double forgiven = (double) (clock.getAsLong() - level.nanos()) * limit / FORGIVEN_NANOS;
            double left = level.faults() - forgiven;
            if (left <= 0) {
                peers.remove(peer);
                return 0;
            }
            return left;
        }
    }

    private final int backlog;
    private final int backlogPerPeer;
    private final int connections;
    private final int connectionsPerPeer;
    private final PeerFaults faults;
    private final Count all = new Count();

    /** The count of each peer that has any; null is the peer whose address the connection manager does not tell. */
    private final Map<@Nullable InetAddress, Count> peers = new HashMap<>();

    Admission(int backlog, ServerLimits limits) {
        this.backlog = backlog;
        this.backlogPerPeer = share(limits.backlogPerPeer(), backlog);
        this.connections = limits.connections();
        this.connectionsPerPeer = share(limits.connectionsPerPeer(), connections);
        this.faults = new PeerFaults(limits.faultsPerPeer(), System::nanoTime);
    }

    /** Returns what one peer may have of a limit: as configured, or so much that others find a quarter of it free. */
    private static int share(int configured, int limit) {
        return configured > 0 ? configured : Math.max(1, limit - Math.max(1, limit / 4));
    }

    /** The place of one connection: in the backlog first, then among the open ones, and given back once. */
    final class Place {
        private final @Nullable InetAddress peer;
        private final Count count;
        private boolean open;
        private boolean left;

        private Place(@Nullable InetAddress peer, Count count) {
            this.peer = peer;
            this.count = count;
        }

        /** The program has the connection, which leaves the backlog. */
        void open() {
            synchronized (Admission.this) {
                if (!open && !left) {
                    open = true;
                    move(count);
                    move(all);
                }
            }
        }

        private void move(Count from) {
            from.pending--;
            from.open++;
        }

        /** The peer broke the protocol, or did not complete the connection. Counts once, before this place is given back. */
        void fault() {
            synchronized (Admission.this) {
                if (!left) {
                    faults.add(peer);
                }
            }
        }

        /** The connection is closed, or was never made. */
        void leave() {
            synchronized (Admission.this) {
                if (left) {
                    return;
                }
                left = true;
                take(count);
                take(all);
                if (count.total() == 0) {
                    peers.remove(peer, count);
                }
            }
        }

        private void take(Count from) {
            if (open) {
                from.open--;
            } else {
                from.pending--;
            }
        }
    }

    /** Returns why a peer gets no place at present; null if it gets one. */
    synchronized Hello.@Nullable Refusal refusal(@Nullable InetAddress peer) {
        Count of = peers.getOrDefault(peer, new Count());
        if (all.total() >= connections) {
            return Hello.Refusal.FULL;
        }
        if (of.total() >= connectionsPerPeer) {
            return Hello.Refusal.PEER_FULL;
        }
        if (all.pending >= backlog) {
            return Hello.Refusal.BUSY;
        }
        if (of.pending >= backlogPerPeer) {
            return Hello.Refusal.PEER_BUSY;
        }
        return faults.exceeded(peer) ? Hello.Refusal.PEER_FAULTS : null;
    }

    /** Returns a place in the backlog; null if {@link #refusal} says why there is none. */
    synchronized @Nullable Place enter(@Nullable InetAddress peer) {
        if (refusal(peer) != null) {
            return null;
        }
        Count of = peers.computeIfAbsent(peer, unused -> new Count());
        of.pending++;
        all.pending++;
        return new Place(peer, of);
    }
}
