package io.verbena.connection;

import io.verbena.cm.ConnectionRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Finds the two requests of one connection, which come from one address with one token. Remembers the tokens that were
 * refused most recently, so that the second request is refused with the first and occupies nothing. Safe for use by several
 * threads.
 */
final class Pairing {
    /** Each takes about 100 bytes. */
    private static final int MAX_REFUSED = 1024;

    /**
     * A request whose counterpart is awaited.
     *
     * @param hello its private data
     * @param peer the address that it comes from; null if the connection manager does not tell
     * @param place what the connection occupies; the second request has none of its own
     * @param matched completed when its counterpart was found
     */
    record Half(
            ConnectionRequest request,
            Hello hello,
            @Nullable InetSocketAddress peer,
            Admission.@Nullable Place place,
            CompletableFuture<Void> matched) {
        Half in(Admission.Place taken) {
            return new Half(request, hello, peer, taken, matched);
        }

        @Nullable InetAddress host() {
            return peer == null ? null : peer.getAddress();
        }
    }

    private record Key(@Nullable InetAddress host, long token) {}

    private final Map<Key, Half> halves = new HashMap<>();

    private final Map<Key, Hello.Refusal> refused = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Hello.Refusal> eldest) {
            return size() > MAX_REFUSED;
        }
    };

    private static Key key(Half half) {
        return new Key(half.host(), half.hello().token());
    }

    /** Returns the other half, which is kept no longer; null if there is none. */
    synchronized @Nullable Half match(Half half) {
        Half other = halves.get(key(half));
        if (other == null || other.hello().kind() == half.hello().kind()) {
            return null;
        }
        halves.remove(key(half));
        other.matched().complete(null);
        return other;
    }

    /** Keeps a half that has no counterpart yet; false if its token is in use. */
    synchronized boolean keep(Half half) {
        return halves.putIfAbsent(key(half), half) == null;
    }

    /** Remembers why a half was refused, for its counterpart. */
    synchronized void refuse(Half half, Hello.Refusal why) {
        refused.put(key(half), why);
    }

    /** Returns why the counterpart of a half was refused, which is forgotten then; null if it was not. */
    synchronized Hello.@Nullable Refusal refusalOf(Half half) {
        return refused.remove(key(half));
    }

    /** Returns whether the half was still kept. */
    synchronized boolean drop(Half half) {
        return halves.remove(key(half), half);
    }

    /** Returns what is still kept, and keeps it no longer. */
    synchronized List<Half> drain() {
        List<Half> left = List.copyOf(halves.values());
        halves.clear();
        return left;
    }
}
