package io.verbena.samples.fabricmonitor.events;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The event stream of an open page. Events are queued, up to {@value #MAX_WAITING_BYTES} bytes, and written as the
 * connection accepts them, so that no thread blocks. A page that reads too slowly is disconnected; it reconnects and
 * loads everything again.
 */
final class Subscriber implements WriteListener, AsyncListener {
    static final int MAX_WAITING_BYTES = 1 << 20;

    private static final Duration MAX_STALL = Duration.ofSeconds(30);

    private final AsyncContext context;
    private final ServletOutputStream out;
    private final BiConsumer<Subscriber, String> gone;

    /** Guarded by this, like all fields below. */
    private final Deque<byte[]> waiting = new ArrayDeque<>();

    private int waitingBytes;
    private long progress = System.nanoTime();

    /** Returns whether the connection accepts more data. If not, the container later calls {@link #onWritePossible}. */
    private boolean ready;

    private boolean unflushed;
    private boolean closed;

    Subscriber(AsyncContext context, BiConsumer<Subscriber, String> gone) throws IOException {
        this.context = context;
        this.out = context.getResponse().getOutputStream();
        this.gone = gone;
    }

    void start() {
        context.setTimeout(0);
        context.addListener(this);
        out.setWriteListener(this);
    }

    void offer(byte[] event) {
        String problem = null;
        synchronized (this) {
            if (closed) {
                return;
            }
            if (waitingBytes + event.length > MAX_WAITING_BYTES) {
                problem = "the reader is too slow: " + waitingBytes + " bytes are waiting";
            } else if (!waiting.isEmpty() && System.nanoTime() - progress > MAX_STALL.toNanos()) {
                problem = "nothing was read for " + MAX_STALL.toSeconds() + " s";
            } else {
                waiting.add(event);
                waitingBytes += event.length;
                if (ready) {
                    problem = write();
                }
            }
        }
        if (problem != null) {
            close(problem);
        }
    }

    @Override
    public void onWritePossible() {
        String problem;
        synchronized (this) {
            problem = closed ? null : write();
        }
        if (problem != null) {
            close(problem);
        }
    }

    /** Writes as much as the connection accepts; returns the reason if it has failed, otherwise null. */
    private @Nullable String write() {
        try {
            ready = out.isReady();
            while (ready && (unflushed || !waiting.isEmpty())) {
                byte[] next = waiting.poll();
                if (next == null) {
                    out.flush();
                    unflushed = false;
                } else {
                    waitingBytes -= next.length;
                    out.write(next);
                    unflushed = true;
                }
                progress = System.nanoTime();
                ready = out.isReady();
            }
            return null;
        } catch (IOException | IllegalStateException e) {
            return "the connection has failed: " + e.getMessage();
        }
    }

    /** Ends the stream. Further calls have no effect. */
    void close(String reason) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            waiting.clear();
        }
        gone.accept(this, reason);
        try {
            context.complete();
        } catch (IllegalStateException e) {
            // The container has already ended the request.
        }
    }

    @Override
    public void onError(Throwable failure) {
        close("the connection has failed: " + failure.getMessage());
    }

    @Override
    public void onError(AsyncEvent event) {
        close("the connection has failed");
    }

    @Override
    public void onComplete(AsyncEvent event) {
        close("the request is complete");
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        close("the request has timed out");
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this);
    }
}
