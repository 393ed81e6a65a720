package io.verbena.subnet;

import io.verbena.iba.Guid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.AsyncSaClient;
import io.verbena.sa.SaClient;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a subnet from four tables of the subnet administration, without subnet management packets. */
final class SaSweep extends Sweep {
    private final AsyncSaClient sa;
    private final Guid origin;
    private boolean hasNodes;
    private int nodes;
    private int links;

    SaSweep(MadTransactor mad, SaClient sa, Consumer<DiscoveryProgress> listener) {
        super(mad, listener);
        this.sa = sa.async();
        this.origin = mad.endPort().attributes().portGuid();
    }

    @Override
    void begin() {
        read(NodeRecord.class, records -> {
            hasNodes = true;
            nodes = (int) records.stream()
                    .map(record -> record.nodeInfo().nodeGuid())
                    .distinct()
                    .count();
            records.forEach(subnet::add);
        });
        read(PortInfoRecord.class, records -> records.forEach(subnet::add));
        read(SwitchInfoRecord.class, records -> records.forEach(subnet::add));
        read(LinkRecord.class, records -> {
            // Each link has a record from either end.
            links = records.size() / 2;
            records.forEach(subnet::add);
        });
    }

    private <T extends Structure & SubnAdmGetTable> void read(Class<T> type, Consumer<List<T>> next) {
        await(sa.table(type), next, failing(() -> "cannot read the subnet from the subnet administration"));
    }

    @Override
    int nodes() {
        return nodes;
    }

    @Override
    int links() {
        return links;
    }

    @Override
    @Nullable Subnet build(long datagrams) {
        return hasNodes ? subnet.build(origin, datagrams) : null;
    }
}
