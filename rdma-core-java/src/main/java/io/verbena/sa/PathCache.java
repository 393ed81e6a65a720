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
 * The paths that were resolved last, so that they are not asked for again. Each has a lifetime, the least used go when there
 * are too many, and all go when the end port gets another LID or subnet manager. Safe for use by several threads, which share
 * a request for the same path.
 *
 * <p>The management interface of a port does not tell that its subnet manager asks for a new registration, as it does when
 * it has changed routes: where this is known from elsewhere, {@link #invalidate()}.
 */
public final class PathCache {
    private final int capacity;
    private final long lifetime;
    private final LongSupplier clock;
    private final Map<PathRequest, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable LocalPort port;

    private record Entry(CompletableFuture<IbPath> path, long since) {}

    /** The clock counts nanoseconds; only differences mean anything. */
    PathCache(SaOptions options, LongSupplier clock) {
        this.capacity = options.cachedPaths();
        this.lifetime = options.pathLifetime().toNanos();
        this.clock = clock;
    }

    /** The path that answers a request, which is sent if there is none. Cancelling one future leaves those of others alone. */
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
        // Outside of the lock: an answer may be there before the call returns.
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

    /** How many paths are remembered, or under way. */
    public synchronized int size() {
        return entries.size();
    }

    /** Forgets all paths. */
    public synchronized void invalidate() {
        entries.clear();
    }

    /** Forgets the paths that lead to the LID or the GID of this one, as when nothing passes there any more. */
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
