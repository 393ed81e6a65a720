package io.verbena.embedded.hca.memory;

import io.verbena.hca.AccessFlag;

/** A region that discards writes and reads as zeros at any address. Only its own adapter accesses it (ibv_alloc_null_mr(3)). */
public final class NullRegion extends KeyedMemory {
    private final int key;
    private final Domain domain;

    NullRegion(int key, Domain domain) {
        this.key = key;
        this.domain = domain.root();
    }

    @Override
    public int key() {
        return key;
    }

    @Override
    Domain domain() {
        return domain;
    }

    @Override
    long start() {
        return 0;
    }

    @Override
    boolean reach(Accessor by, int wanted, long at, int length, int needed) {
        boolean permitted =
                wanted == key && length >= 0 && by.domain() == domain && (needed & ~AccessFlag.LOCAL_WRITE.code()) == 0;
        if (permitted) {
            by.enterNothing(length);
        }
        return permitted;
    }
}
