package io.verbena.subnet.forwarding;

import io.verbena.error.FutureErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.mad.MadTransactor;
import io.verbena.path.Path;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables of switches block by block. One block per switch is requested at a time, so memory does not grow with
 * the tables.
 *
 * @param <R> type of the result
 * @param <T> type of a block
 */
abstract class TableReading<R, T extends Structure & SubnGet> {
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final Subnet subnet;
    private final MadTransactor mad;
    private final Class<T> type;
    private final List<RdmaException> failures = new ArrayList<>();
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private int open = 1;
    private long answered;

    TableReading(Subnet subnet, MadTransactor mad, Class<T> type) {
        this.subnet = subnet;
        this.mad = mad;
        this.type = type;
    }

    /** Returns the blocks of a switch as attribute modifiers; called once per switch. */
    abstract List<Long> blocks(Node node);

    /** Handles a block; calls do not overlap. */
    abstract void accept(Node node, int index, T block);

    /** Returns the result after all blocks were read. */
    abstract R finish(List<RdmaException> notRead);

    CompletableFuture<R> start() {
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            Optional<Path> path = path(node);
            List<Long> blocks = blocks(node);
            if (path.isEmpty() && !blocks.isEmpty()) {
                fail(new RdmaException("cannot read the tables of " + node + ": it has no path and no LID"));
            } else if (path.isPresent()) {
                begin();
                next(node, path.get(), blocks, 0);
            }
        }
        end();
        return result;
    }

    /** Returns a directed route if possible, because it does not depend on the tables being read. */
    private Optional<Path> path(Node node) {
        return subnet.pathTo(node).or(() -> node.port(0).flatMap(Port::lidPath));
    }

    private void next(Node node, Path path, List<Long> blocks, int index) {
        if (index == blocks.size() || result.isDone()) {
            end();
            return;
        }
        CompletableFuture<?> unused = mad.async()
                .subnGet(type, path, blocks.get(index))
                .whenComplete((block, failure) -> {
                    if (handle(node, index, block, failure)) {
                        next(node, path, blocks, index + 1);
                    } else {
                        end();
                    }
                });
    }

    private synchronized boolean handle(Node node, int index, @Nullable T block, @Nullable Throwable failure) {
        answered++;
        if (block == null) {
            RdmaException reason = FutureErrors.cause(Objects.requireNonNull(failure));
            failures.add(reason.during("cannot read the tables of " + node));
            return false;
        }
        accept(node, index, block);
        return true;
    }

    private synchronized void fail(RdmaException failure) {
        failures.add(failure);
    }

    private synchronized void begin() {
        open++;
    }

    private void end() {
        boolean last;
        synchronized (this) {
            last = --open == 0;
        }
        if (last) {
            result.complete(finish(failures));
        }
    }

    private synchronized long progress() {
        return answered;
    }

    /** Waits for the tables as long as responses arrive. */
    R await(CompletableFuture<R> tables) {
        Duration timeout = mad.options()
                .timeout()
                .multipliedBy(mad.options().retries() + 1L)
                .plus(SLACK);
        return mad.await(tables, timeout, this::progress, "the reading of tables");
    }
}
