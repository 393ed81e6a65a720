package io.verbena.diag.validate;

import io.verbena.error.RdmaException;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import io.verbena.subnet.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks of one attribute from many nodes. One request per node is in flight at a time, so memory does not grow
 * with the tables, and a node that does not respond is asked only once.
 *
 * @param <T> type of a block
 * @param <G> type of the tag of a request
 */
final class AttributeReading<T extends Structure & SubnGet, G> {
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final MadTransactor mad;
    private final Class<T> type;
    private final Sink<T, G> sink;
    private final Consumer<String> failed;
    private final CompletableFuture<Void> result = new CompletableFuture<>();
    private int open = 1;
    private long answered;

    /**
     * The blocks of an attribute that are read over one path.
     *
     * @param node the node
     * @param path the path to the node
     * @param modifiers the attribute modifiers of the blocks
     * @param tag what the caller needs to assign the blocks
     */
    record Request<G>(Node node, Path path, List<Long> modifiers, G tag) {}

    /** Receives blocks; calls do not overlap. */
    interface Sink<T, G> {
        void accept(Request<G> request, long modifier, T block);
    }

    private AttributeReading(MadTransactor mad, Class<T> type, Sink<T, G> sink, Consumer<String> failed) {
        this.mad = mad;
        this.type = type;
        this.sink = sink;
        this.failed = failed;
    }

    /**
     * Reads blocks and waits for them.
     *
     * @param failed receives a description of each node that cannot be read
     * @throws RdmaException if the end port is lost, or the thread is interrupted
     */
    static <T extends Structure & SubnGet, G> void read(
            MadTransactor mad, Class<T> type, List<Request<G>> requests, Sink<T, G> sink, Consumer<String> failed) {
        AttributeReading<T, G> reading = new AttributeReading<>(mad, type, sink, failed);
        Map<Path, List<Request<G>>> byPath = new LinkedHashMap<>();
        requests.forEach(request -> byPath.computeIfAbsent(request.path(), absent -> new ArrayList<>())
                .add(request));
        byPath.values().forEach(reading::start);
        reading.end();
        Duration timeout = mad.options()
                .timeout()
                .multipliedBy(mad.options().retries() + 1L)
                .plus(SLACK);
        try {
            mad.await(reading.result, timeout, reading::progress, "the reading of " + type.getSimpleName());
        } finally {
            reading.result.cancel(false);
        }
    }

    private void start(List<Request<G>> requests) {
        synchronized (this) {
            open++;
        }
        next(requests, 0, 0);
    }

    private void next(List<Request<G>> requests, int request, int block) {
        int current = request;
        int index = block;
        while (current < requests.size()
                && index == requests.get(current).modifiers().size()) {
            current++;
            index = 0;
        }
        if (current == requests.size() || result.isDone()) {
            end();
            return;
        }
        ask(requests, current, index);
    }

    private void ask(List<Request<G>> requests, int current, int index) {
        Request<G> asked = requests.get(current);
        long modifier = asked.modifiers().get(index);
        CompletableFuture<?> unused = mad.async()
                .subnGet(type, asked.path(), modifier)
                .whenComplete((answer, failure) -> {
                    if (handle(asked, modifier, answer, failure)) {
                        next(requests, current, index + 1);
                    } else {
                        end();
                    }
                });
    }

    private synchronized boolean handle(
            Request<G> request, long modifier, @Nullable T answer, @Nullable Throwable failure) {
        answered++;
        if (answer == null) {
            Throwable reason = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
            failed.accept("cannot read " + type.getSimpleName() + " of " + request.node() + ": "
                    + (reason == null ? "no answer" : reason.getMessage()));
            return false;
        }
        sink.accept(request, modifier, answer);
        return true;
    }

    private void end() {
        boolean last;
        synchronized (this) {
            last = --open == 0;
        }
        if (last) {
            result.complete(null);
        }
    }

    private synchronized long progress() {
        return answered;
    }
}
