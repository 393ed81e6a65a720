package io.verbena.verbs;

import io.verbena.hca.AddressVector;
import java.util.List;

/** An address handle, which datagrams are sent to (IBA 11.2.2; ibv_create_ah(3)). */
public final class AddressHandle extends VerbsObject {
    private final long handle;
    private final AddressVector address;

    AddressHandle(VerbsObject domain, long handle, AddressVector address) {
        super(List.of(domain));
        this.handle = handle;
        this.address = address;
    }

    long handle() {
        return handle;
    }

    /** Returns the address vector. */
    public AddressVector address() {
        return address;
    }

    @Override
    int closingRank() {
        return 2;
    }

    @Override
    void destroy() {
        driver().destroyAddressHandle(handle);
    }

    @Override
    public String toString() {
        return "AddressHandle[" + openDevice() + ", " + (address.isGlobal() ? address.dgid() : address.dlid()) + "]";
    }
}
