package io.verbena.cm;

import io.verbena.error.RdmaException;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Lifecycle;
import java.util.function.Supplier;

/**
 * An object of the connection manager. Its calls never wait for the peer, so that a close can wait for them: no call finds
 * the object destroyed.
 */
abstract class CmObject implements AutoCloseable {
    private final Lifecycle life = new Lifecycle(this, new Lifecycle.Hooks() {
        @Override
        public void destroy() {
            CmObject.this.destroy();
        }

        @Override
        public void ended(Supplier<RdmaException> cause) {
            closed(cause.get());
        }

        @Override
        public void released() {
            awaitClosed();
        }
    });

    /** Destroys this object. No call is in progress. If this method throws, the next close calls it again. */
    abstract void destroy();

    /**
     * Ends all futures and waits of this object, if there can be any. Runs once, after the first attempt to {@link #destroy} this object, without a
     * lock.
     *
     * @param why the exception of pending calls
     */
    void closed(RdmaException why) {}

    /** Waits for the close that another thread has begun, if any. Runs at the end of each close, without a lock. */
    void awaitClosed() {}

    /** Counts a call on this object during an action that has a result. */
    final <T> T using(Supplier<T> use) {
        return life.using(use);
    }

    /** Counts a call on this object during an action. */
    final void using(Runnable use) {
        life.using(() -> {
            use.run();
            return true;
        });
    }

    /** Performs a call on the parts of this object, and reports the close of this object rather than that of a part. */
    final <T> T waiting(Supplier<T> call) {
        life.requireOpen();
        try {
            return call.get();
        } catch (ClosedObjectException e) {
            throw isClosed() ? refusal() : e;
        }
    }

    /** Returns the exception of refused calls. */
    final RdmaException refusal() {
        return life.refusal();
    }

    /**
     * Closes this object for a cause, which pending and later calls report. If the system cannot free the object now, the next
     * {@link #close} tries again and reports the failure.
     */
    final void fail(Supplier<? extends RdmaException> why) {
        if (!life.isClosed()) {
            life.refuse(why);
        }
        try {
            close();
        } catch (RdmaException e) {
            // The cause is what counts here.
            return;
        }
    }

    /** Returns whether this object is closed, is being closed, or has failed. */
    public final boolean isClosed() {
        return life.isClosed();
    }

    /**
     * Closes this object and the objects that were created from it, and ends all calls that wait for it. A second close has no
     * effect, unless the first one failed.
     *
     * @throws RdmaException if the system cannot free this object. All waits have ended, and everything else is freed; a further
     *     close tries again. Failures after the first are suppressed in it
     */
    @Override
    public final void close() {
        life.close();
    }
}
