package io.verbena.embedded.sa;

import io.verbena.iba.Guid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PathRecord;
import io.verbena.iba.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TraceRecord, IBA 15.2.5.19: the nodes of the path for which a PathRecord asks, its ends included. The IDs that the
 * architecture leaves open are GUIDs, that of a chassis the GUID of the system image.
 */
final class TraceTable extends RecordTable<TraceTable.Hop, TraceRecord> {
    private final Subnet subnet;
    private final PathTable paths;

    /** A node, by one of its ports, and how the path enters and leaves it. */
    record Hop(
            SubnetPort at,
            @Nullable SubnetPort entry,
            @Nullable SubnetPort exit) {}

    TraceTable(Subnet subnet, PathTable paths) {
        super(TraceRecord.LAYOUT);
        this.subnet = subnet;
        this.paths = paths;
    }

    @Override
    public Reply answer(SaRequest request) {
        if (request.method() != MadMethod.GET_TRACE_TABLE) {
            return Reply.refused(SaStatus.NOT_SUPPORTED);
        }
        Reply found = paths.paths(request);
        Records records = found.records();
        if (records == null) {
            return found;
        }
        if (records.count() != 1) {
            return Reply.refused(records.count() == 0 ? SaStatus.NO_RECORDS : SaStatus.TOO_MANY_RECORDS);
        }
        return find(request);
    }

    /** The request has the components of a PathRecord. */
    @Override
    long handled(SaRequest request) {
        return ~0L;
    }

    @Override
    void offer(SaRequest request, TraceRecord unused, Rows<Hop, TraceRecord> rows) {
        Records records = paths.paths(request).records();
        if (records == null || records.count() != 1) {
            return;
        }
        byte[] bytes = new byte[records.recordLength()];
        records.copy(0, bytes, 0, bytes.length);
        PathRecord path = PathRecord.LAYOUT.wrap(bytes, 0);
        SubnetPort from = subnet.port(path.slid().bits());
        SubnetPort to = subnet.port(path.dlid().bits());
        // The tree of a multicast group is no path.
        if (from != null && to != null) {
            hops(from, to, path.dlid().bits()).forEach(hop -> rows.offer(hop, 0));
        }
    }

    private static List<Hop> hops(SubnetPort from, SubnetPort to, int lid) {
        List<Hop> hops = new ArrayList<>();
        List<SubnetPort> exits = new ArrayList<>();
        if (!new PathWalk(exits::add).leads(from, to, lid)) {
            return hops;
        }
        SubnetPort entry = null;
        for (SubnetPort exit : exits) {
            hops.add(new Hop(exit, entry, exit));
            entry = exit.peer();
        }
        hops.add(new Hop(to, entry, null));
        return hops;
    }

    @Override
    boolean write(Hop hop, int number, TraceRecord record, byte[] bytes, boolean trusted) {
        byte[] answer = new byte[NodeInfo.LENGTH];
        SubnetPort managed = hop.at.managed();
        if (!managed.read(NodeInfo.LAYOUT, 0, answer, 0)) {
            return false;
        }
        NodeInfo info = NodeInfo.LAYOUT.wrap(answer, 0);
        record.gidPrefix(managed.info().gidPrefix())
                .nodeType(info.nodeType())
                .nodeId(info.nodeGuid().bits())
                .chassisId(info.systemImageGuid().bits())
                .entryPortId(guid(hop.entry).bits())
                .exitPortId(guid(hop.exit).bits())
                .entryPort(hop.entry == null ? 0 : hop.entry.number())
                .exitPort(hop.exit == null ? 0 : hop.exit.number());
        return true;
    }

    private static Guid guid(@Nullable SubnetPort port) {
        return port == null ? Guid.ZERO : port.guid();
    }
}
