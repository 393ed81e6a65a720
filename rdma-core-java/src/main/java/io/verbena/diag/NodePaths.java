package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.path.IbPath;
import io.verbena.sa.PathQuery;
import io.verbena.sa.SaClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The paths for general services of nodes, with the service levels and partitions that the subnet administration
 * provides. One table contains most paths; the path to a port that is missing from it is queried individually. Safe for
 * use by several threads.
 */
public final class NodePaths {
    private final @Nullable SaClient sa;
    private final CompletableFuture<Map<Lid, IbPath>> table;

    private NodePaths(@Nullable SaClient sa, CompletableFuture<Map<Lid, IbPath>> table) {
        this.sa = sa;
        this.table = table;
    }

    /** Returns the paths of the subnet administration. The table is requested immediately, without blocking. */
    public static NodePaths of(SaClient sa) {
        CompletableFuture<Map<Lid, IbPath>> table =
                sa.async().paths(PathQuery.toAll().atMost(1)).handle((paths, failure) -> byLid(paths));
        return new NodePaths(sa, table);
    }

    /** Returns paths with service level 0 in the default partition, without querying the subnet administration. */
    public static NodePaths withoutAdministration() {
        return new NodePaths(null, CompletableFuture.completedFuture(Map.of()));
    }

    /**
     * Removes the packet lifetime. Subnet managers return whole seconds, which each attempt to reach an unresponsive
     * node would cost.
     */
    private static IbPath withoutLifeTime(IbPath path) {
        return path.withPacketLifeTime(IbPath.UNKNOWN_LIFE_TIME);
    }

    /**
     * Returns the paths by LID. If the table is not available, the request for a single path fails for the same reason
     * and reports it.
     */
    private static Map<Lid, IbPath> byLid(@Nullable List<IbPath> paths) {
        Map<Lid, IbPath> byLid = new HashMap<>();
        if (paths != null) {
            paths.forEach(path -> byLid.putIfAbsent(path.dlid(), withoutLifeTime(path)));
        }
        return byLid;
    }

    /** Returns the path to the port with this LID; fails if the subnet administration knows no path. */
    public CompletableFuture<IbPath> pathToAsync(Lid lid) {
        if (!lid.isUnicast()) {
            return CompletableFuture.failedFuture(
                    new RdmaException("the port has no LID, which general services require"));
        }
        SaClient administration = sa;
        if (administration == null) {
            return CompletableFuture.completedFuture(IbPath.to(lid));
        }
        return table.thenCompose(known -> {
            IbPath path = known.get(lid);
            return path == null
                    ? administration.async().resolve(PathQuery.to(lid)).thenApply(NodePaths::withoutLifeTime)
                    : CompletableFuture.completedFuture(path);
        });
    }
}
