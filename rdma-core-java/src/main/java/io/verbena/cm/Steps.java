package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The step that an identifier is at: one at a time waits for its event, unless whoever began it has given up. */
final class Steps {
    /** What may be begun. */
    enum Step {
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

    /** Begins a step; the answer waits for its event. */
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
        // Whoever closed it meanwhile may have looked before there was something to fail.
        if (id.isClosed()) {
            fail(new ClosedObjectException(id));
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
            case ADDRESS_RESOLVED -> complete(event, Step.RESOLVE_ADDRESS);
            case ROUTE_RESOLVED -> complete(event, Step.RESOLVE_ROUTE);
            case CONNECT_RESPONSE -> complete(event, Step.CONNECT);
            case ESTABLISHED -> {
                complete(event, Step.CONNECT);
                complete(event, Step.ACCEPT);
            }
            case DISCONNECTED -> {
                complete(event, Step.DISCONNECT);
                fail(CmException.of(event));
            }
            case ADDRESS_ERROR, ROUTE_ERROR ->
                fail(new UnresolvedAddressException(id + ": " + event.type().text() + CmException.status(event), null));
            case REJECTED -> fail(new RejectedException(event));
            case UNREACHABLE -> fail(new UnreachableException(event));
            case CONNECT_ERROR, DEVICE_REMOVAL -> fail(CmException.of(event));
            default -> {
                // The listener hears of it; no step waits for it.
            }
        }
    }
}
