package io.verbena.sa;

import io.verbena.iba.Comparison;
import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import io.verbena.iba.MultiPathRecord;
import io.verbena.iba.Rate;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks for several paths between two sets of ports at once (IBA 15.2.5.20), such as for one path by each rail.
 *
 * <p>Used by one thread at a time; whoever sends it takes a copy.
 */
public final class MultiPathQuery {
    private static final int MOST_PORTS = MultiPathRecord.LAYOUT.field("sdgid").count();
    private static final int MOST_PATHS = 127;

    private final MultiPathRecord template = new MultiPathRecord();
    private final List<Gid> sources;
    private final List<Gid> destinations;
    private long componentMask;

    private MultiPathQuery(List<Gid> sources, List<Gid> destinations) {
        this.sources = List.copyOf(sources);
        this.destinations = List.copyOf(destinations);
        template.sgidCount(sources.size()).dgidCount(destinations.size()).reversible(1);
        count("sgidCount", "dgidCount", "sdgid", "reversible");
        atMost(MOST_PATHS);
    }

    /**
     * Paths from any of these GIDs to any of those; no source stands for the end port.
     *
     * @throws IllegalArgumentException if there is no destination, or there are more GIDs than a request has room for
     */
    public static MultiPathQuery between(List<Gid> sources, List<Gid> destinations) {
        int own = sources.isEmpty() ? 1 : 0;
        int all = own + sources.size() + destinations.size();
        if (destinations.isEmpty() || all > MOST_PORTS) {
            throw new IllegalArgumentException("cannot ask for paths between " + (own + sources.size()) + " and "
                    + destinations.size() + " ports; give a destination, and at most " + MOST_PORTS + " ports in all");
        }
        return new MultiPathQuery(sources, destinations);
    }

    /** Paths from the end port to any of these GIDs. */
    public static MultiPathQuery to(Gid... destinations) {
        return between(List.of(), List.of(destinations));
    }

    /**
     * How many paths are wanted at the most, 1 to 127.
     *
     * @throws IllegalArgumentException if it is another number
     */
    public MultiPathQuery atMost(int paths) {
        if (paths < 1 || paths > MOST_PATHS) {
            throw new IllegalArgumentException(paths + " paths cannot be asked for; give 1 to " + MOST_PATHS);
        }
        template.numbPath(paths);
        return count("numbPath");
    }

    /** Whether the paths are to share as few links as may be. */
    public MultiPathQuery independent(boolean independent) {
        template.independenceSelector(independent ? 1 : 0);
        return count("independenceSelector");
    }

    /** Whether the answers must be able to take the same way back; true unless this is called. */
    public MultiPathQuery reversible(boolean needed) {
        template.reversible(needed ? 1 : 0);
        return this;
    }

    /** Paths on this service level, 0 to 15. */
    public MultiPathQuery sl(int level) {
        template.sl(level);
        return count("sl");
    }

    /** Paths in this partition. */
    public MultiPathQuery pKey(int key) {
        template.pKey(key);
        return count("pKey");
    }

    /** Paths whose packets may be so long, or longer, or shorter; with {@link Comparison#LARGEST} the size does not count. */
    public MultiPathQuery mtu(Comparison comparison, Mtu mtu) {
        template.mtuSelector(comparison).mtu(mtu);
        return count("mtuSelector", "mtu");
    }

    /** Paths that are so fast, or faster, or slower; with {@link Comparison#LARGEST} the rate does not count. */
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

    /** From where to where. */
    @Override
    public String toString() {
        return "MultiPathRecord[" + (sources.isEmpty() ? "this end port" : sources) + " to " + destinations + "]";
    }
}
