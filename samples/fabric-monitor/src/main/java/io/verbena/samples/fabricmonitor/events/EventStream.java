package io.verbena.samples.fabricmonitor.events;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The pages that are open, which are told what happens. Whoever tells does not wait for them. */
@Component
class EventStream {
    private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
    private final ExecutorService senders = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "event-stream");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    /** Opens a stream that begins with a message. */
    SseEmitter open(String name, Object data) {
        Subscriber subscriber = new Subscriber(senders, subscribers::remove);
        subscribers.add(subscriber);
        if (closed) {
            subscriber.close();
        } else {
            subscriber.offer(name, data);
        }
        return subscriber.emitter();
    }

    void send(String name, Object data) {
        subscribers.forEach(subscriber -> subscriber.offer(name, data));
    }

    /** Whoever has gone without a word is noticed by this. */
    @Scheduled(fixedDelayString = "PT15S")
    void beat() {
        send("beat", "");
    }

    /** Before the server waits for the requests that are open, of which these would be some. */
    @EventListener(ContextClosedEvent.class)
    void close() {
        closed = true;
        subscribers.forEach(Subscriber::close);
        senders.shutdown();
    }
}
