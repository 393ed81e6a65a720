package io.verbena.monitor.web;

import io.verbena.monitor.collect.CollectorProperties;
import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.query.LoadQuery;
import io.verbena.monitor.query.LoadQuery.FabricLoad;
import io.verbena.monitor.query.PastQuery;
import io.verbena.monitor.query.PastQuery.DatedFinding;
import io.verbena.monitor.query.PastQuery.DatedTopology;
import io.verbena.monitor.query.PastQuery.TopologyChange;
import io.verbena.monitor.query.PortHistory;
import io.verbena.monitor.query.PortHistory.Point;
import io.verbena.monitor.query.PortHistory.Series;
import io.verbena.monitor.query.TimeRange;
import io.verbena.monitor.query.TopPorts;
import io.verbena.monitor.query.TopPorts.RankedPort;
import io.verbena.monitor.rule.BitErrorRate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Serves the past: histories of ports, rankings, events, findings and topologies. It only reads. */
@RestController
class HistoryController {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MAX_ROWS = 1000;
    private static final double BIT_ERROR_LIMIT = 1e-14;

    private final LiveView live;
    private final PortHistory ports;
    private final TopPorts ranking;
    private final PastQuery past;
    private final LoadQuery load;
    private final QueryLimit limit;
    private final Clock clock;
    private final String ownSubnet;

    HistoryController(
            LiveView live,
            PortHistory ports,
            TopPorts ranking,
            PastQuery past,
            LoadQuery load,
            QueryLimit limit,
            CollectorProperties collector,
            Clock clock) {
        this.live = live;
        this.ports = ports;
        this.ranking = ranking;
        this.past = past;
        this.load = load;
        this.limit = limit;
        this.clock = clock;
        this.ownSubnet = collector.subnet();
    }

    @GetMapping("/api/ports/{node}/{port}/history")
    Series history(
            @PathVariable String node,
            @PathVariable int port,
            @RequestParam(defaultValue = "xmit_data,rcv_data") List<String> counters,
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "720") int points) {
        List<MonitoredCounter> columns =
                counters.stream().map(MonitoredCounter::ofColumn).toList();
        return limit.run(() -> ports.of(name(subnet), new PortPlace(node, port), range(from, to), columns, points));
    }

    /**
     * The bit error rate of a port in a range of time, from its symbol errors.
     *
     * @param errors the number of symbol errors
     * @param seconds the time that samples cover
     * @param bitsPerSecond the present signaling rate of the link; 0 if it is down
     * @param estimate the errors by the bits
     * @param lower the rate that is reached at least, at 95 %
     * @param upper the rate that is not exceeded, at 95 %
     * @param limit the rate that a link should not exceed
     * @param secondsToTell the time without errors after which the link is known to be better than the limit
     */
    record BitErrorView(
            long errors,
            double seconds,
            double bitsPerSecond,
            double estimate,
            double lower,
            double upper,
            double limit,
            long secondsToTell) {}

    /** Has no content if the link is down now, or has no samples in the range. */
    @GetMapping("/api/ports/{node}/{port}/ber")
    ResponseEntity<BitErrorView> bitErrors(
            @PathVariable String node,
            @PathVariable int port,
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to) {
        String name = name(subnet);
        double bits = live.bitsPerSecond(name, new PortPlace(node, port));
        Series series = history(
                node, port, List.of(MonitoredCounter.SYMBOL_ERROR.column()), subnet, from, to, PortHistory.MAX_POINTS);
        double seconds = series.points().stream().mapToDouble(Point::seconds).sum();
        if (bits == 0 || seconds == 0) {
            return ResponseEntity.noContent().build();
        }
        long errors = series.points().stream()
                .mapToLong(point -> point.sums().getOrDefault(MonitoredCounter.SYMBOL_ERROR.column(), 0L))
                .sum();
        BitErrorRate rate = new BitErrorRate(errors, bits * seconds);
        return ResponseEntity.ok(new BitErrorView(
                errors,
                seconds,
                bits,
                rate.estimate(),
                rate.lower(),
                rate.upper(),
                BIT_ERROR_LIMIT,
                BitErrorRate.timeToTell(BIT_ERROR_LIMIT, bits).toSeconds()));
    }

    @GetMapping("/api/top")
    List<RankedPort> top(
            @RequestParam List<String> counters,
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "20") int rows) {
        List<MonitoredCounter> columns =
                counters.stream().map(MonitoredCounter::ofColumn).toList();
        return limit.run(() -> ranking.of(name(subnet), columns, range(from, to), rows(rows)));
    }

    @GetMapping("/api/events")
    List<MonitorEvent> events(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "100") int rows) {
        return limit.run(() -> past.events(name(subnet), range(from, to), rows(rows)));
    }

    @GetMapping("/api/findings")
    List<DatedFinding> findings(@RequestParam Optional<String> subnet) {
        return limit.run(() -> past.findings(name(subnet)));
    }

    /** Has no content if the topology is the one that is so since a time that the client knows. */
    @GetMapping("/api/topology")
    ResponseEntity<DatedTopology> topology(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> at,
            @RequestParam Optional<Instant> known) {
        Instant time = at.orElseGet(clock::instant);
        if (known.isPresent()
                && limit.run(() -> past.topologySince(name(subnet), time)).equals(known)) {
            return ResponseEntity.noContent().build();
        }
        return limit.run(() -> past.topology(name(subnet), time))
                .map(ResponseEntity::ok)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "the subnet had not been read at this time; see /api/topology/changes"));
    }

    @GetMapping("/api/load")
    FabricLoad load(@RequestParam Optional<String> subnet, @RequestParam Optional<Instant> at) {
        return limit.run(() -> load.at(name(subnet), at.orElseGet(clock::instant)));
    }

    @GetMapping("/api/topology/changes")
    List<TopologyChange> changes(
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to) {
        return limit.run(() -> past.changes(name(subnet), range(from, to), MAX_ROWS));
    }

    @GetMapping("/api/counters")
    List<String> counters() {
        return MonitoredCounter.ALL.stream().map(MonitoredCounter::column).toList();
    }

    /** Returns the names of all subnets of the database. */
    @GetMapping("/api/subnets")
    List<String> subnets() {
        return limit.run(past::subnets);
    }

    private String name(Optional<String> subnet) {
        return subnet.orElseGet(() -> live.preferred(ownSubnet));
    }

    private TimeRange range(Optional<Instant> from, Optional<Instant> to) {
        return TimeRange.of(from.orElse(null), to.orElse(null), HOUR, clock);
    }

    private static int rows(int rows) {
        return Math.max(1, Math.min(rows, MAX_ROWS));
    }
}
