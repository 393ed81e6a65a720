package io.verbena.monitor.rule;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import io.verbena.monitor.rule.AlarmRule.Severity;
import io.verbena.monitor.rule.CongestionRoot.Cause;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ports that wait for credits, by the time of the sample. There is one verdict for each root of congestion, and none for
 * the ports that wait behind it. Ports whose duration of a tick is unknown are not judged.
 */
record CongestionDetector(AlarmRule rule) implements Detector {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int OCTETS_PER_WORD = 4;
    /** Number of ports of a cycle that a verdict names. */
    private static final int NAMED = 8;
    /** Load above which a link is the reason why a switch does not give credits. */
    private static final double BUSY = 0.5;

    @Override
    public List<Verdict> inspect(SweepView view) {
        Map<PortPlace, Double> waiting = new HashMap<>();
        for (PortSample sample : view.sweep().samples()) {
            if (sample.hasDeltas() && sample.waitNanos() > 0) {
                double ratio = Math.min(1, sample.waitNanos() / (sample.intervalMillis() * NANOS_PER_MILLI));
                if (ratio > rule.threshold()) {
                    waiting.put(sample.place(), ratio);
                }
            }
        }
        if (waiting.isEmpty()) {
            return List.of();
        }
        List<CongestionRoot> roots = CongestionPaths.roots(view, waiting);
        Loads loads = Loads.of(view, roots);
        return roots.stream().map(root -> verdict(view, root, loads)).toList();
    }

    /**
     * Loads of ports, as parts of what their links can transmit.
     *
     * @param ports the loads of the ports of some nodes
     * @param busiest the port of each of these nodes that has the highest load
     * @param unknown those of these nodes of which it is unknown whether their ports wait
     */
    private record Loads(Map<PortPlace, Double> ports, Map<String, PortPlace> busiest, Set<String> unknown) {
        /** Returns the loads of the nodes at the roots, and of the nodes that these send to. */
        static Loads of(SweepView view, List<CongestionRoot> roots) {
            Set<String> nodes = new HashSet<>();
            for (CongestionRoot root : roots) {
                nodes.add(root.ports().get(0).node());
                PortPlace peer = peer(view, root.ports().get(0));
                if (peer != null) {
                    nodes.add(peer.node());
                }
            }
            Loads loads = new Loads(new HashMap<>(), new HashMap<>(), new HashSet<>());
            for (PortSample sample : view.sweep().samples()) {
                double bits = view.bitsPerSecond(sample.place()) * sample.intervalMillis() / 1000;
                if (nodes.contains(sample.place().node()) && bits > 0) {
                    double sent = sample.increase(MonitoredCounter.XMIT_DATA) * (double) OCTETS_PER_WORD * Byte.SIZE;
                    loads.add(sample, sent / bits);
                }
            }
            return loads;
        }

        private void add(PortSample sample, double load) {
            PortPlace place = sample.place();
            if (sample.waitNanos() == PortSample.UNKNOWN) {
                unknown.add(place.node());
            }
            ports.put(place, load);
            busiest.merge(place.node(), place, (old, next) -> of(next) > of(old) ? next : old);
        }

        double of(PortPlace place) {
            return ports.getOrDefault(place, 0.0);
        }
    }

    private static @Nullable PortPlace peer(SweepView view, PortPlace place) {
        PortEntry port = view.ports().get(place);
        return port == null ? null : port.peer();
    }

    private Verdict verdict(SweepView view, CongestionRoot root, Loads loads) {
        Double critical = rule.critical();
        Severity severity = critical != null && root.ratio() > critical ? Severity.CRITICAL : rule.severity();
        PortPlace first = root.cause() == Cause.CYCLE
                ? Collections.min(root.ports())
                : root.ports().get(0);
        PortPlace peer = peer(view, first);
        String overloaded = root.cause() == Cause.LINK && peer != null ? peer.node() : null;
        String text = switch (root.cause()) {
            case RECEIVER -> receiver(view, root, first, peer, loads);
            case LINK -> link(view, root, peer, loads);
            case CYCLE -> cycle(view, root);
        };
        String victims = root.victims() == 0
                ? ""
                : root.victims() == 1 ? "; 1 port behind it waits" : "; " + root.victims() + " ports behind it wait";
        return new Verdict(
                rule,
                view.sweep().subnet(),
                overloaded == null ? first.toString() : overloaded,
                overloaded == null ? view.linkName(first) : view.nodeName(overloaded),
                severity,
                text + victims,
                rule.proposal().isEmpty() ? root.cause().proposal() : rule.proposal());
    }

    private static String receiver(
            SweepView view, CongestionRoot root, PortPlace place, @Nullable PortPlace peer, Loads loads) {
        return CounterDetectors.format(
                "slow receiver: the port waits for credits %.0f %% of the time at a load of %.0f %%, because %s does not"
                        + " drain its link",
                root.ratio() * 100,
                loads.of(place) * 100,
                peer == null ? "the node behind it" : view.nodeName(peer.node()));
    }

    private static String link(SweepView view, CongestionRoot root, @Nullable PortPlace peer, Loads loads) {
        int ports = root.ports().size();
        PortPlace busiest = peer == null ? null : loads.busiest().get(peer.node());
        return CounterDetectors.format(
                "%s: %s up to %.0f %% of the time for credits of this switch, %s%s",
                busiest != null && loads.of(busiest) >= BUSY ? "oversubscribed link" : "congested switch",
                ports == 1 ? view.name(root.ports().get(0)) + " waits" : ports + " ports wait",
                root.ratio() * 100,
                peer != null && loads.unknown().contains(peer.node())
                        ? "whose own ticks are unknown"
                        : "whose ports onwards do not wait",
                busiest == null
                        ? ""
                        : CounterDetectors.format(
                                "; its busiest link is that of port %s, with a load of %.0f %%",
                                port(view, busiest), loads.of(busiest) * 100));
    }

    private static String port(SweepView view, PortPlace place) {
        PortPlace peer = peer(view, place);
        return place.port() + (peer == null ? "" : " to " + view.nodeName(peer.node()));
    }

    private static String cycle(SweepView view, CongestionRoot root) {
        return CounterDetectors.format(
                "the waiting ports form a cycle, which points to a credit loop: %d ports wait up to %.0f %% of the time for"
                        + " each other: %s%s",
                root.ports().size(),
                root.ratio() * 100,
                root.ports().stream().limit(NAMED).map(view::name).collect(Collectors.joining(", ")),
                root.ports().size() > NAMED ? " and others" : "");
    }
}
