package io.verbena.embedded.hca.memory;

import io.verbena.hca.WindowType;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The keys of an adapter: 24 bits are the number of a region or window, and 8 differ from one that had it before. */
public final class KeyTable {
    /** How many regions and windows an adapter has at most. */
    public static final int MOST = 1 << 20;

    private static final int FIRST = 0x100;
    private static final int VARIANT = 0xff;

    private final NumberTable<Keyed> keyed = new NumberTable<>(FIRST, MOST);
    private final AtomicInteger variant = new AtomicInteger();

    private int key(int number) {
        return (number << Byte.SIZE) | (variant.incrementAndGet() & VARIANT);
    }

    /** Registers a buffer, from its first byte to its capacity. */
    public Region register(Refusals refusals, Domain domain, ByteBuffer bytes, long address, int access) {
        return (Region) keyed.add(
                refusals, "ibv_reg_mr", number -> new Region(number, key(number), domain, bytes, address, access));
    }

    /** A window that is bound to nothing. */
    public Window window(Refusals refusals, Domain domain, WindowType type) {
        return (Window) keyed.add(refusals, "ibv_alloc_mw", number -> new Window(number, key(number), domain, type));
    }

    /** The region with a number. */
    public Region region(long number) {
        return (Region) keyed.get(number);
    }

    /** The window with a number. */
    public Window windowAt(long number) {
        return (Window) keyed.get(number);
    }

    /** Gives the number of a region or window back. */
    public void remove(long number) {
        keyed.remove(number);
    }

    /** How many regions and windows there are. */
    public int size() {
        return keyed.size();
    }

    @Nullable Keyed find(int key) {
        return keyed.find(key >>> Byte.SIZE);
    }
}
