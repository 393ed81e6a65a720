package io.verbena.sa;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.SaCapability;
import io.verbena.iba.SaCapability2;
import io.verbena.iba.SaStatus;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.TraceRecord;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Resolves path queries. */
record PathResolver(AdministrationAccess administration, PathCache cache) {
    private static final int MAX_PATH_BITS = 127;

    /** Resolves a path whose LID is unknown. */
    CompletableFuture<IbPath> resolve(IbPath path) {
        if (path.isResolved()) {
            return CompletableFuture.completedFuture(path);
        }
        return resolve(PathQuery.to(path)).thenApply(found -> found.withScope(path.scope()));
    }

    /** Returns one path that matches a query. */
    CompletableFuture<IbPath> resolve(PathQuery query) {
        return administration.withPort(port -> {
            PathRequest request = query.from(port).one();
            return cache.get(
                    request,
                    port,
                    () -> destination(query, request).thenCompose(this::one).thenApply(record -> path(record, port)));
        });
    }

    /** Returns all paths that match a query. */
    CompletableFuture<List<IbPath>> paths(PathQuery query) {
        return administration.withPort(port -> destination(query, query.from(port))
                .thenCompose(this::table)
                .thenApply(records -> paths(records, port)));
    }

    /** Returns paths between two sets of ports. */
    CompletableFuture<List<IbPath>> paths(MultiPathQuery query) {
        return administration.withPort(port -> {
            MultiPathRecord template = query.template(port);
            long mask = query.componentMask();
            return withMultiPath(query.toString(), path -> mad().subnAdmGetMulti(template, mask, path))
                    .thenApply(records -> paths(records, port));
        });
    }

    /** Returns the nodes along a path. */
    CompletableFuture<List<TraceRecord>> trace(PathQuery query) {
        return administration.withPort(port -> destination(
                        query, query.from(port).one())
                .thenCompose(request -> withMultiPath(
                        "the trace of " + request,
                        path -> mad().subnAdmGetTraceTable(request.template(), request.componentMask(), path))));
    }

    private AsyncMadTransactor mad() {
        return administration.mad.async();
    }

    private <A> CompletableFuture<A> withMultiPath(String asked, Function<IbPath, CompletableFuture<A>> call) {
        return administration.ifAnnounced(SaCapability.MULTI_PATH, asked, () -> administration.ask(asked, call));
    }

    /** Reads paths; a missing port means that there are none. */
    private CompletableFuture<List<PathRecord>> table(PathRequest request) {
        return send(request, path -> mad().subnAdmGetTable(request.template(), request.componentMask(), path))
                .exceptionally(error -> {
                    if (isNoPath(FutureErrors.cause(error))) {
                        return List.of();
                    }
                    throw FutureErrors.cause(error);
                });
    }

    /**
     * Returns whether a failure means that there is no path. For a GID without a port, opensm returns no record; other
     * subnet managers call the GID invalid.
     */
    private static boolean isNoPath(RdmaException failure) {
        return failure instanceof NoSuchRecordException
                || (failure instanceof SaException refusal && refusal.status() == SaStatus.INVALID_GID);
    }

    private static List<IbPath> paths(List<PathRecord> records, LocalPort port) {
        return records.stream().map(record -> path(record, port)).toList();
    }

    private CompletableFuture<PathRecord> one(PathRequest request) {
        return send(request, path -> mad().subnAdmGet(request.template(), request.componentMask(), path))
                .exceptionally(error -> {
                    RdmaException failure = FutureErrors.cause(error);
                    throw isNoPath(failure)
                            ? new SaPathNotFoundException("there is no path " + request.ends(), failure)
                            : failure;
                });
    }

    /** Sends a request. A subnet administration without QoS would ignore the QoS class, so it is not asked. */
    private <A> CompletableFuture<A> send(PathRequest request, Function<IbPath, CompletableFuture<A>> call) {
        return request.hasQosClass()
                ? administration.ifAnnounced(
                        SaCapability2.QUALITY_OF_SERVICE, request, () -> administration.ask(request, call))
                : administration.ask(request, call);
    }

    /** Replaces a service by the first port that registered it. */
    private CompletableFuture<PathRequest> destination(PathQuery query, PathRequest request) {
        if (query.service.isEmpty()) {
            return CompletableFuture.completedFuture(request);
        }
        long id = query.service.getAsLong();
        ServiceRecord.Query registered = ServiceRecord.query().serviceId(id);
        return administration
                .ask(registered, path -> mad().subnAdmGetTable(registered.template(), registered.componentMask(), path))
                .thenApply(services -> {
                    if (services.isEmpty()) {
                        throw new SaPathNotFoundException("no port has registered the service 0x%016x".formatted(id));
                    }
                    return request.to(services.get(0).serviceGid());
                });
    }

    /** Returns the path that a record describes. */
    private static IbPath path(PathRecord record, LocalPort port) {
        int pathBits = record.slid().bits() - port.lid().bits();
        return IbPath.to(record.dlid())
                .withDgid(record.dgid())
                .withSl(record.sl())
                .withPKey(record.pKey())
                .withPathBits(pathBits < 0 || pathBits > MAX_PATH_BITS ? 0 : pathBits)
                .withGlobalRoute(record.hopLimit(), record.flowLabel(), record.trafficClass())
                .withPacketLifeTime(record.packetLifeTime())
                .withMtu(record.mtu())
                .withRate(record.rate());
    }
}
