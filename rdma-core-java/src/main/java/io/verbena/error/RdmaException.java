package io.verbena.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of all exceptions of Verbena.
 *
 * <p>Each layer that an exception passes can add its context with {@link #during}. The message is then one line that reads from
 * the outside in: {@code cannot read port 4 of "leaf2": SubnGet(PortInfo) timed out to …}.
 */
public class RdmaException extends RuntimeException {
    private final List<String> layers = new ArrayList<>();

    /** Creates an exception without a cause; {@link #initCause} can set one. */
    public RdmaException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public RdmaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Adds the context of a layer and returns this exception, for {@code throw failure.during("…")}. */
    public final RdmaException during(String purpose) {
        synchronized (layers) {
            layers.add(0, purpose);
        }
        return this;
    }

    /** Returns the contexts of the layers, outermost first, followed by the error itself. */
    public final List<String> story() {
        List<String> story;
        synchronized (layers) {
            story = new ArrayList<>(layers);
        }
        story.add(String.valueOf(super.getMessage()));
        return story;
    }

    /** Returns the decoded packets of the exchange; empty if there were none. */
    public List<String> packets() {
        return List.of();
    }

    /** Returns what an operator can do about this error; empty if nothing is known beyond the message. */
    public Optional<String> action() {
        return Optional.empty();
    }

    /** Returns the contexts and the error on one line. */
    @Override
    public final String getMessage() {
        return String.join(": ", story());
    }
}
