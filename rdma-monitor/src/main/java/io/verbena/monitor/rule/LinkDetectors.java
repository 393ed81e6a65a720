package io.verbena.monitor.rule;

import io.verbena.iba.LaneSpeed;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.PortSample;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules about links. The object of a link is its end with the lower GUID. */
final class LinkDetectors {
    private static final int MIN_TWINS = 3;

    private LinkDetectors() {}

    /** Returns the links of a sweep: the lower end and the other end. */
    private static Map<PortPlace, PortPlace> links(SweepView view) {
        Map<PortPlace, PortPlace> links = new HashMap<>();
        view.ports().forEach((place, port) -> {
            PortPlace peer = port.peer();
            if (peer != null && place.compareTo(peer) < 0) {
                links.put(place, peer);
            }
        });
        return links;
    }

    private static String name(SweepView view, PortPlace end, PortPlace other) {
        return view.name(end) + " - " + view.name(other);
    }

    /**
     * Changes of links between up and down. A link that went down and came back between two sweeps counts if both of its
     * ends counted that.
     */
    static final class FlapDetector implements Detector {
        private final AlarmRule rule;
        private final SlidingSums<PortPlace> downs;
        private Map<PortPlace, PortPlace> before = Map.of();

        FlapDetector(AlarmRule rule) {
            this.rule = rule;
            this.downs = new SlidingSums<>(rule.window().toMillis());
        }

        @Override
        public List<Verdict> inspect(SweepView view) {
            downs.advance(view.at());
            Map<PortPlace, PortPlace> now = links(view);
            Map<PortPlace, Long> counted = view.sweep().samples().stream()
                    .filter(sample -> sample.increase(MonitoredCounter.LINK_DOWNED) > 0)
                    .collect(Collectors.toMap(
                            PortSample::place, sample -> sample.increase(MonitoredCounter.LINK_DOWNED)));
            before.forEach((end, other) -> {
                if (isDown(view, end, other)) {
                    downs.add(end, view.at(), 1);
                }
            });
            now.forEach((end, other) -> {
                if (before.containsKey(end)) {
                    downs.add(end, view.at(), Math.min(counted.getOrDefault(end, 0L), counted.getOrDefault(other, 0L)));
                }
            });
            before = now;
            List<Verdict> verdicts = new ArrayList<>();
            for (PortPlace place : downs.keys()) {
                long times = downs.sum(place);
                if (times >= rule.threshold()) {
                    verdicts.add(CounterDetectors.verdict(
                            rule,
                            view,
                            place,
                            (double) times,
                            "went down " + times + " times in " + rule.window().toMinutes() + " min"));
                }
            }
            return verdicts;
        }
    }

    /** Returns whether one end of a link is there and is down, and none is connected to another port. */
    private static boolean isDown(SweepView view, PortPlace end, PortPlace other) {
        PortEntry one = view.ports().get(end);
        PortEntry two = view.ports().get(other);
        boolean elsewhere = Stream.of(one == null, two == null).noneMatch(Boolean::booleanValue)
                && one != null
                && two != null
                && (isPeerOtherThan(one, other) || isPeerOtherThan(two, end));
        return !elsewhere && (isOff(one) || isOff(two));
    }

    private static boolean isPeerOtherThan(PortEntry port, PortPlace expected) {
        return port.peer() != null && !Objects.equals(port.peer(), expected);
    }

    private static boolean isOff(@Nullable PortEntry port) {
        return port != null && port.lanes() == 0;
    }

    /** Links that were there before and are down now. A link is forgotten after the window. */
    static final class DownDetector implements Detector {
        private final AlarmRule rule;
        private final Map<PortPlace, Expected> expected = new HashMap<>();

        private record Expected(PortPlace other, long seen) {}

        DownDetector(AlarmRule rule) {
            this.rule = rule;
        }

