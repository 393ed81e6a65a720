package io.verbena.samples.fabricmonitor.events;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The streams of open pages. Sending never blocks, and the number of streams is limited. */
@Component
class EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final JsonMapper json;
    private final int maxStreams;
    private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean closed;

    EventStream(JsonMapper json, @Value("${fabric-monitor.max-event-streams:100}") int maxStreams) {
        this.json = json;
        this.maxStreams = maxStreams;
    }

    /** Opens a stream with a first event; responds with status 503 if the maximum number of streams is open. */
    void open(HttpServletRequest request, HttpServletResponse response, String name, Object data) throws IOException {
        if (count.incrementAndGet() > maxStreams || closed) {
            count.decrementAndGet();
            response.setHeader("Retry-After", "10");
            response.sendError(
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    maxStreams + " event streams are open, which is the maximum; try again later");
            return;
        }
        response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        response.setHeader("Cache-Control", "no-store");
        Subscriber subscriber = new Subscriber(request.startAsync(), this::gone);
        subscribers.add(subscriber);
        subscriber.offer(event(name, data));
        subscriber.start();
        if (closed) {
            subscriber.close("the application is stopping");
        }
    }

    /** Returns how many streams are open. */
    int open() {
        return count.get();
    }

    private void gone(Subscriber subscriber, String reason) {
        if (subscribers.remove(subscriber)) {
            count.decrementAndGet();
            LOG.debug("An event stream was closed, {} are left: {}", count, reason);
        }
    }

    void send(String name, Object data) {
        if (!subscribers.isEmpty()) {
            byte[] event = event(name, data);
            subscribers.forEach(subscriber -> subscriber.offer(event));
        }
    }

    private byte[] event(String name, Object data) {
        return ("event:" + name + "\ndata:" + json.writeValueAsString(data) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Detects pages that are closed or no longer read. */
    @Scheduled(fixedDelayString = "PT15S")
    void beat() {
        send("beat", "");
    }

    /** Ends the streams before the server waits for open requests, which include them. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        closed = true;
        subscribers.forEach(subscriber -> subscriber.close("the application is stopping"));
    }
}
