package io.verbena.embedded.sa;

import io.verbena.iba.Gid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import java.util.ArrayList;
import java.util.List;

/** MultiPathRecord, IBA 15.2.5.20: the paths from any of some ports to any of others. */
final class MultiPaths implements Service {
    private static final long COUNTS = MultiPathRecord.LAYOUT.componentMask("sgidCount", "dgidCount");
    private static final int MOST_GIDS = MultiPathRecord.LAYOUT.field("sdgid").count();

    private final Subnet subnet;
    private final PathTable paths;

    MultiPaths(Subnet subnet, PathTable paths) {
        this.subnet = subnet;
        this.paths = paths;
    }

    @Override
    public Reply answer(SaRequest request) {
        if (request.method() != MadMethod.GET_MULTI) {
            return Reply.refused(SaStatus.NOT_SUPPORTED);
        }
        MultiPathRecord wanted = request.record(MultiPathRecord.LAYOUT);
        int sources = wanted.sgidCount();
        int count = sources + wanted.dgidCount();
        if (!request.has(COUNTS) || sources == 0 || wanted.dgidCount() == 0) {
            return Reply.refused(SaStatus.INSUFFICIENT_COMPONENTS);
        }
        if (count > MOST_GIDS) {
            return Reply.refused(SaStatus.INVALID_REQUEST);
        }
        List<SubnetPort> ports = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Gid gid = wanted.sdgid(i);
            SubnetPort port = subnet.port(gid.guid());
            if (port == null || port.info().gidPrefix() != gid.prefix()) {
                return Reply.refused(SaStatus.INVALID_GID);
            }
            ports.add(port);
        }
        return paths(request, wanted, ports.subList(0, sources), ports.subList(sources, count));
    }

    private Reply paths(SaRequest request, MultiPathRecord wanted, List<SubnetPort> sources, List<SubnetPort> targets) {
        PathLimits limits = PathLimits.of(wanted, request);
        Rows<PathRecord, PathRecord> rows = new Rows<>(paths, new Filter(new PathRecord(), 0), request.isTrusted());
        for (SubnetPort source : sources) {
            for (SubnetPort target : targets) {
                int most = limits.most() - rows.count();
                paths.between(source, 0, target, 0, limits, most).forEach(path -> rows.offer(path, 0));
            }
        }
        return new Reply(SaStatus.OK, rows);
    }
}