        @Override
        public List<Verdict> inspect(SweepView view) {
            links(view).forEach((end, other) -> expected.put(end, new Expected(other, view.at())));
            List<Verdict> verdicts = new ArrayList<>();
            Iterator<Map.Entry<PortPlace, Expected>> each = expected.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<PortPlace, Expected> link = each.next();
                PortPlace end = link.getKey();
                Expected known = link.getValue();
                if (known.seen() == view.at()) {
                    continue;
                }
                if (view.at() - known.seen() > rule.window().toMillis()) {
                    each.remove();
                } else if (isDown(view, end, known.other())) {
                    verdicts.add(view.verdict(
                            rule,
                            end.toString(),
                            name(view, end, known.other()),
                            "the link has been down for " + (view.at() - known.seen()) / 1000 + " s"));
                }
            }
            return verdicts;
        }
    }

    /** Links that are slower or narrower than both of their ends support. */
    record DegradedDetector(AlarmRule rule) implements Detector {
        @Override
        public List<Verdict> inspect(SweepView view) {
            List<Verdict> verdicts = new ArrayList<>();
            links(view).forEach((end, other) -> {
                PortEntry one = view.ports().get(end);
                PortEntry two = view.ports().get(other);
                if (one == null || two == null || one.lanes() == 0) {
                    return;
                }
                int lanes = Math.min(one.maxLanes(), two.maxLanes());
                LaneSpeed speed = slower(LaneSpeed.valueOf(one.maxSpeed()), LaneSpeed.valueOf(two.maxSpeed()));
                if (one.lanes() < lanes || LaneSpeed.valueOf(one.speed()).gigabits() < speed.gigabits()) {
                    verdicts.add(view.verdict(
                            rule,
                            end.toString(),
                            name(view, end, other),
                            "runs at %dX %s; both ends support %dX %s"
                                    .formatted(one.lanes(), one.speed(), lanes, speed.name())));
                }
            });
            return verdicts;
        }

        private static LaneSpeed slower(LaneSpeed one, LaneSpeed two) {
            return one.gigabits() <= two.gigabits() ? one : two;
        }
    }

    /** Links of a switch that are slower than most of its links to nodes of the same type. */
    record TwinDetector(AlarmRule rule) implements Detector {
        @Override
        public List<Verdict> inspect(SweepView view) {
            Map<PortPlace, Verdict> verdicts = new HashMap<>();
            for (NodeEntry node : view.nodes().values()) {
                if (node.isSwitch()) {
                    Map<String, List<PortEntry>> byPeer = node.ports().stream()
                            .filter(port -> port.peer() != null && port.lanes() > 0)
                            .collect(Collectors.groupingBy(port -> peerType(view, port)));
                    byPeer.forEach((type, ports) -> compare(view, node, type, ports, verdicts));
                }
            }
            return List.copyOf(verdicts.values());
        }

        private static String peerType(SweepView view, PortEntry port) {
            PortPlace peer = port.peer();
            NodeEntry node = peer == null ? null : view.nodes().get(peer.node());
            return node == null ? "" : node.type();
        }

        private void compare(
                SweepView view, NodeEntry node, String type, List<PortEntry> ports, Map<PortPlace, Verdict> verdicts) {
            Map<Double, Long> rates =
                    ports.stream().collect(Collectors.groupingBy(PortEntry::bitsPerSecond, Collectors.counting()));
            double usual = rates.entrySet().stream()
                    .filter(rate -> rate.getValue() * 2 > ports.size() && rate.getValue() >= MIN_TWINS - 1)
                    .mapToDouble(Map.Entry::getKey)
                    .findFirst()
                    .orElse(0);
            for (PortEntry port : ports) {
                PortPlace place = new PortPlace(node.guid(), port.number());
                PortPlace peer = port.peer();
                if (ports.size() >= MIN_TWINS && port.bitsPerSecond() < usual && peer != null) {
                    PortPlace end = place.compareTo(peer) < 0 ? place : peer;
                    verdicts.putIfAbsent(
                            end,
                            view.verdict(
                                    rule,
                                    end.toString(),
                                    view.linkName(end),
                                    CounterDetectors.format(
                                            "runs at %.0f Gb/s; %d of %d links of %s to a %s run at %.0f Gb/s",
                                            port.bitsPerSecond() / 1e9,
                                            rates.getOrDefault(usual, 0L),
                                            ports.size(),
                                            node.name(),
                                            type,
                                            usual / 1e9)));
                }
            }
        }
    }
}
