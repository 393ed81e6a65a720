package io.verbena.verbs;

import io.verbena.hca.DmaHints;
import java.util.List;

/** A handle for hints of direct memory access, which memory regions may share (ibv_alloc_dmah(3)). It is closed after them. */
public final class DmaHandle extends VerbsObject {
    private final DmaHints hints;

    private DmaHandle(VerbsObject context, long handle, DmaHints hints) {
        super(Rank.SHARED, List.of(context), handle);
        this.hints = hints;
    }

    static DmaHandle allocate(VerbsObject context, DmaHints hints) {
        return context.using(() -> new DmaHandle(context, context.driver.allocateDmaHandle(hints), hints));
    }

    /** Returns the hints. */
    public DmaHints hints() {
        return hints;
    }

    @Override
    void destroy() {
        driver.deallocateDmaHandle(handle());
    }
}
