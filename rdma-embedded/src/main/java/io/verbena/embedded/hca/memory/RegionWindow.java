package io.verbena.embedded.hca.memory;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.WindowType;
import org.jspecify.annotations.Nullable;

/** A memory window (IBA 10.6.7.2). A window of type 2 belongs to the queue pair that bound it (type 2B). */
public final class RegionWindow extends KeyedMemory {
    private static final int VARIANT = 0xff;
    private static final int ANY = 0;
    private static final int WRITING = AccessFlag.REMOTE_WRITE.code() | AccessFlag.REMOTE_ATOMIC.code();

    private final WindowType type;
    private final Domain domain;
    private volatile int key;
    private volatile @Nullable Binding binding;

    private record Binding(int key, RegisteredBuffer buffer, long address, int access, int queuePair) {}

    RegionWindow(int key, Domain domain, WindowType type) {
        this.key = key;
        this.type = type;
        this.domain = domain.root();
    }

    @Override
    Domain domain() {
        return domain;
    }

    @Override
    long start() {
        Binding bound = binding;
        return bound == null ? 0 : bound.address;
    }

    @Override
    boolean isLocal() {
        return false;
    }

    /** Returns the current key, which is valid only while the window is bound. */
    @Override
    public int key() {
        return key;
    }

    /** Returns the key that the next binding uses by default. */
    public int nextKey() {
        return (key & ~VARIANT) | ((key + 1) & VARIANT);
    }

    /**
     * Binds this window to a part of a region. A window of type 1 is unbound by length 0. When this method returns, no copy to or
     * from the last binding is in flight.
     *
     * @param by the queue pair that posted the request
     * @return false if the binding is not permitted
     */
    public synchronized boolean bind(Accessor by, int next, Region region, long address, long length, int access) {
        if ((next ^ key) >>> Byte.SIZE != 0 || by.domain() != domain()) {
            return false;
        }
        boolean first = type == WindowType.TYPE_1;
        if (first && length == 0) {
            end();
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
        RegisteredBuffer part = region.buffer().part(offset, (int) length);
        end();
        key = next;
        binding = new Binding(next, part, named, access, first ? ANY : by.queuePair());
        return true;
    }

    /** Refuses new copies through the current binding, and waits for those in flight. */
    private void end() {
        Binding last = binding;
        binding = null;
        if (last != null) {
            last.buffer.close();
        }
    }

    @Override
    public synchronized void close() {
        end();
    }

    @Override
    boolean reach(Accessor by, int wanted, long at, int length, int needed) {
        Binding bound = binding;
        if (bound == null
                || wanted != bound.key
                || by.domain() != domain()
                || (bound.queuePair != ANY && bound.queuePair != by.queuePair())
                || (bound.access & needed) != needed) {
            return false;
        }
        long offset = at - bound.address;
        return offset >= 0
                && offset <= bound.buffer.bytes.capacity() - length
                && by.enter(bound.buffer, (int) offset, length);
    }

    @Override
    synchronized boolean invalidate(Accessor by, int wanted) {
        Binding bound = binding;
        if (type == WindowType.TYPE_1
                || bound == null
                || wanted != bound.key
                || by.domain() != domain()
                || bound.queuePair != by.queuePair()) {
            return false;
        }
        end();
        return true;
    }
}
