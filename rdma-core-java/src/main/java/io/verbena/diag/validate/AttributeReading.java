package io.verbena.diag.validate;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import io.verbena.subnet.Port;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks of one attribute from many nodes. One request per node is in flight at a time, so memory does not grow
 * with the tables, and a node that does not respond is asked only once.
 *
 * @param <T> type of a block
 */
final class AttributeReading<T extends Structure & SubnGet> {
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final MadTransactor mad;
    private final Class<T> type;
    private final Sink<T> sink;
    private final Consumer<String> failed;
    private final CompletableFuture<Void> result = new CompletableFuture<>();
    private int open = 1;
    private long answered;

    /** The blocks of an attribute of a port, by their modifiers, and the path to the node of the port. */
    record Request(Port port, Path path, List<Long> modifiers) {}

    private record Block(Port port, Path path, long modifier) {}

    /** Receives blocks; calls do not overlap. */
    interface Sink<T> {
        void accept(Port port, long modifier, T block);
    }

    private AttributeReading(MadTransactor mad, Class<T> type, Sink<T> sink, Consumer<String> failed) {
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
    static <T extends Structure & SubnGet> void read(
            MadTransactor mad, Class<T> type, List<Request> requests, Sink<T> sink, Consumer<String> failed) {
        AttributeReading<T> reading = new AttributeReading<>(mad, type, sink, failed);
        requests.stream()
                .collect(Collectors.groupingBy(Request::path, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(reading::start);
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

    private void start(List<Request> requests) {
        synchronized (this) {
            open++;
        }
        next(requests.stream()
                .flatMap(request -> request.modifiers().stream()
                        .map(modifier -> new Block(request.port(), request.path(), modifier)))
                .iterator());
    }

    private void next(Iterator<Block> blocks) {
        if (!blocks.hasNext() || result.isDone()) {
            end();
            return;
        }
        Block block = blocks.next();
        CompletableFuture<?> unused = mad.async()
                .subnGet(type, block.path(), block.modifier())
                .whenComplete((answer, failure) -> {
                    if (handle(block, answer, failure)) {
                        next(blocks);
                    } else {
                        end();
                    }
                });
    }

    private synchronized boolean handle(Block block, @Nullable T answer, @Nullable Throwable failure) {
        answered++;
        if (answer == null) {
            String reason = FutureErrors.cause(Objects.requireNonNull(failure)).getMessage();
            failed.accept("cannot read " + type.getSimpleName() + " of "
                    + block.port().node() + ": " + reason);
            return false;
        }
        sink.accept(block.port(), block.modifier(), answer);
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
