package io.verbena.embedded.hca.memory;

/** What a key stands for. */
public abstract class Keyed {
    private final int number;
    private final Domain domain;

    Keyed(int number, Domain domain) {
        this.number = number;
        this.domain = domain.root();
    }

    /** Its number, which its keys begin with. */
    public final int number() {
        return number;
    }

    final Domain domain() {
        return domain;
    }

    /**
     * Adds bytes to the segments of somebody, if that one may reach them.
     *
     * @param key the key that was said
     * @param access the bits of what is to be done
     * @return whether it may
     */
    abstract boolean reach(SegmentList by, int key, long address, int length, int access);

    /** Makes a key invalid that the queue pair named; false if it could not be. */
    abstract boolean invalidate(SegmentList by, int key);
}
