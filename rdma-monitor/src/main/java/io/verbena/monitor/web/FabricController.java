package io.verbena.monitor.web;

import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.query.EventQuery;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.query.LiveView.LiveTopology;
import io.verbena.monitor.query.LoadQuery;
import io.verbena.monitor.query.LoadQuery.FabricLoad;
import io.verbena.monitor.query.PastQuery;
import io.verbena.monitor.query.PastQuery.TopologyChange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * Serves topologies, loads and events. The present comes from the live view, which has a sweep before the database and works
 * without it, if this process receives the subnet; all else comes from the database.
 */
@RestController
record FabricController(
        LiveView live,
        PastQuery past,
        LoadQuery load,
        EventQuery events,
        QueryLimit limit,
        RequestDefaults defaults,
        Clock clock) {
    private static final Duration HOUR = Duration.ofHours(1);

    /** Has no content if the topology is the one that is so since a time that the client knows. */
    @GetMapping("/api/topology")
    ResponseEntity<?> topology(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> at,
            @RequestParam Optional<Instant> known) {
        String name = defaults.subnet(subnet);
        Optional<LiveTopology> present = at.isPresent() ? Optional.empty() : live.topology(name);
        Instant time = at.orElseGet(clock::instant);
        Supplier<Optional<Instant>> since = () -> present.isPresent()
                ? present.map(LiveTopology::since)
                : limit.run(() -> past.topologySince(name, time));
        if (known.isPresent() && since.get().equals(known)) {
            return ResponseEntity.noContent().build();
        }
        if (present.isPresent()) {
            return ResponseEntity.ok(present.get());
        }
        return limit.run(() -> past.topology(name, time))
                .map(ResponseEntity::ok)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "the subnet had not been read at this time; see /api/topology/changes"));
    }

    @GetMapping("/api/load")
    FabricLoad load(@RequestParam Optional<String> subnet, @RequestParam Optional<Instant> at) {
        String name = defaults.subnet(subnet);
        Optional<FabricLoad> present = at.isPresent() ? Optional.empty() : live.load(name);
        return present.orElseGet(() -> limit.run(() -> load.at(name, at.orElseGet(clock::instant))));
    }

    @GetMapping("/api/topology/changes")
    List<TopologyChange> changes(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to) {
        return limit.run(
                () -> past.changes(defaults.subnet(subnet), defaults.range(from, to, HOUR), RequestDefaults.MAX_ROWS));
    }

    @GetMapping("/api/events")
    List<MonitorEvent> events(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "") List<String> object,
            @RequestParam(defaultValue = "100") int rows) {
        return limit.run(() -> events.of(
                defaults.subnet(subnet),
                defaults.range(from, to, HOUR),
                RequestDefaults.objects(object),
                RequestDefaults.rows(rows)));
    }
}
