package io.verbena.connection;

import io.verbena.error.Ranges;

/**
 * Limits on what a server keeps for its peers. A peer is the IP address that a request comes from; a request beyond a limit
 * is rejected with a reason. {@link ConnectionOptions#backlog} limits the connections that are still being made.
 *
 * @param backlogPerPeer maximum number of connections of one peer in the backlog, 1 to 65536; 0 for three quarters of the
 *     backlog (default: 0)
 * @param connections maximum number of connections at once, those in the backlog included, 1 to 1048576 (default: 1024)
 * @param connectionsPerPeer maximum number of connections of one peer at once, 1 to 1048576; 0 for three quarters of {@code
 *     connections} (default: 0)
 * @param faultsPerPeer maximum number of connections of one peer in ten seconds that break the protocol or are not completed,
 *     1 to 1048576; 0 for any number (default: 16)
 */
public record ServerLimits(int backlogPerPeer, int connections, int connectionsPerPeer, int faultsPerPeer) implements ServerLimitsCopies {
    /** 1024 connections, three quarters of each limit for one peer, and 16 faults of one peer in ten seconds. */
    public static final ServerLimits DEFAULTS = new ServerLimits(0, 1024, 0, 16);

    static final int MAX_BACKLOG = 65_536;
    private static final int MAX_CONNECTIONS = 1 << 20;

    /** Refuses limits that are out of range. */
    public ServerLimits {
        Ranges.check("backlog per peer", backlogPerPeer, 0, MAX_BACKLOG);
        Ranges.check("number of connections", connections, 1, MAX_CONNECTIONS);
        Ranges.check("number of connections per peer", connectionsPerPeer, 0, MAX_CONNECTIONS);
        Ranges.check("number of faults per peer", faultsPerPeer, 0, MAX_CONNECTIONS);
    }

    /** Returns what one peer may have of a limit: as configured, or so much that others find a quarter of it free. */
    static int share(int configured, int limit) {
        return configured > 0 ? configured : Math.max(1, limit - Math.max(1, limit / 4));
    }
}
