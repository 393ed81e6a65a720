package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WindowType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A part of a region that the other side may use for a while, by a key of its own (IBA 10.6.7). */
public final class MemoryWindow extends VerbsObject {
    private static final int LOWEST_BYTE = 0xff;

    private final ProtectionDomain domain;
    private final long handle;
    private final WindowType type;

    /** Which must not be closed before this is. */
    private volatile @Nullable MemoryRegion region;

    MemoryWindow(ProtectionDomain domain, long handle, WindowType type) {
        super(List.of(domain));
        this.domain = domain;
        this.handle = handle;
        this.type = type;
    }

    @Override
    Context context() {
        return domain.context();
    }

    long handle() {
        return handle;
    }

    /** Its type. */
    public WindowType type() {
        return type;
    }

    /** The key for the other side, as it is now; each bind of type 1 makes another. */
    public int remoteKey() {
        return using(() -> domain.context().driver().windowKey(handle));
    }

    /**
     * The key that {@link SendRequests#bind} may give a window of type 2 next: the same with the next lowest byte
     * (ibv_inc_rkey(3)). Whoever has the key of an earlier bind cannot use it for a later one then.
     */
    public int nextKey() {
        int key = remoteKey();
        return (key & ~LOWEST_BYTE) | ((key + 1) & LOWEST_BYTE);
    }

    /**
     * Binds a window of type 1 to a part of a region; to no bytes at all takes the access away. It is a request: it is
     * done after those that were posted before, and is completed. Windows of type 2 are bound by {@link SendRequests#bind}.
     *
     * @throws IllegalStateException if the window is of type 2
     * @throws IndexOutOfBoundsException if the part is not within the region
     * @throws io.verbena.error.SysException if it cannot be posted
     */
    public void bind(
            QueuePair queuePair, long id, MemoryRegion region, long offset, long length, Set<AccessFlag> access) {
        if (type != WindowType.TYPE_1) {
            throw new IllegalStateException(this + " is bound by a send request: SendRequests.bind");
        }
        requireSameDevice(queuePair);
        requireSameDevice(region);
        holding(List.of(this, queuePair, region), () -> {
            domain.context()
                    .driver()
                    .bindWindow(
                            queuePair.handle(),
                            handle,
                            id,
                            SendFlag.SIGNALED.code(),
                            region.handle(),
                            region.address(offset, length),
                            length,
                            access);
            boundTo(region);
            return this;
        });
    }

    void boundTo(MemoryRegion next) {
        MemoryRegion last = region;
        if (last != null) {
            last.forget(this);
        }
        region = next;
        next.adopt(this);
    }

    @Override
    void destroyed() {
        MemoryRegion last = region;
        if (last != null) {
            last.forget(this);
        }
    }

    @Override
    int closingRank() {
        return 1;
    }

    @Override
    void destroy() {
        domain.context().driver().deallocateWindow(handle);
    }

    @Override
    public String toString() {
        return "MemoryWindow[" + domain.context() + ", " + type + "]";
    }
}
