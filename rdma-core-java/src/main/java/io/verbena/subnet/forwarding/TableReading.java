package io.verbena.subnet.forwarding;

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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads tables of switches block by block. Of each switch one block is under way at a time, of all switches together as
 * many as the window takes; so what waits does not grow with the tables.
 *
 * @param <R> what becomes of the tables
 * @param <T> a block
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

    /** The blocks to ask a switch for, as attribute modifiers in order; called once for each. */
    abstract List<Long> blocks(Node node);

    /** Takes a block; never two at a time. */
    abstract void accept(Node node, int index, T block);

    /** The tables, when all is read. */
    abstract R finish(List<RdmaException> notRead);

    CompletableFuture<R> start() {
        for (Node node : subnet.nodes(NodeType.SWITCH)) {
            Optional<? extends Path> path = way(node);
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

    /** By directed route where there is one: it does not depend on the tables that are to be read. */
    private Optional<? extends Path> way(Node node) {
        return Stream.of(subnet.pathTo(node), node.port(0).flatMap(Port::lidPath))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private void next(Node node, Path path, List<Long> blocks, int index) {
        if (index == blocks.size() || result.isDone()) {
            end();
            return;
        }
        CompletableFuture<?> unused = mad.async()
                .subnGet(type, path, blocks.get(index))
                .whenComplete((block, failure) -> {
                    if (took(node, index, block, failure)) {
                        next(node, path, blocks, index + 1);
                    } else {
                        end();
                    }
                });
    }

    private synchronized boolean took(Node node, int index, @Nullable T block, @Nullable Throwable failure) {
        answered++;
        if (block == null) {
            Throwable reason = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
            RdmaException known =
                    reason instanceof RdmaException rdma ? rdma : new RdmaException(String.valueOf(reason), reason);
            failures.add(known.during("cannot read the tables of " + node));
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

    /** Waits as long as answers come. */
    R await(CompletableFuture<R> tables) {
        Duration patience = mad.options()
                .timeout()
                .multipliedBy(mad.options().retries() + 1L)
                .plus(SLACK);
        try {
            while (true) {
                long before = progress();
                try {
                    return tables.get(patience.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    if (progress() == before) {
                        throw new RdmaException(
                                "the reading of tables stood still for " + patience.toSeconds() + " s", e);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RdmaException failure
                    ? failure
                    : new RdmaException("the reading of tables failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RdmaException("the reading of tables was interrupted", e);
        } finally {
            tables.cancel(false);
        }
    }
}
