package io.verbena.connection;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
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
