package io.verbena.verbs;

import io.verbena.hca.XrcDomainOpening;
import java.nio.file.Path;
import java.util.List;

/**
 * A domain of the receiving ends of extended reliable connections and of the shared receive queues that they fill (IBA annex
 * A14; ibv_open_xrcd(3)). Processes that open the domain of the same file share it, so that one connection between two hosts
 * serves all of them.
 */
public final class XrcDomain extends VerbsObject {
    private XrcDomain(VerbsObject context, long handle) {
        super(Rank.SHARED, List.of(context), handle);
    }

    static XrcDomain open(VerbsObject context, String file, XrcDomainOpening opening) {
        boolean create = opening != XrcDomainOpening.EXISTING;
        boolean exclusive = opening == XrcDomainOpening.CREATE_NEW;
        return context.using(() -> new XrcDomain(context, context.driver.openXrcDomain(file, create, exclusive)));
    }

    static XrcDomain open(VerbsObject context, Path file, XrcDomainOpening opening) {
        return open(context, file.toAbsolutePath().toString(), opening);
    }

    @Override
    void destroy() {
        driver.closeXrcDomain(handle());
    }
}
