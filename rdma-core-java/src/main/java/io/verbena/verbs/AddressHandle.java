package io.verbena.verbs;

import io.verbena.hca.AddressVector;
import java.util.List;

/** The way that datagrams take to another port (IBA 11.2.2). */
public final class AddressHandle extends VerbsObject {
    private final ProtectionDomain domain;
    private final long handle;
    private final AddressVector address;

    AddressHandle(ProtectionDomain domain, long handle, AddressVector address) {
        super(List.of(domain));
        this.domain = domain;
        this.handle = handle;
        this.address = address;
    }

    @Override
    Context context() {
        return domain.context();
    }

    long handle() {
        return handle;
    }

    /** The way. */
    public AddressVector address() {
        return address;
    }

    @Override
    int closingRank() {
        return 2;
    }

    @Override
    void destroy() {
        domain.context().driver().destroyAddressHandle(handle);
    }

    @Override
    public String toString() {
        return "AddressHandle[" + domain.context() + ", " + (address.isGlobal() ? address.dgid() : address.dlid())
                + "]";
    }
}
