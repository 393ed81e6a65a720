package io.verbena.verbs;

import io.verbena.hca.DmaHints;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;

/** A handle for hints of direct memory access, which memory regions may share (ibv_alloc_dmah(3)). It is closed after them. */
public final class DmaHandle extends VerbsObject {
    private final DmaHints hints;

    DmaHandle(VerbsObject context, long handle, DmaHints hints) {
        super(Rank.SHARED, List.of(context), handle, VerbsDriver::deallocateDmaHandle);
        this.hints = hints;
    }

    /** Returns the hints. */
    public DmaHints hints() {
        return hints;
    }
}
