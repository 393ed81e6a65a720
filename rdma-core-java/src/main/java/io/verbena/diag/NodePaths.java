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
 * The paths by which the general services of nodes are asked, as the subnet administration gives them: with its service
 * levels and partitions. One table tells nearly all; a port that is not in it is asked for by itself. Safe for use by several
 * threads.
 */
public final class NodePaths {
    private final @Nullable SaClient sa;
    private final CompletableFuture<Map<Lid, IbPath>> table;

    private NodePaths(@Nullable SaClient sa, CompletableFuture<Map<Lid, IbPath>> table) {
        this.sa = sa;
        this.table = table;
    }

    /** Those that the subnet administration gives; the table is asked for at once, and nobody waits for it. */
    public static NodePaths of(SaClient sa) {
        CompletableFuture<Map<Lid, IbPath>> table =
                sa.async().paths(PathQuery.toAll().atMost(1)).handle((paths, failure) -> byLid(paths));
        return new NodePaths(sa, table);
    }

    /** By service level 0 in the default partition, whatever the subnet administration says; it is not asked. */
    public static NodePaths withoutAdministration() {
        return new NodePaths(null, CompletableFuture.completedFuture(Map.of()));
    }

    /** Subnet managers give whole seconds, which a silent node would cost in each try. */
    private static IbPath withoutLifeTime(IbPath path) {
        return path.withPacketLifeTime(IbPath.UNKNOWN_LIFE_TIME);
    }

    /** Where there is no table, the request for a single path fails for the same reason, and says it. */
    private static Map<Lid, IbPath> byLid(@Nullable List<IbPath> paths) {
        Map<Lid, IbPath> byLid = new HashMap<>();
        if (paths != null) {
            paths.forEach(path -> byLid.putIfAbsent(path.dlid(), withoutLifeTime(path)));
        }
        return byLid;
    }

    /** The path to the port with this LID; fails if the subnet administration knows of none. */
    public CompletableFuture<IbPath> to(Lid lid) {
        if (!lid.isUnicast()) {
            return CompletableFuture.failedFuture(new RdmaException(
                    "the port has no LID, by which alone packets other" + " than those of subnet management arrive"));
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
