package io.verbena.monitor.alarm;

import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.collect.CollectorProperties;
import io.verbena.monitor.collect.MonitorRoles;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.rule.AlarmRule;
import io.verbena.monitor.rule.AlarmRule.RuleKind;
import io.verbena.monitor.rule.RuleEngine;
import io.verbena.monitor.rule.RuleFile;
import io.verbena.monitor.rule.Verdict;
import io.verbena.monitor.store.StoreHealth;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Judges each sweep by the rules unless a newer one was judged, and judges at intervals whether sweeps arrive and are stored. */
@Component
public final class SweepJudge implements ObservationConsumer {
    private static final Set<RuleKind> TIMED = EnumSet.of(RuleKind.COLLECTOR_STALE, RuleKind.STORE_FAILED);

    private final RuleEngine engine;
    private final AlarmBook book;
    private final StoreHealth store;
    private final Clock clock;
    private final String ownSubnet;
    private final Set<String> timedRules;
    private final Map<String, Instant> judged = new HashMap<>();
    private final Map<String, Instant> sweeps = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    SweepJudge(
            AlarmProperties properties,
            CollectorProperties collector,
            MonitorRoles roles,
            AlarmBook book,
            StoreHealth store,
            Clock clock) {
        List<AlarmRule> rules = RuleFile.read(properties.rules());
        this.engine = new RuleEngine(rules);
        this.book = book;
        this.store = store;
        this.clock = clock;
        this.ownSubnet = collector.subnet();
        this.timedRules = rules.stream()
                .filter(rule -> TIMED.contains(rule.kind()))
                .map(AlarmRule::name)
                .collect(Collectors.toSet());
        if (roles.watch()) {
            book.retain(rules.stream().map(AlarmRule::name).collect(Collectors.toSet()), clock.instant());
        }
        if (roles.watch() && roles.collect()) {
            sweeps.put(ownSubnet, clock.instant());
        }
    }

    /** Returns the rules in force. */
    public List<AlarmRule> rules() {
        return engine.rules();
    }

    @Override
    public synchronized void accept(Observation observation) {
        if (observation instanceof MonitorSweep sweep) {
            Instant last = judged.put(sweep.subnet(), sweep.at());
            if (last != null && !sweep.at().isAfter(last)) {
                judged.put(sweep.subnet(), last);
                return;
            }
            sweeps.put(sweep.subnet(), sweep.at());
            failures.remove(sweep.subnet());
            book.apply(sweep.subnet(), sweep.at(), engine.inspect(sweep), Predicate.not(timedRules::contains));
        } else if (observation instanceof FailedSweep failure) {
            failures.put(failure.subnet(), failure.reason());
        }
    }

    /** Judges whether sweeps arrive and are stored. */
    @Scheduled(fixedDelay = 5_000)
    public synchronized void judgeTime() {
        Instant now = clock.instant();
        sweeps.forEach((subnet, last) -> book.apply(subnet, now, timed(subnet, last, now), timedRules::contains));
    }

    private List<Verdict> timed(String subnet, Instant last, Instant now) {
        List<Verdict> verdicts = new ArrayList<>();
        Duration age = Duration.between(last, now);
        engine.rule(RuleKind.COLLECTOR_STALE)
                .filter(rule -> age.compareTo(rule.window()) > 0)
                .ifPresent(rule -> verdicts.add(new Verdict(
                        rule,
                        subnet,
                        "subnet",
                        "subnet " + subnet,
                        rule.severity(),
                        "not read for " + age.toSeconds() + " s"
                                + (failures.containsKey(subnet) ? ": " + failures.get(subnet) : ""))));
        if (subnet.equals(ownSubnet)) {
            engine.rule(RuleKind.STORE_FAILED)
                    .ifPresent(rule -> store.failure()
                            .ifPresent(reason -> verdicts.add(
                                    new Verdict(rule, subnet, "store", "database", rule.severity(), reason))));
        }
        return verdicts;
    }
}
