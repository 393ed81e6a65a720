package io.verbena.verbs;

import io.verbena.hca.XrcDomainOpening;
import java.nio.file.Path;

/**
 * The receiving ends of extended reliable connections, and the shared receive queues that these fill (IBA annex A14;
 * ibv_open_xrcd(3)). Processes that open the domain of the same file share it: one connection between two hosts then serves
 * all of them.
 */
public final class XrcDomain extends DeviceObject {
    private XrcDomain(Context context, long handle) {
        super(context, handle);
    }

    static XrcDomain open(Context context, String file, XrcDomainOpening opening) {
        boolean create = opening != XrcDomainOpening.EXISTING;
        boolean exclusive = opening == XrcDomainOpening.CREATE_NEW;
        return context.using(() -> new XrcDomain(context, context.driver().openXrcDomain(file, create, exclusive)));
    }

    static XrcDomain open(Context context, Path file, XrcDomainOpening opening) {
        return open(context, file.toAbsolutePath().toString(), opening);
    }

    @Override
    int closingRank() {
        return 7;
    }

    @Override
    void destroy() {
        driver().closeXrcDomain(handle());
    }
}
