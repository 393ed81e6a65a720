package io.verbena.error;

import org.jspecify.annotations.Nullable;

/**
 * Collects the failures of an object that is closed in several steps, each of which is performed even if an earlier one failed. Use
 * it by one thread.
 *
 * <pre>{@code
 * ClosingFailures failures = new ClosingFailures();
 * failures.close(queuePair);
 * failures.closeAll(buffers);
 * failures.rethrow();
 * }</pre>
 */
public final class ClosingFailures {
    private @Nullable RuntimeException first;

    /** Performs a step, and returns whether it succeeded. */
    public boolean attempt(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException e) {
            add(e);
            return false;
        }
    }

    /** Closes an object, unless it is null, and returns whether that succeeded. */
    public boolean close(@Nullable AutoCloseable object) {
        try {
            if (object != null) {
                object.close();
            }
            return true;
        } catch (RuntimeException e) {
            add(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            add(new RdmaException("interrupted while " + object + " was closed", e));
        } catch (Exception e) {
            add(new RdmaException("cannot close " + object, e));
        }
        return false;
    }

    /** Closes objects in their order. */
    public void closeAll(Iterable<? extends AutoCloseable> objects) {
        objects.forEach(this::close);
    }

    private void add(RuntimeException failure) {
        if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
    }

    /** Throws the first failure, in which the others are suppressed; does nothing if there is none. */
    public void rethrow() {
        if (first != null) {
            throw first;
        }
    }
}
