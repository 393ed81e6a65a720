package io.verbena.monitor.rule;

import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.rule.AlarmRule.RuleKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Applies rules to the sweeps of all subnets. A verdict about a node that does not respond or a link that is down hides
 * the verdicts about its ports. Not thread-safe.
 */
public final class RuleEngine {
    private final List<AlarmRule> rules;
    private final Map<String, Watched> subnets = new HashMap<>();

    /** The state of a subnet: detectors, and the names of its nodes. */
    private record Watched(List<Detector> detectors, Map<String, String> names) {}

    /** Creates an engine. */
    public RuleEngine(List<AlarmRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** Returns the first rule of a kind. */
    public Optional<AlarmRule> rule(RuleKind kind) {
        return rules.stream().filter(rule -> rule.kind() == kind).findFirst();
    }

    /** Returns all rules. */
    public List<AlarmRule> rules() {
        return rules;
    }

    /** Returns the verdicts of a sweep. */
    public List<Verdict> inspect(MonitorSweep sweep) {
        Watched watched = subnets.computeIfAbsent(
                sweep.subnet(),
                name -> new Watched(rules.stream().flatMap(RuleEngine::detector).toList(), SweepView.newNames()));
        SweepView view = new SweepView(sweep, watched.names());
        List<Verdict> verdicts = watched.detectors().stream()
                .flatMap(detector -> detector.inspect(view).stream())
                .toList();
        return withoutChildren(verdicts);
    }

    private static List<Verdict> withoutChildren(List<Verdict> verdicts) {
        Set<String> hiding = new HashSet<>();
        for (Verdict verdict : verdicts) {
            RuleKind kind = verdict.rule().kind();
            if (kind == RuleKind.NODE_UNREACHABLE || kind == RuleKind.LINK_DOWN) {
                hiding.add(verdict.object());
            }
        }
        return verdicts.stream()
                .filter(verdict -> isParent(verdict) || !isHidden(verdict.object(), hiding))
                .toList();
    }

    private static boolean isParent(Verdict verdict) {
        RuleKind kind = verdict.rule().kind();
        return kind == RuleKind.NODE_UNREACHABLE || kind == RuleKind.LINK_DOWN || kind == RuleKind.LINK_FLAP;
    }

    private static boolean isHidden(String object, Set<String> hiding) {
        int slash = object.indexOf('/');
        return hiding.contains(object) || (slash > 0 && hiding.contains(object.substring(0, slash)));
    }

    private static Stream<Detector> detector(AlarmRule rule) {
        return switch (rule.kind()) {
            case BIT_ERROR_RATE -> Stream.of(new CounterDetectors.BitErrorDetector(rule));
            case RAW_BIT_ERROR_RATE -> Stream.of(new CounterDetectors.RawBitErrorDetector(rule));
            case COUNTER_SUM -> Stream.of(new CounterDetectors.SumDetector(rule));
            case PACKET_LOSS -> Stream.of(new CounterDetectors.LossDetector(rule));
            case RISING_TREND -> Stream.of(new CounterDetectors.TrendDetector(rule));
            case CONGESTION -> Stream.of(new CongestionDetector(rule));
            case SATURATED -> Stream.of(new CounterDetectors.SaturationDetector(rule));
            case LINK_FLAP -> Stream.of(new LinkDetectors.FlapDetector(rule));
            case LINK_DOWN -> Stream.of(new LinkDetectors.DownDetector(rule));
            case LINK_DEGRADED -> Stream.of(new LinkDetectors.DegradedDetector(rule));
            case SLOWER_THAN_TWIN -> Stream.of(new LinkDetectors.TwinDetector(rule));
            case NODE_UNREACHABLE -> Stream.of(new NodeDetectors.UnreachableDetector(rule));
            case NODE_REBOOT -> Stream.of(new NodeDetectors.RebootCounter(rule));
            case MANAGER_GONE -> Stream.of(new NodeDetectors.ManagerGoneDetector(rule));
            case MANAGER_CHANGED -> Stream.of(new NodeDetectors.ManagerChangedDetector(rule));
            case SWEEP_PARTIAL -> Stream.of(new NodeDetectors.PartialDetector(rule));
            // These need no sweep; the alarms judge them at intervals.
            case COLLECTOR_STALE, STORE_FAILED -> Stream.empty();
        };
    }
}
