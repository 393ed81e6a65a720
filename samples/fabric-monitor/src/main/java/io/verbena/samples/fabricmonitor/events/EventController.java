package io.verbena.samples.fabricmonitor.events;

import io.verbena.samples.fabricmonitor.topology.FabricMonitor;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * What happened, and what happens: {@code /history} as JSON, {@code /events} as server-sent events. Those are {@code hello}
 * at first, {@code history} for an entry of the history, and {@code topology} for what a reading found to be other than it was.
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
     * The first message of a stream.
     *
     * @param read whether the fabric has been read
     */
    record Hello(boolean read) {}

    @GetMapping("/history")
    List<HistoryEntry> history() {
        return history.latestFirst();
    }

    @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return stream.open("hello", new Hello(monitor.latest().isPresent()));
    }
}
