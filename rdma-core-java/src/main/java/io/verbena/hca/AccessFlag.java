package io.verbena.hca;

import io.verbena.iba.WireEnum;

/** What may be done with a region, a window, or through a queue pair (IBA 10.6.3; ibv_reg_mr(3)). */
public enum AccessFlag implements WireEnum {
    /** The device writes into it for this side: receives, and what is read from the other. */
    LOCAL_WRITE(1, "LOCAL_WRITE"),
    /** The other side writes. Needs LOCAL_WRITE. */
    REMOTE_WRITE(2, "REMOTE_WRITE"),
    /** The other side reads. */
    REMOTE_READ(4, "REMOTE_READ"),
    /** The other side does atomic operations. Needs LOCAL_WRITE. */
    REMOTE_ATOMIC(8, "REMOTE_ATOMIC"),
    /** Windows may be bound to it. */
    WINDOW_BIND(16, "MW_BIND"),
    /** The other side counts addresses from 0. */
    ZERO_BASED(32, "ZERO_BASED"),
    /** Pages are not pinned but fetched when they are used. */
    ON_DEMAND(64, "ON_DEMAND"),
    /** All pages are huge. */
    HUGE_TLB(128, "HUGETLB"),
    /** The other side makes what it wrote visible to all of this host. */
    FLUSH_GLOBAL(256, "FLUSH_GLOBAL"),
    /** The other side makes what it wrote last; only of persistent memory. */
    FLUSH_PERSISTENT(512, "FLUSH_PERSISTENT"),
    /** Writes may become visible in another order. A device that cannot ignores it. */
    RELAXED_ORDERING(1048576, "RELAXED_ORDERING");

    private final int code;
    private final String text;

    AccessFlag(int code, String text) {
        this.code = code;
        this.text = text;
    }

    @Override
    public int code() {
        return code;
    }

    @Override
    public String text() {
        return text;
    }
}
