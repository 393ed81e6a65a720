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
 * Reads the attributes of subnet management from the records of the subnet administration, so that what is written for SMPs
 * works without one, and without the right to send any. Safe for use by several threads.
 *
 * <p>It tells what the subnet manager saw when it swept last: counters in PortInfo are as old as that, keys are hidden from
 * whoever is not trusted, and the local port in NodeInfo is the one by which the subnet manager came. A block of a
 * forwarding table without a record has no way to anywhere. A directed route is followed along the links of the subnet, and
 * remembered.
 */
public final class SaTransactor implements SubnetManagement {
    private static final int MOST_ROUTES = 4096;

    private final SaClient sa;
    private final SubnetAdministration administration;
    private final SaAttributes attributes;
    private final Map<DirectedPath, Lid> routes = new ConcurrentHashMap<>();
    private final AsyncSubnetManagement async = new Futures();
    private volatile @Nullable LocalPort start;

    SaTransactor(SaClient sa, SubnetAdministration administration) {
        this.sa = sa;
        this.administration = administration;
        this.attributes = new SaAttributes(sa.async());
    }

    /**
     * Reads an attribute from the record that has it.
     *
     * @throws NoSuchRecordException if no record has it
     * @throws RdmaException if the subnet administration has no records of this type
     */
    @Override
    public <T extends Structure & SubnGet> T subnGet(Class<T> type, Path path, long modifier) {
        return Waiting.on(administration.mad(), async.subnGet(type, path, modifier), type.getSimpleName());
    }

    @Override
    public AsyncSubnetManagement async() {
        return async;
    }

    /** The calls as futures. */
    private final class Futures implements AsyncSubnetManagement {
        @Override
        public <T extends Structure & SubnGet> CompletableFuture<T> subnGet(Class<T> type, Path path, long modifier) {
            try {
                return lid(path).thenCompose(lid -> attributes.read(type, lid, modifier));
            } catch (RdmaException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
    }

    private CompletableFuture<Lid> lid(Path path) {
        if (path instanceof IbPath ibPath) {
            return sa.async().resolve(ibPath).thenApply(IbPath::dlid);
        }
        LocalPort now = administration.port();
        if (!now.equals(start) || routes.size() > MOST_ROUTES) {
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

    /** Goes on from the longest part of the route that was gone before. */
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
        return sa.async().table(LinkRecord.query().fromLid(from).fromPort(port)).thenApply(links -> {
            if (links.isEmpty()) {
                throw new RdmaException("cannot follow " + reached + ": the subnet administration knows no link at"
                        + " port " + port + " of LID " + from);
            }
            return links.get(0).toLid();
        });
    }
}
