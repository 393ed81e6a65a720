package io.verbena.samples.fabricmonitor.events;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * A page that is open. What it is told waits for it here, up to a limit: one that is too slow is let go, connects again and
 * reads everything anew.
 */
final class Subscriber {
    private static final int LIMIT = 256;
    private static final long WITHOUT_END = 0;

    private final SseEmitter emitter = new SseEmitter(WITHOUT_END);
    private final Deque<SseEmitter.SseEventBuilder> waiting = new ArrayDeque<>();
    private final Executor senders;
    private final Consumer<Subscriber> gone;
    private boolean sending;
    private boolean closed;

    Subscriber(Executor senders, Consumer<Subscriber> gone) {
        this.senders = senders;
        this.gone = gone;
        emitter.onCompletion(this::close);
        emitter.onError(failure -> close());
    }

    SseEmitter emitter() {
        return emitter;
    }

    void offer(String name, Object data) {
        boolean begin = false;
        boolean slow = false;
        synchronized (waiting) {
            if (closed) {
                return;
            }
            slow = waiting.size() >= LIMIT;
            if (!slow) {
                waiting.add(SseEmitter.event().name(name).data(data));
                begin = !sending;
                sending = true;
            }
        }
        if (slow) {
            close();
        } else if (begin) {
            senders.execute(this::sendAll);
        }
    }

    private void sendAll() {
        try {
            for (SseEmitter.SseEventBuilder next = next(); next != null; next = next()) {
                emitter.send(next);
            }
        } catch (IOException | IllegalStateException e) {
            close();
        }
    }

    private SseEmitter.@Nullable SseEventBuilder next() {
        synchronized (waiting) {
            SseEmitter.SseEventBuilder next = closed ? null : waiting.poll();
            sending = next != null;
            return next;
        }
    }

    void close() {
        synchronized (waiting) {
            if (closed) {
                return;
            }
            closed = true;
            waiting.clear();
        }
        gone.accept(this);
        emitter.complete();
    }
}
