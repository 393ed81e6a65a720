package io.verbena.samples.fabricmonitor.events;

import io.verbena.samples.fabricmonitor.events.History.HistoryEntry;
import io.verbena.samples.fabricmonitor.topology.FabricMonitor;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves events: {@code /history} as JSON, and {@code /events} as server-sent events. A stream begins with {@code
 * hello}, and continues with {@code history} for each new entry and {@code topology} for each change of the topology.
 */
@RestController
class EventController {
    private final EventStream stream;
    private final History history;
    private final FabricMonitor monitor;

    EventController(EventStream stream, History history, FabricMonitor monitor) {
        this.stream = stream;
        this.history = history;
        this.monitor = monitor;
    }

    /**
     * The first event of a stream.
     *
     * @param read whether the fabric has been read
     */
    record Hello(boolean read) {}

    @GetMapping("/history")
    List<HistoryEntry> history() {
        return history.latestFirst();
    }

    @GetMapping("/events")
    void events(HttpServletRequest request, HttpServletResponse response) throws IOException {
        stream.open(request, response, "hello", new Hello(monitor.latest().isPresent()));
    }
}
