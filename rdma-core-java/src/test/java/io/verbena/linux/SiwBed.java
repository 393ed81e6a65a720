package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.hca.AddressVector;
import io.verbena.verbs.Context;

/** The two iWARP devices: only the RDMA CM connects them. */
final class SiwBed implements VerbsBed {
    private final Rdma rdma = Rdma.open();

    @Override
    public Context open(int side) {
        return rdma.verbs("siw" + side);
    }

    @Override
    public AddressVector way(Context from, Context to) {
        throw new UnsupportedOperationException("iWARP has no way from " + from + " to " + to);
    }

    @Override
    public AddressVector wayToGroup() {
        throw new UnsupportedOperationException("iWARP has no groups");
    }

    @Override
    public void close() {
        rdma.close();
    }
}
