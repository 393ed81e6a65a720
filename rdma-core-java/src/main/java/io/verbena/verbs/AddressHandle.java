package io.verbena.verbs;

import io.verbena.hca.AddressVector;
import io.verbena.spi.verbs.VerbsDriver;
import java.util.List;

/** An address handle, which datagrams are sent to (IBA 11.2.2; ibv_create_ah(3)). */
public final class AddressHandle extends VerbsObject {
    private final AddressVector address;

    AddressHandle(VerbsObject domain, long handle, AddressVector address) {
        super(Rank.REGION, List.of(domain), handle, VerbsDriver::destroyAddressHandle);
        this.address = address;
    }

    /** Returns the address vector. */
    public AddressVector address() {
        return address;
    }

    @Override
    public String toString() {
        return "AddressHandle[" + openDevice + ", " + (address.isGlobal() ? address.dgid() : address.dlid()) + "]";
    }
}
