package io.verbena.embedded.hca.memory;

/** Memory that a key refers to: a region, a null region or a window. */
public abstract class KeyedMemory {
    interface Accessor {
        Domain domain();

        int queuePair();

        boolean enter(RegisteredBuffer buffer, int offset, int size);

        void enterNothing(int size);
    }

    /** Returns the current key. */
    public abstract int key();

    /** Returns the number of this object, which is the upper part of its keys. */
    public final int number() {
        return key() >>> Byte.SIZE;
    }

    abstract Domain domain();

    abstract long start();

    boolean isLocal() {
        return true;
    }

    /** Refuses new copies, and waits for those in flight. */
    public void close() {
        // A null region has no memory.
    }

    /**
     * Adds a range of this memory to an access, if the access is permitted.
     *
     * @param key the key in the request
     * @param access the access flags that the operation needs
     * @return whether the access is permitted
     */
    abstract boolean reach(Accessor by, int key, long address, int length, int access);

    /**
     * Invalidates a key on behalf of a queue pair; returns false if that is not permitted. A region is deregistered by a call, not
     * by a work request.
     */
    boolean invalidate(Accessor by, int key) {
        return false;
    }
}
