package io.verbena.cm;

import io.verbena.error.RdmaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The step of an identifier that waits for its event. There is one at a time, unless the caller has cancelled the last. */
final class Steps {
    enum Step {
        RESOLVE_ADDRESS_INFO,
        RESOLVE_ADDRESS,
        RESOLVE_ROUTE,
        CONNECT,
        ACCEPT,
        DISCONNECT
    }

    /** Compared by identity. */
    private static final class Pending {
        final Step step;
        final CompletableFuture<CmEvent> future = new CompletableFuture<>();

        Pending(Step step) {
            this.step = step;
        }
    }

    private final CmId id;
    private final AtomicReference<@Nullable Pending> pending = new AtomicReference<>();

    Steps(CmId id) {
        this.id = id;
    }

    /** Begins a step, and returns a future of its event. */
    CompletableFuture<CmEvent> begin(Step step, Runnable call) {
        Pending begun = new Pending(step);
        Pending earlier = pending.get();
        if ((earlier != null && !earlier.future.isDone()) || !pending.compareAndSet(earlier, begun)) {
            throw new IllegalStateException(id + " is still at an earlier step; wait for it before " + step);
        }
        try {
            id.using(call);
        } catch (RuntimeException e) {
            pending.compareAndSet(begun, null);
            throw e;
        }
        // A concurrent close may not have found this step.
        if (id.isClosed()) {
            fail(id.refusal());
        }
        return begun.future;
    }

    boolean isWaitingFor(Step step) {
        Pending now = pending.get();
        return now != null && now.step == step && !now.future.isDone();
    }

    void complete(CmEvent event, Step step) {
        Pending now = pending.get();
        if (now != null && now.step == step) {
            now.future.complete(event);
        }
    }

    void fail(RdmaException failure) {
        Pending now = pending.get();
        if (now != null) {
            now.future.completeExceptionally(failure);
        }
    }

    /** Completes or fails the step that an event ends. */
    void take(CmEvent event) {
        switch (event.type()) {
            case ADDRESS_INFO_RESOLVED -> complete(event, Step.RESOLVE_ADDRESS_INFO);
            case ADDRESS_RESOLVED -> complete(event, Step.RESOLVE_ADDRESS);
            case ROUTE_RESOLVED -> complete(event, Step.RESOLVE_ROUTE);
            case CONNECT_RESPONSE -> complete(event, Step.CONNECT);
            case ESTABLISHED -> {
                complete(event, Step.CONNECT);
                complete(event, Step.ACCEPT);
            }
            case DISCONNECTED -> {
                complete(event, Step.DISCONNECT);
                fail(event.failure());
            }
            case ADDRESS_INFO_ERROR, ADDRESS_ERROR, ROUTE_ERROR, REJECTED, UNREACHABLE, CONNECT_ERROR ->
                fail(event.failure());
            default -> {
                // No step waits for this event, which the listener is given.
            }
        }
    }
}
