package io.verbena.hca;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How large a work queue is, and what it does: at least so large when asked for, what it got when answered
 * (ibv_create_wq(3)).
 *
 * @param requests receives that are not completed yet
 * @param segments segments of one
 * @param flags what it does
 */
public record WorkQueueAttributes(int requests, int segments, Set<WorkQueueFlag> flags) {
    /** Refuses a queue without requests. */
    public WorkQueueAttributes {
        if (requests < 1 || segments < 1) {
            throw new IllegalArgumentException("a work queue of " + requests + " requests with " + segments
                    + " segments; it has at least one of each");
        }
        flags = flags.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(flags));
    }

    /** One that does nothing beside. */
    public static WorkQueueAttributes of(int requests, int segments) {
        return new WorkQueueAttributes(requests, segments, Set.of());
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
