package io.verbena.sm.sa;

import io.verbena.iba.Guid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PathRecord;
import io.verbena.iba.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers TraceRecord (IBA 15.2.5.19) with the nodes of the path that a PathRecord would select, including its ends.
 * The IDs that the architecture leaves open are GUIDs; the ID of a chassis is the system image GUID.
 */
final class TraceTable extends SaTable<TraceTable.Hop, TraceRecord> {
    private final SaSubnet subnet;
    private final PathTable paths;

    /** A node, represented by one of its ports, with the ports by which the path enters and leaves it. */
    record Hop(SaSubnet.Port at, SaSubnet.@Nullable Port entry, SaSubnet.@Nullable Port exit) {}

    TraceTable(SaSubnet subnet, PathTable paths) {
        super(TraceRecord.LAYOUT);
        this.subnet = subnet;
        this.paths = paths;
    }

    @Override
    public SaReply answer(SaRequest request) {
        if (request.method() != MadMethod.GET_TRACE_TABLE) {
            return SaReply.refused(SaReply.Status.NOT_SUPPORTED);
        }
        SaReply found = paths.paths(request);
        SaReply.Records records = found.records();
        if (records == null) {
            return found;
        }
        if (records.count() != 1) {
            return SaReply.refused(records.count() == 0 ? SaReply.Status.NO_RECORDS : SaReply.Status.TOO_MANY_RECORDS);
        }
        return find(request);
    }

    /** The components of the request are those of a PathRecord. */
    @Override
    long handled(SaRequest request) {
        return ~0L;
    }

    @Override
    void offer(SaRequest request, TraceRecord unused, SaTable.Rows<Hop, TraceRecord> rows) {
        SaReply.Records records = paths.paths(request).records();
        if (records == null || records.count() != 1) {
            return;
        }
        byte[] bytes = new byte[records.recordLength()];
        records.copy(0, bytes, 0, bytes.length);
        PathRecord path = PathRecord.LAYOUT.wrap(bytes, 0);
        SaSubnet.Port from = subnet.port(path.slid().bits());
        SaSubnet.Port to = subnet.port(path.dlid().bits());
        // A multicast tree is not a path.
        if (from != null && to != null) {
            hops(from, to, path.dlid().bits()).forEach(hop -> rows.offer(hop, 0));
        }
    }

    private static List<Hop> hops(SaSubnet.Port from, SaSubnet.Port to, int lid) {
        List<Hop> hops = new ArrayList<>();
        List<SaSubnet.Port> exits = new ArrayList<>();
        if (!new PathTable.PathWalk(exits::add).leads(from, to, lid)) {
            return hops;
        }
        SaSubnet.Port entry = null;
        for (SaSubnet.Port exit : exits) {
            hops.add(new Hop(exit, entry, exit));
            entry = exit.peer();
        }
        hops.add(new Hop(to, entry, null));
        return hops;
    }

    @Override
    boolean write(Hop hop, int number, TraceRecord record, byte[] bytes, boolean trusted) {
        byte[] answer = new byte[NodeInfo.LENGTH];
        SaSubnet.Port managed = hop.at.managed();
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

    private static Guid guid(SaSubnet.@Nullable Port port) {
        return port == null ? Guid.ZERO : port.guid();
    }
}
