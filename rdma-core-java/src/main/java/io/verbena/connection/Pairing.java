package io.verbena.connection;

import io.verbena.cm.ConnectionRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the two requests of one connection: from the same host, with the same token. Keeps so many that have no second yet,
 * and not for long. Safe for use by several threads.
 */
final class Pairing {
    /**
     * A request.
     *
     * @param hello what it says
     * @param peer who asks; null if the connection manager does not tell
     * @param matched completed when the other was found
     */
    record Half(
            ConnectionRequest request,
            Hello hello,
            @Nullable InetSocketAddress peer,
            CompletableFuture<Void> matched) {}

    /** What both say. */
    private record Key(@Nullable InetAddress host, long token) {}

    private final int most;
    private final Map<Key, Half> halves = new HashMap<>();

    Pairing(int most) {
        this.most = most;
    }

    private static Key key(Half half) {
        InetSocketAddress peer = half.peer();
        return new Key(peer == null ? null : peer.getAddress(), half.hello().token());
    }

    /** The other half, which is not kept any more; null if there is none. */
    synchronized @Nullable Half match(Half half) {
        Half other = halves.get(key(half));
        if (other == null || other.hello().kind() == half.hello().kind()) {
            return null;
        }
        halves.remove(key(half));
        other.matched().complete(null);
        return other;
    }

    /** Keeps one that has no other half yet; false if there is no room, or another is the same. */
    synchronized boolean keep(Half half) {
        return halves.size() < most && halves.putIfAbsent(key(half), half) == null;
    }

    /** Whether it was still kept. */
    synchronized boolean drop(Half half) {
        return halves.remove(key(half), half);
    }

    /** What is still kept, and not any more. */
    synchronized List<Half> drain() {
        List<Half> left = List.copyOf(halves.values());
        halves.clear();
        return left;
    }
}
