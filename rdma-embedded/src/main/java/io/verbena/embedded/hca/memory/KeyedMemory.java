package io.verbena.embedded.hca.memory;

/** Memory that a key refers to: a region, a null region or a window. */
public abstract class KeyedMemory {
    private final int number;

    KeyedMemory(int number) {
        this.number = number;
    }

    /** Receives the bytes of a queue pair's access. */
    interface Accessor {
        /** Returns the protection domain of the queue pair. */
        Domain domain();

        /** Returns the number of the queue pair. */
        int queuePair();

        /** Adds a part of a buffer; returns false if the buffer is closed. */
        boolean enter(RegisteredBuffer buffer, int offset, int size);

        /** Adds bytes that read as zeros and discard what is written to them. */
        void enterNothing(int size);
    }

    /** Returns the number of this object, which is the upper part of its keys. */
    public final int number() {
        return number;
    }

    /** Returns the domain that determines access rights. */
    abstract Domain domain();

    /** Returns the first address. */
    abstract long start();

    /** Returns whether the key is valid in scatter/gather entries. */
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

    /** Invalidates a key on behalf of a queue pair; returns false if that is not permitted. */
    abstract boolean invalidate(Accessor by, int key);
}
