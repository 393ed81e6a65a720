package io.verbena.sa;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.AsyncSubnetManagement;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the attributes of subnet management from records of the subnet administration. Code written for SMPs thus works
 * without sending any. Safe for use by several threads.
 *
 * <p>The records show the subnet as of the last sweep of the subnet manager: counters in PortInfo have that age, keys
 * are hidden from untrusted clients, and the local port in NodeInfo is the one that the subnet manager used. A block of
 * a forwarding table without a record contains no routes. Directed routes are resolved by following link records, and
 * cached.
 */
public final class SaTransactor implements SubnetManagement {
    private static final int MAX_ROUTES = 4096;

    private final AsyncSaClient sa;
    private final AdministrationAccess administration;
    private final SaAttributes attributes;
    private final Map<DirectedPath, Lid> routes = new ConcurrentHashMap<>();
    private final AsyncSubnetManagement async = this::read;
    private volatile @Nullable LocalPort start;

    SaTransactor(AsyncSaClient sa, AdministrationAccess administration) {
        this.sa = sa;
        this.administration = administration;
        this.attributes = new SaAttributes(sa);
    }

    /**
     * Reads an attribute from its record.
     *
     * @throws NoSuchRecordException if there is no such record
     * @throws RdmaException if the subnet administration has no records with this attribute
     */
    @Override
    public <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path, long modifier) {
        return administration.await(async.subnGet(type, path, modifier), type.getSimpleName());
    }

    @Override
    public AsyncSubnetManagement async() {
        return async;
    }

    private <T extends Structure & SubnGet> CompletableFuture<T> read(Class<T> type, Path path, long modifier) {
        return lid(path).thenCompose(lid -> attributes.read(type, lid, modifier));
    }

    private CompletableFuture<Lid> lid(Path path) {
        return path instanceof IbPath ibPath
                ? sa.resolve(ibPath).thenApply(IbPath::dlid)
                : administration.withPort(port -> follow(path, port));
    }

    private CompletableFuture<Lid> follow(Path path, LocalPort now) {
        if (!now.equals(start) || routes.size() > MAX_ROUTES) {
            routes.clear();
            start = now;
        }
        return path instanceof CombinedPath combined ? follow(combined) : follow((DirectedPath) path, now.lid());
    }

    private CompletableFuture<Lid> follow(CombinedPath path) {
        CompletableFuture<Lid> at = CompletableFuture.completedFuture(path.lid());
        for (int hop = 0; hop < path.route().hops(); hop++) {
            int port = path.route().port(hop);
            at = at.thenCompose(lid -> next(lid, port, path));
        }
        return at;
    }

    /** Follows a route from its longest known part. */
    private CompletableFuture<Lid> follow(DirectedPath path, Lid local) {
        int known = path.hops();
        while (known > 0 && !routes.containsKey(part(path, known))) {
            known--;
        }
        Lid from = known == 0 ? local : routes.getOrDefault(part(path, known), local);
        CompletableFuture<Lid> at = CompletableFuture.completedFuture(from);
        for (int hop = known; hop < path.hops(); hop++) {
            int port = path.port(hop);
            DirectedPath reached = part(path, hop + 1);
            at = at.thenCompose(lid -> next(lid, port, reached)).thenApply(lid -> {
                routes.put(reached, lid);
                return lid;
            });
        }
        return at;
    }

    private static DirectedPath part(DirectedPath path, int hops) {
        DirectedPath part = DirectedPath.self();
        for (int hop = 0; hop < hops; hop++) {
            part = part.then(path.port(hop));
        }
        return part;
    }

    private CompletableFuture<Lid> next(Lid from, int port, Path reached) {
        return sa.table(LinkRecord.query().fromLid(from).fromPort(port)).thenApply(links -> {
            if (links.isEmpty()) {
                throw new RdmaException("cannot follow " + reached + ": the subnet administration knows no link at"
                        + " port " + port + " of LID " + from);
            }
            return links.get(0).toLid();
        });
    }
}
