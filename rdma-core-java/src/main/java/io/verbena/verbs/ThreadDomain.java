package io.verbena.verbs;

import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;

/**
 * Declares that the objects of a domain are used by one thread at a time, so that the driver need not lock them
 * (ibv_alloc_td(3)). Using such objects from several threads at once corrupts them.
 */
public final class ThreadDomain extends VerbsObject {
    ThreadDomain(VerbsObject context, long handle) {
        super(Rank.MEMORY, List.of(context), handle, VerbsDriver::deallocateThreadDomain);
    }
}
