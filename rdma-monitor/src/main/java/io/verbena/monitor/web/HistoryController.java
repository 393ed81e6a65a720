package io.verbena.monitor.web;

import io.verbena.monitor.model.MonitoredCounter;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.query.LiveView;
import io.verbena.monitor.query.PastQuery;
import io.verbena.monitor.query.PastQuery.DatedFinding;
import io.verbena.monitor.query.PortHistory;
import io.verbena.monitor.query.PortHistory.Point;
import io.verbena.monitor.query.PortHistory.Series;
import io.verbena.monitor.query.TopPorts;
import io.verbena.monitor.query.TopPorts.RankedPort;
import io.verbena.monitor.rule.BitErrorRate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the history of counters: of ports and nodes, rankings, bit error rates, and findings. It only reads. */
@RestController
record HistoryController(
        LiveView live,
        PortHistory ports,
        TopPorts ranking,
        PastQuery past,
        QueryLimit limit,
        RequestDefaults defaults) {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final double BIT_ERROR_LIMIT = 1e-14;

    @GetMapping("/api/ports/{node}/{port}/history")
    Series history(
            @PathVariable String node,
            @PathVariable int port,
            @RequestParam(defaultValue = "xmit_data,rcv_data") List<String> counters,
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "720") int points) {
        return limit.run(() -> ports.of(
                defaults.subnet(subnet),
                new PortPlace(node, port),
                defaults.range(from, to, HOUR),
                columns(counters),
                points));
    }

    /** The sums of all ports of a node. */
    @GetMapping("/api/nodes/{node}/history")
    Series sums(
            @PathVariable String node,
            @RequestParam(defaultValue = "xmit_data,rcv_data") List<String> counters,
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam(defaultValue = "720") int points) {
        return limit.run(() ->
                ports.ofNode(defaults.subnet(subnet), node, defaults.range(from, to, HOUR), columns(counters), points));
    }

    /**
     * The bit error rate of a port in a range of time, from its symbol errors.
     *
     * @param errors the number of symbol errors
     * @param seconds the time that samples cover
     * @param bitsPerSecond the signaling rate of the link
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

    /**
     * Has no content if the link is down or has no samples in the range.
     *
     * @param bitsPerSecond the signaling rate of the link in the range; by default that of the present
     */
    @GetMapping("/api/ports/{node}/{port}/ber")
    ResponseEntity<BitErrorView> bitErrors(
            @PathVariable String node,
            @PathVariable int port,
            @RequestParam Optional<String> subnet,
            @RequestParam Optional<Instant> from,
            @RequestParam Optional<Instant> to,
            @RequestParam Optional<Double> bitsPerSecond) {
        double bits =
                bitsPerSecond.orElseGet(() -> live.bitsPerSecond(defaults.subnet(subnet), new PortPlace(node, port)));
        Series series = history(
                node, port, List.of(MonitoredCounter.SYMBOL_ERROR.column()), subnet, from, to, PortHistory.MAX_POINTS);
        double seconds = series.points().stream().mapToDouble(Point::seconds).sum();
        if (!(bits > 0) || seconds == 0) {
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
        return limit.run(() -> ranking.of(
                defaults.subnet(subnet),
                columns(counters),
                defaults.range(from, to, HOUR),
                RequestDefaults.rows(rows)));
    }

    @GetMapping("/api/findings")
    List<DatedFinding> findings(@RequestParam Optional<String> subnet) {
        return limit.run(() -> past.findings(defaults.subnet(subnet)));
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

    private static List<MonitoredCounter> columns(List<String> counters) {
        return counters.stream().map(MonitoredCounter::ofColumn).toList();
    }
}
