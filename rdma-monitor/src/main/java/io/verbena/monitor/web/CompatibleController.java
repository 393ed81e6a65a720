package io.verbena.monitor.web;

import io.verbena.monitor.metrics.CompatibleMetrics;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.query.LiveView;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Serves the last sweeps with the names and labels of other exporters. It works without the database. */
@RestController
record CompatibleController(LiveView live, Clock clock) {
    /** Age from which a sweep is not shown, so that its series end. */
    private static final Duration STALE = Duration.ofMinutes(5);

    @GetMapping("/metrics")
    void metrics(@RequestParam String compat, @RequestParam Optional<String> subnet, HttpServletResponse response)
            throws IOException {
        CompatibleMetrics format = CompatibleMetrics.ofName(compat);
        Instant oldest = clock.instant().minus(STALE);
        List<MonitorSweep> sweeps = subnet.map(Stream::of)
                .orElseGet(() -> live.subnets().stream())
                .flatMap(name -> live.sweep(name).stream())
                .filter(sweep -> sweep.at().isAfter(oldest))
                .toList();
        response.setContentType("text/plain; version=0.0.4; charset=utf-8");
        Writer out = response.getWriter();
        format.write(sweeps, out);
    }
}
