package io.verbena.monitor.rule;

import io.verbena.monitor.model.Observation.ManagerEntry;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules about nodes and about the subnet. */
final class NodeDetectors {
    private static final String SUBNET = "subnet";

    private NodeDetectors() {}

    private static Verdict ofSubnet(AlarmRule rule, SweepView view, String text) {
        return view.verdict(rule, SUBNET, "subnet " + view.sweep().subnet(), text);
    }

    /** Nodes that do not respond although a port that they were connected to is up. */
    static final class UnreachableDetector implements Detector {
        private final AlarmRule rule;
        private final Map<String, Set<PortPlace>> peers = new HashMap<>();

        UnreachableDetector(AlarmRule rule) {
            this.rule = rule;
        }

        @Override
        public List<Verdict> inspect(SweepView view) {
            view.nodes().forEach((guid, node) -> peers.put(guid, peers(node)));
            List<Verdict> verdicts = new ArrayList<>();
            peers.forEach((guid, places) -> {
                if (!view.nodes().containsKey(guid)) {
                    places.stream()
                            .filter(place -> isUpWithoutPeer(view.ports().get(place)))
                            .findFirst()
                            .ifPresent(place -> verdicts.add(view.verdict(
                                    rule,
                                    guid,
                                    view.nodeName(guid),
                                    "does not respond, and " + view.name(place) + " is up")));
                }
            });
            return verdicts;
        }

        private static Set<PortPlace> peers(NodeEntry node) {
            Set<PortPlace> places = new HashSet<>();
            for (PortEntry port : node.ports()) {
                PortPlace peer = port.peer();
                if (peer != null) {
                    places.add(peer);
                }
            }
            return places;
        }

        private static boolean isUpWithoutPeer(@Nullable PortEntry port) {
            return port != null && port.lanes() > 0 && port.peer() == null;
        }
    }

    /** Restarts of nodes in the window. */
    static final class RebootCounter implements Detector {
        private final AlarmRule rule;
        private final SlidingSums<String> reboots;

        RebootCounter(AlarmRule rule) {
            this.rule = rule;
            this.reboots = new SlidingSums<>(rule.window().toMillis());
        }

        @Override
        public List<Verdict> inspect(SweepView view) {
            reboots.advance(view.at());
            view.sweep().rebooted().forEach(guid -> reboots.add(guid, view.at(), 1));
            List<Verdict> verdicts = new ArrayList<>();
            for (String guid : reboots.keys()) {
                long times = reboots.sum(guid);
                if (times > rule.threshold()) {
                    verdicts.add(view.verdict(
                            rule,
                            guid,
                            view.nodeName(guid),
                            "restarted " + times + (times == 1 ? " time in " : " times in ")
                                    + rule.window().toMinutes() + " min"));
                }
            }
            return verdicts;
        }
    }

    /** A subnet without a master subnet manager that responds. */
    record ManagerGoneDetector(AlarmRule rule) implements Detector {
        @Override
        public List<Verdict> inspect(SweepView view) {
            ManagerEntry manager = view.sweep().manager();
            return manager.reachable()
                    ? List.of()
                    : List.of(ofSubnet(rule, view, "the subnet manager does not respond: " + manager.text()));
        }
    }

    /** A master subnet manager on another port than before. */
    static final class ManagerChangedDetector implements Detector {
        private final AlarmRule rule;
        private @Nullable ManagerEntry before;

        ManagerChangedDetector(AlarmRule rule) {
            this.rule = rule;
        }

        @Override
        public List<Verdict> inspect(SweepView view) {
            ManagerEntry now = view.sweep().manager();
            ManagerEntry old = before;
            if (!now.reachable() || now.port().isEmpty()) {
                return List.of();
            }
            before = now;
            return old == null || old.port().equals(now.port())
                    ? List.of()
                    : List.of(ofSubnet(rule, view, "the subnet manager is " + now.text() + "; it was " + old.text()));
        }
    }

    /** A sweep in which requests failed. */
    record PartialDetector(AlarmRule rule) implements Detector {
        @Override
        public List<Verdict> inspect(SweepView view) {
            List<String> failures = view.sweep().failures();
            return failures.size() <= rule.threshold()
                    ? List.of()
                    : List.of(ofSubnet(
                            rule, view, failures.size() + " requests failed, the first one: " + failures.get(0)));
        }
    }
}
