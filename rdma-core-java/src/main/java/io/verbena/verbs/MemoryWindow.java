package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.SendFlag;
import io.verbena.hca.WindowType;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A memory window: a part of a region that a peer may access by a separate key (IBA 10.6.7; ibv_alloc_mw(3)). Close a window of type 2
 * before the queue pair that bound it: Soft-RoCE destroys such a queue pair only after 50 seconds. Closing the domain or the device does so.
 */
public final class MemoryWindow extends VerbsObject {
    private static final int LOWEST_BYTE = 0xff;

    private final WindowType type;

    /** The region, which is closed after this window. */
    private volatile @Nullable MemoryRegion region;

    MemoryWindow(VerbsObject domain, long handle, WindowType type) {
        super(Rank.WINDOW, List.of(domain), handle, VerbsDriver::deallocateWindow);
        this.type = type;
    }

    /** Returns the type. */
    public WindowType type() {
        return type;
    }

    /** Returns the current remote key; each bind of a window of type 1 changes it. */
    public int remoteKey() {
        return using(() -> driver.windowKey(handle()));
    }

    /**
     * Returns the next key for {@code SendRequests.bind}, which differs in the lowest byte (ibv_inc_rkey(3)), so that a peer cannot
     * use the key of an earlier bind.
     */
    public int nextKey() {
        int key = remoteKey();
        return (key & ~LOWEST_BYTE) | ((key + 1) & LOWEST_BYTE);
    }

    /**
     * Binds a window of type 1 to a part of a region, or revokes the access if the length is 0. The bind is a send request, which
     * follows earlier requests and generates a completion. Use {@code SendRequests.bind} for windows of type 2.
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
            driver.bindWindow(
                    queuePair.handle(),
                    handle(),
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
    public String toString() {
        return "MemoryWindow[" + openDevice + ", " + type + "]";
    }
}
