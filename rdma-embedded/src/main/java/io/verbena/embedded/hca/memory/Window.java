package io.verbena.embedded.hca.memory;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.WindowType;
import org.jspecify.annotations.Nullable;

/** A memory window (IBA 10.6.7.2). Of type 2 it is of the queue pair that bound it, type 2B of the standard. */
public final class Window extends Keyed {
    private static final int VARIANT = 0xff;
    private static final int ANY = 0;
    private static final int WRITING = AccessFlag.REMOTE_WRITE.code() | AccessFlag.REMOTE_ATOMIC.code();

    private final WindowType type;
    private volatile int key;
    private volatile @Nullable Binding binding;

    private record Binding(Region region, int offset, long address, long length, int access, int queuePair) {}

    Window(int number, int key, Domain domain, WindowType type) {
        super(number, domain);
        this.key = key;
        this.type = type;
    }

    /** The key it has, which means nothing while it is not bound. */
    public int key() {
        return key;
    }

    /** The key it has next, if nobody says another. */
    public int nextKey() {
        return (key & ~VARIANT) | ((key + 1) & VARIANT);
    }

    /** What kind it is. */
    public WindowType type() {
        return type;
    }

    /**
     * Binds it to a part of a region; of type 1 with length 0 to nothing.
     *
     * @param by whose request it is
     * @return false if it cannot be
     */
    public boolean bind(SegmentList by, int next, Region region, long address, long length, int access) {
        if ((next ^ key) >>> Byte.SIZE != 0 || by.domain() != domain()) {
            return false;
        }
        boolean first = type == WindowType.TYPE_1;
        if (first && length == 0) {
            binding = null;
            key = next;
            return true;
        }
        int offset = region.offset(address, length);
        boolean mayWrite = (access & WRITING) == 0 || region.allows(AccessFlag.LOCAL_WRITE.code());
        if (offset < 0
                || region.domain() != domain()
                || !region.allows(AccessFlag.WINDOW_BIND.code())
                || !mayWrite
                || (!first && binding != null)) {
            return false;
        }
        long named = (access & AccessFlag.ZERO_BASED.code()) == 0 ? address : 0;
        key = next;
        binding = new Binding(region, offset, named, length, access, first ? ANY : by.queuePair());
        return true;
    }

    @Override
    boolean reach(SegmentList by, int wanted, long at, int length, int needed) {
        Binding bound = binding;
        if (bound == null
                || wanted != key
                || by.domain() != domain()
                || (bound.queuePair != ANY && bound.queuePair != by.queuePair())
                || (bound.access & needed) != needed) {
            return false;
        }
        long offset = at - bound.address;
        return offset >= 0
                && offset <= bound.length - length
                && by.enter(bound.region, bound.offset + (int) offset, length);
    }

    @Override
    boolean invalidate(SegmentList by, int wanted) {
        Binding bound = binding;
        if (type == WindowType.TYPE_1
                || bound == null
                || wanted != key
                || by.domain() != domain()
                || bound.queuePair != by.queuePair()) {
            return false;
        }
        binding = null;
        return true;
    }
}
