package io.verbena.embedded.hca.memory;

import io.verbena.hca.WindowType;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an adapter. The upper 24 bits of a key are the number of a region or window; the lower 8 bits change each
 * time the number is reused.
 */
public final class KeyTable {
    /** Maximum number of regions and windows of an adapter. */
    public static final int MAX = 1 << 20;

    private static final int FIRST = 0x100;
    private static final int VARIANT = 0xff;

    private final NumberTable<KeyedMemory> keyed = new NumberTable<>(FIRST, MAX);
    private final AtomicInteger variant = new AtomicInteger();

    private int key(int number) {
        return (number << Byte.SIZE) | (variant.incrementAndGet() & VARIANT);
    }

    /** Registers a buffer from its position to its limit. */
    public Region register(Refusals refusals, Domain domain, ByteBuffer bytes, long address, int access) {
        return (Region)
                keyed.add(refusals, "ibv_reg_mr", number -> new Region(key(number), domain, bytes, address, access));
    }

    /** Allocates a region that discards writes and reads as zeros. */
    public NullRegion nullRegion(Refusals refusals, Domain domain) {
        return (NullRegion) keyed.add(refusals, "ibv_alloc_null_mr", number -> new NullRegion(key(number), domain));
    }

    /** Allocates a window that is not bound. */
    public RegionWindow window(Refusals refusals, Domain domain, WindowType type) {
        return (RegionWindow)
                keyed.add(refusals, "ibv_alloc_mw", number -> new RegionWindow(key(number), domain, type));
    }

    /** Returns the region with a number; null if there is none, or it is a null region or a window. */
    public @Nullable Region findRegion(long number) {
        return keyed.find((int) number) instanceof Region region ? region : null;
    }

    /** Returns the window with a number. */
    public RegionWindow windowAt(long number) {
        return (RegionWindow) keyed.get(number);
    }

    /** Releases the number of a region or window, and waits for the copies in flight. */
    public void remove(long number) {
        keyed.remove(number).close();
    }

    /** Returns the number of regions and windows. */
    public int size() {
        return keyed.size();
    }

    @Nullable KeyedMemory find(int key) {
        return keyed.find(key >>> Byte.SIZE);
    }
}
