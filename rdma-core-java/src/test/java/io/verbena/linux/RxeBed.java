package io.verbena.linux;

import io.verbena.Rdma;
import io.verbena.contract.verbs.VerbsBed;
import io.verbena.hca.AddressVector;
import io.verbena.hca.GidTableEntry;
import io.verbena.iba.Gid;
import io.verbena.verbs.Context;

/** Two devices of Soft-RoCE, by their IPv4 addresses. */
final class RxeBed implements VerbsBed {
    static final int IPV4 = 1;
    private static final int IPV6 = 0;

    private final Rdma rdma = Rdma.open();
    private final String devices;

    /** Their names are this, followed by 0 and 1. */
    RxeBed(String devices) {
        this.devices = devices;
    }

    @Override
    public Context open(int side) {
        return rdma.verbs(devices + side);
    }

    @Override
    public AddressVector way(Context from, Context to) {
        return AddressVector.to(1, to.gid(1, IPV4).map(GidTableEntry::gid).orElseThrow(), IPV4);
    }

    /** The IPv6 group of all nodes, which needs no join. */
    @Override
    public AddressVector wayToGroup() {
        return AddressVector.to(1, Gid.parse("ff02::1"), IPV6);
    }

    @Override
    public void close() {
        rdma.close();
    }
}
