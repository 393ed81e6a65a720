package io.verbena.sm.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import java.util.ArrayList;
import java.util.List;

/** Answers MultiPathRecord (IBA 15.2.5.20): the paths from a set of source ports to a set of destination ports. */
record MultiPaths(SaSubnet subnet, PathTable paths) implements SaRequest.Handler {
    private static final long COUNTS = MultiPathRecord.LAYOUT.componentMask("sgidCount", "dgidCount");
    private static final int MAX_GIDS = MultiPathRecord.LAYOUT.field("sdgid").count();

    @Override
    public SaReply answer(SaRequest request) {
        if (request.method() != MadMethod.GET_MULTI) {
            return SaReply.refused(SaReply.Status.NOT_SUPPORTED);
        }
        MultiPathRecord wanted = request.record(MultiPathRecord.LAYOUT);
        int sources = wanted.sgidCount();
        int count = sources + wanted.dgidCount();
        if (!request.has(COUNTS) || sources == 0 || wanted.dgidCount() == 0) {
            return SaReply.refused(SaReply.Status.INSUFFICIENT_COMPONENTS);
        }
        if (count > MAX_GIDS) {
            return SaReply.refused(SaReply.Status.INVALID_REQUEST);
        }
        List<SaSubnet.Port> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Gid gid = wanted.sdgid(i);
            SaSubnet.Port port = subnet.port(gid.guid());
            if (port == null || port.info().gidPrefix() != gid.prefix()) {
                return SaReply.refused(SaReply.Status.INVALID_GID);
            }
            ports.add(port);
        }
        return paths(request, wanted, ports.subList(0, sources), ports.subList(sources, count));
    }

    private SaReply paths(
            SaRequest request, MultiPathRecord wanted, List<SaSubnet.Port> sources, List<SaSubnet.Port> targets) {
        PathLimits limits = PathLimits.of(wanted, request);
        SaTable.Rows<PathRecord, PathRecord> rows =
                new SaTable.Rows<>(paths, new Filter(new PathRecord(), 0), request.isTrusted());
        for (SaSubnet.Port source : sources) {
            for (SaSubnet.Port target : targets) {
                int most = limits.most() - rows.count();
                paths.between(source, 0, target, 0, limits, most).forEach(path -> rows.offer(path, 0));
            }
        }
        return new SaReply(SaReply.Status.OK, rows);
    }
}
