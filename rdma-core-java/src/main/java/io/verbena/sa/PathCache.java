package io.verbena.sa;

import io.verbena.path.IbPath;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of resolved paths. An entry expires after its lifetime, and the least recently used one is evicted when the
 * cache is full. The cache is cleared when the LID or the subnet manager of the end port changes. Concurrent requests
 * for one path share a query. Safe for use by several threads.
 *
 * <p>The kernel's management interface does not report client reregistration, which a subnet manager requests after it
 * has changed routes. An application that learns of it calls {@link #invalidate()}.
 */
public final class PathCache {
    private final int capacity;
    private final long lifetime;
    private final LongSupplier clock;
    private final Map<PathRequest, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable LocalPort port;

    private record Entry(CompletableFuture<IbPath> path, long since) {}

    /**
     * Creates a cache.
     *
     * @param clock clock in nanoseconds, with any origin
     */
    PathCache(SaOptions options, LongSupplier clock) {
        this.capacity = options.cachedPaths();
        this.lifetime = options.pathLifetime().toNanos();
        this.clock = clock;
    }

    /**
     * Returns the path for a request, and sends the request if the path is not cached. Cancelling a future does not
     * affect other callers.
     */
    CompletableFuture<IbPath> get(PathRequest request, LocalPort now, Supplier<CompletableFuture<IbPath>> ask) {
        if (capacity == 0) {
            return ask.get();
        }
        CompletableFuture<IbPath> asked;
        synchronized (this) {
            if (!now.equals(port)) {
                entries.clear();
                port = now;
            }
            Entry known = entries.get(request);
            if (known != null && clock.getAsLong() - known.since < lifetime) {
                return known.path.copy();
            }
            asked = new CompletableFuture<>();
            entries.put(request, new Entry(asked, clock.getAsLong()));
            removeTheLeastUsed();
        }
        // Without the lock, because the future may complete before the call returns.
        return ask.get().whenComplete((path, failure) -> {
            if (failure != null) {
                forget(request, asked);
                asked.completeExceptionally(failure);
            } else {
                asked.complete(path);
            }
        });
    }

    private void removeTheLeastUsed() {
        Iterator<PathRequest> eldest = entries.keySet().iterator();
        while (entries.size() > capacity) {
            eldest.next();
            eldest.remove();
        }
    }

    private synchronized void forget(PathRequest request, CompletableFuture<IbPath> failed) {
        Entry entry = entries.get(request);
        if (entry != null && entry.path == failed) {
            entries.remove(request);
        }
    }

    /** Returns the number of paths that are cached or being resolved. */
    public synchronized int size() {
        return entries.size();
    }

    /** Removes all paths. */
    public synchronized void invalidate() {
        entries.clear();
    }

    /** Removes the paths to the LID or GID of this path, for example after it has failed. */
    public synchronized void invalidate(IbPath path) {
        entries.values().removeIf(entry -> leadsTo(entry, path));
    }

    private static boolean leadsTo(Entry entry, IbPath path) {
        if (!entry.path.isDone() || entry.path.isCompletedExceptionally()) {
            return false;
        }
        IbPath found = entry.path.join();
        return path.isResolved()
                ? found.dlid().equals(path.dlid())
                : found.dgid().equals(path.dgid());
    }
}
