package io.verbena.sa;

import io.verbena.error.Ranges;
import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.Rate;
import java.util.ArrayList;
import java.util.List;

/**
 * A query for several paths between two sets of ports (IBA 15.2.5.20), such as one path per rail.
 *
 * <p>Not thread safe. Requests copy the query.
 */
public final class MultiPathQuery {
    private static final int MAX_PORTS = MultiPathRecord.LAYOUT.field("sdgid").count();
    private static final int MAX_PATHS = 127;

    private final MultiPathRecord template = new MultiPathRecord();
    private final List<Gid> sources;
    private final List<Gid> destinations;
    private long componentMask;

    private MultiPathQuery(List<Gid> sources, List<Gid> destinations) {
        this.sources = List.copyOf(sources);
        this.destinations = List.copyOf(destinations);
        template.sgidCount(sources.size()).dgidCount(destinations.size()).reversible(1);
        count("sgidCount", "dgidCount", "sdgid", "reversible");
        atMost(MAX_PATHS);
    }

    /**
     * Returns a query for paths between any of the sources and any of the destinations.
     *
     * @param sources GIDs of the sources; empty for the end port
     * @throws IllegalArgumentException if there is no destination, or the GIDs exceed a request
     */
    public static MultiPathQuery between(List<Gid> sources, List<Gid> destinations) {
        int own = sources.isEmpty() ? 1 : 0;
        int all = own + sources.size() + destinations.size();
        if (destinations.isEmpty() || all > MAX_PORTS) {
            throw new IllegalArgumentException("cannot ask for paths between " + (own + sources.size()) + " and "
                    + destinations.size() + " ports; give a destination, and at most " + MAX_PORTS + " ports in all");
        }
        return new MultiPathQuery(sources, destinations);
    }

    /** Returns a query for paths from the end port to any of these GIDs. */
    public static MultiPathQuery to(Gid... destinations) {
        return between(List.of(), List.of(destinations));
    }

    /**
     * Limits the number of paths.
     *
     * @param paths maximum number of paths, 1 to 127
     * @throws IllegalArgumentException if the number is out of range
     */
    public MultiPathQuery atMost(int paths) {
        Ranges.check("number of paths", paths, 1, MAX_PATHS);
        template.numbPath(paths);
        return count("numbPath");
    }

    /** Sets whether the paths should share as few links as possible (default: false). */
    public MultiPathQuery independent(boolean independent) {
        template.independenceSelector(independent ? 1 : 0);
        return count("independenceSelector");
    }

    /** Sets whether the paths must be reversible (default: true). */
    public MultiPathQuery reversible(boolean needed) {
        template.reversible(needed ? 1 : 0);
        return this;
    }

    /** Requires a service level, 0 to 15. */
    public MultiPathQuery sl(int level) {
        template.sl(level);
        return count("sl");
    }

    /** Requires a partition. */
    public MultiPathQuery pKey(int key) {
        template.pKey(key);
        return count("pKey");
    }

    /** Requires an MTU. With {@link Comparison#LARGEST}, the value of {@code mtu} is ignored. */
    public MultiPathQuery mtu(Comparison comparison, Mtu mtu) {
        template.mtuSelector(comparison).mtu(mtu);
        return count("mtuSelector", "mtu");
    }

    /** Requires a rate. With {@link Comparison#LARGEST}, the value of {@code rate} is ignored. */
    public MultiPathQuery rate(Comparison comparison, Rate rate) {
        template.rateSelector(comparison).rate(rate);
        return count("rateSelector", "rate");
    }

    private MultiPathQuery count(String... fields) {
        componentMask |= MultiPathRecord.LAYOUT.componentMask(fields);
        return this;
    }

    MultiPathRecord template(LocalPort port) {
        List<Gid> all = new ArrayList<>(sources.isEmpty() ? List.of(port.gid()) : sources);
        int sourceCount = all.size();
        all.addAll(destinations);
        MultiPathRecord request = MultiPathRecord.LAYOUT.copy(template).sgidCount(sourceCount);
        for (int i = 0; i < all.size(); i++) {
            request.sdgid(i, port.inSubnet(all.get(i)));
        }
        return request;
    }

    long componentMask() {
        return componentMask;
    }

    /** Returns sources and destinations. */
    @Override
    public String toString() {
        return "MultiPathRecord[" + (sources.isEmpty() ? "this end port" : sources) + " to " + destinations + "]";
    }
}
