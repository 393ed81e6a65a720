package io.verbena.error;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The root of everything that Verbena throws.
 *
 * <p>Each layer that an error passes may say what it wanted with {@link #during}; the message is then one line that
 * reads from the outside in: {@code cannot read port 4 of "leaf2": SubnGet(PortInfo) timed out to …}.
 */
public class RdmaException extends RuntimeException {
    private final List<String> layers = new ArrayList<>();

    /** An error without a cause, which may be given one by {@link #initCause}. */
    public RdmaException(String message) {
        super(message);
    }

    /** An error that another one led to. */
    public RdmaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Adds what a layer was about to do, and returns this, for {@code throw failure.during("…")}. */
    public final RdmaException during(String purpose) {
        synchronized (layers) {
            layers.add(0, purpose);
        }
        return this;
    }

    /** What the layers wanted, the outermost first, and at last the error itself. */
    public final List<String> story() {
        List<String> story;
        synchronized (layers) {
            story = new ArrayList<>(layers);
        }
        story.add(String.valueOf(super.getMessage()));
        return story;
    }

    /** What each side of the exchange sent, decoded to the last field; empty where nothing was sent. */
    public List<String> packets() {
        return List.of();
    }

    /** Returns what an operator can do about this error; empty if nothing is known beyond the message. */
    public Optional<String> action() {
        return Optional.empty();
    }

    /** The whole story on one line. */
    @Override
    public final String getMessage() {
        return String.join(": ", story());
    }
}
