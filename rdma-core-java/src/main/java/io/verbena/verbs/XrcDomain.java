package io.verbena.verbs;

import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;

/**
 * A domain of the receiving ends of extended reliable connections and of the shared receive queues that they fill (IBA annex
 * A14; ibv_open_xrcd(3)). Processes that open the domain of the same file share it, so that one connection between two hosts
 * serves all of them.
 */
public final class XrcDomain extends VerbsObject {
    XrcDomain(VerbsObject context, long handle) {
        super(Rank.SHARED, List.of(context), handle, VerbsDriver::closeXrcDomain);
    }
}
