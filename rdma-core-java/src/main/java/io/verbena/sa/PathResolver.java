package io.verbena.sa;

import io.verbena.error.RdmaException;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Turns queries for paths into paths. */
final class PathResolver {
    private static final int MOST_PATH_BITS = 127;

    private final SubnetAdministration administration;
    private final PathCache cache;

    PathResolver(SubnetAdministration administration, PathCache cache) {
        this.administration = administration;
        this.cache = cache;
    }

    PathCache cache() {
        return cache;
    }

    /** The path as it is if its LID is known. */
    CompletableFuture<IbPath> resolve(IbPath path) {
        if (path.isResolved()) {
            return CompletableFuture.completedFuture(path);
        }
        return resolve(PathQuery.to(path)).thenApply(found -> found.withScope(path.scope()));
    }

    /** One path that has what is asked for. */
    CompletableFuture<IbPath> resolve(PathQuery query) {
        try {
            LocalPort port = administration.port();
            PathRequest request = query.from(port).one();
            return cache.get(
                    request,
                    port,
                    () -> destination(query, request).thenCompose(this::one).thenApply(record -> path(record, port)));
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** All paths that have what is asked for. */
    CompletableFuture<List<IbPath>> paths(PathQuery query) {
        try {
            LocalPort port = administration.port();
            return destination(query, query.from(port))
                    .thenCompose(request -> administration.ask(
                            request,
                            path -> administration
                                    .mad()
                                    .async()
                                    .subnAdmGetTable(request.template(), request.componentMask(), path)))
                    .thenApply(records -> paths(records, port));
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Paths between two sets of ports. */
    CompletableFuture<List<IbPath>> paths(MultiPathQuery query) {
        try {
            LocalPort port = administration.port();
            MultiPathRecord template = query.template(port);
            long mask = query.componentMask();
            return administration
                    .ask(query.toString(), path -> administration.mad().async().subnAdmGetMulti(template, mask, path))
                    .thenApply(records -> paths(records, port));
        } catch (RdmaException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static List<IbPath> paths(List<PathRecord> records, LocalPort port) {
        return records.stream().map(record -> path(record, port)).toList();
    }

    private CompletableFuture<PathRecord> one(PathRequest request) {
        return administration
                .ask(
                        request,
                        path -> administration
                                .mad()
                                .async()
                                .subnAdmGet(request.template(), request.componentMask(), path))
                .exceptionally(error -> {
                    RdmaException failure = SubnetAdministration.cause(error);
                    throw failure instanceof NoSuchRecordException
                            ? new SaPathNotFoundException("there is no path " + request.ends(), failure)
                            : failure;
                });
    }

    /** A service is wherever it was registered; the first port is as good as any. */
    private CompletableFuture<PathRequest> destination(PathQuery query, PathRequest request) {
        if (query.service().isEmpty()) {
            return CompletableFuture.completedFuture(request);
        }
        long id = query.service().getAsLong();
        ServiceRecord template = new ServiceRecord().serviceId(id);
        long mask = ServiceRecord.LAYOUT.componentMask("serviceId");
        return administration
                .ask(
                        ServiceRecord.query().serviceId(id),
                        path -> administration.mad().async().subnAdmGetTable(template, mask, path))
                .thenApply(services -> {
                    if (services.isEmpty()) {
                        throw new SaPathNotFoundException("no port has registered the service 0x%016x".formatted(id));
                    }
                    return request.to(services.get(0).serviceGid());
                });
    }

    /** All that a record tells. */
    private static IbPath path(PathRecord record, LocalPort port) {
        int pathBits = record.slid().bits() - port.lid().bits();
        return IbPath.to(record.dlid())
                .withDgid(record.dgid())
                .withSl(record.sl())
                .withPKey(record.pKey())
                .withPathBits(pathBits < 0 || pathBits > MOST_PATH_BITS ? 0 : pathBits)
                .withGlobalRoute(record.hopLimit(), record.flowLabel(), record.trafficClass())
                .withPacketLifeTime(record.packetLifeTime())
                .withMtu(record.mtu())
                .withRate(record.rate());
    }
}
