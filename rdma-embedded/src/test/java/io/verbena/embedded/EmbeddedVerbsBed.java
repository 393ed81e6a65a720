package io.verbena.embedded;

import io.verbena.Rdma;
import io.verbena.contract.verbs.FaultBed;
import io.verbena.hca.AddressVector;
import io.verbena.hca.LinkLayer;
import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.McMemberRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.path.IbPath;
import io.verbena.sa.MulticastMembership;
import io.verbena.sa.SaClient;
import io.verbena.verbs.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The devices of two hosts of an embedded fabric, with switches between them. */
final class EmbeddedVerbsBed implements FaultBed {
    private static final Gid GROUP = Gid.parse("ff12:401b:ffff::77");
    private static final long SEED = 7;

    private final EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,2,1");
    private final List<Rdma> hosts = List.of(host("host0"), host("host1"));
    private final List<AutoCloseable> memberships = new ArrayList<>();

    private Rdma host(String name) {
        return Rdma.builder().driver(fabric.driver(name)).open();
    }

    @Override
    public Context open(int side) {
        return hosts.get(side).verbs("emb0");
    }

    @Override
    public LinkLayer linkLayer() {
        return LinkLayer.INFINIBAND;
    }

    @Override
    public boolean changesRegions() {
        return true;
    }

    @Override
    public boolean migrates() {
        return true;
    }

    @Override
    public boolean keepsUnsignaled() {
        return true;
    }

    @Override
    public AddressVector way(Context from, Context to) {
        return AddressVector.to(1, to.port(1).lid());
    }

    @Override
    public IbPath path(Context from, Context to) {
        return IbPath.to(to.port(1).lid());
    }

    @Override
    public AddressVector wayToGroup() {
        join(hosts.get(0));
        McMemberRecord group = join(hosts.get(1));
        return new AddressVector(1, group.mlid(), group.sl(), 0, 0, GROUP, 0, 0, group.hopLimit(), 0);
    }

    private McMemberRecord join(Rdma host) {
        MadTransactor mad = host.mad(host.defaultEndPort());
        SaClient sa = host.sa(mad);
        MulticastMembership membership = sa.join(McMemberRecord.query()
                .mgid(GROUP)
                .qKey(0x11111111)
                .pKey(0xffff)
                .sl(0)
                .flowLabel(0)
                .trafficClass(0)
                .joinState(Set.of(JoinState.FULL_MEMBER)));
        memberships.addAll(0, List.of(membership, sa, mad));
        return membership.record();
    }

    @Override
    public void whileLosing(int percent, Runnable action) {
        fabric.loss(percent / 100.0, SEED);
        try {
            action.run();
        } finally {
            fabric.loss(0, SEED);
        }
    }

    @Override
    public void whileUnplugged(Runnable action) {
        EmbeddedPort port = fabric.node("host0").port(1).down();
        try {
            action.run();
        } finally {
            port.up();
        }
    }

    /** An adapter retries until its timeout, regardless of its link. */
    @Override
    public boolean givesUpWithoutLink() {
        return false;
    }

    @Override
    public long retries() {
        return fabric.node("host0").retries();
    }

    EmbeddedFabric fabric() {
        return fabric;
    }

    @Override
    public void close() {
        try {
            for (AutoCloseable membership : memberships) {
                membership.close();
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        hosts.forEach(Rdma::close);
        fabric.close();
    }
}
