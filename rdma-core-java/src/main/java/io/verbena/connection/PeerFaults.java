package io.verbena.connection;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the faults of each peer: connections that broke the protocol, or that the peer never completed. A peer may have a
 * number of faults at once, which are forgiven one by one, all of them within ten seconds. A peer that has more is refused
 * before anything is made for it, so that connections that fail cost the server little, at whatever rate they come.
 *
 * <p>The caller synchronizes.
 */
final class PeerFaults {
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
