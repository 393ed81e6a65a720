package io.verbena.monitor.web;

import io.verbena.monitor.alarm.Alarm;
import io.verbena.monitor.alarm.AlarmBook;
import io.verbena.monitor.model.Observation.FailedSweep;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.query.LiveView.SharedSystem;
import io.verbena.monitor.store.StoreHealth;
import io.verbena.monitor.store.StoreHealth.StoreState;
import io.verbena.monitor.web.SecurityProperties.UserRole;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the present: verdicts, and the state of the last sweep. It works without the database. */
@RestController
class OverviewController {
    private final LiveView live;
    private final AlarmBook alarms;
    private final StoreHealth store;
    private final RequestDefaults defaults;
    private final Clock clock;
    private final boolean open;

    OverviewController(
            LiveView live,
            AlarmBook alarms,
            StoreHealth store,
            RequestDefaults defaults,
            LoginMethods methods,
            Clock clock) {
        this.live = live;
        this.alarms = alarms;
        this.store = store;
        this.defaults = defaults;
        this.clock = clock;
        this.open = methods.none();
    }

    /**
     * The present of a subnet.
     *
     * @param subnet the name of the subnet
     * @param subnets the names of all subnets that were read since the start
     * @param now the time of the server
     * @param sweep the last sweep; null before the first one
     * @param failure the reason why the last reading failed; null if it succeeded
     * @param alarms the active alarms, the most severe first
     * @param events the number of events that were observed since the start
     * @param store the state of the database
     * @param user the name of the user; null without login
     * @param open whether the monitor requires no login
     * @param operator whether the user may change alarms and maintenance windows
     */
    record Overview(
            String subnet,
            List<String> subnets,
            Instant now,
            @Nullable SweepSummary sweep,
            @Nullable String failure,
            List<Alarm> alarms,
            long events,
            StoreState store,
            @Nullable String user,
            boolean open,
            boolean operator) {}

    /**
     * A sweep without its nodes and counters.
     *
     * @param at the time when it ended
     * @param durationMillis its duration in milliseconds
     * @param nodes the number of nodes
     * @param switches the number of switches
     * @param links the number of links
     * @param ports the number of ports whose counters were read
     * @param failures the requests that failed, at most 20
     * @param manager the subnet manager
     */
    record SweepSummary(
            Instant at,
            long durationMillis,
            int nodes,
            long switches,
            long links,
            int ports,
            List<String> failures,
            String manager) {
        static SweepSummary of(MonitorSweep sweep) {
            return new SweepSummary(
                    sweep.at(),
                    sweep.durationMillis(),
                    sweep.topology().nodes().size(),
                    sweep.topology().nodes().stream()
                            .filter(node -> node.isSwitch())
                            .count(),
                    sweep.topology().links(),
                    sweep.samples().size(),
                    sweep.failures().stream().limit(20).toList(),
                    sweep.manager().text());
        }
    }

    /** Returns the systems that are in several subnets. */
    @GetMapping("/api/shared-systems")
    List<SharedSystem> sharedSystems() {
        return live.sharedSystems();
    }

    @GetMapping("/api/overview")
    Overview overview(@RequestParam Optional<String> subnet, HttpServletRequest request) {
        String name = defaults.subnet(subnet);
        Principal user = request.getUserPrincipal();
        return new Overview(
                name,
                live.subnets(),
                clock.instant(),
                live.sweep(name).map(SweepSummary::of).orElse(null),
                live.failure(name).map(FailedSweep::reason).orElse(null),
                alarms.active().stream()
                        .filter(alarm -> alarm.subnet().equals(name))
                        .toList(),
                live.eventCount(name),
                store.state(),
                user == null ? null : user.getName(),
                open,
                // Without login, the user is anonymous, and has no role here.
                open || request.isUserInRole(UserRole.OPERATOR.name()));
    }
}
