package io.verbena.hca;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Attributes of a work queue (ibv_create_wq(3)). The sizes are minimums when requested, and the actual sizes when returned.
 *
 * @param requests the maximum number of outstanding receives
 * @param segments the maximum number of scatter entries of a receive
 * @param flags the flags
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

    /** Returns attributes without flags. */
    public static WorkQueueAttributes of(int requests, int segments) {
        return new WorkQueueAttributes(requests, segments, Set.of());
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
