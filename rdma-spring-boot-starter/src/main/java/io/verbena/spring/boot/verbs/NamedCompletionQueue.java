package io.verbena.spring.boot.verbs;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A completion queue.
 *
 * @param device Device that it is of. That of the default end port if not set.
 * @param entries How many completions it holds, at least 1.
 * @param events Whether one can wait for completions; otherwise the queue can only be polled.
 * @param vector Completion vector of the device that tells of them, from 0.
 * @param required Whether the application ends if there is no such device; otherwise the bean is absent.
 * @param primary Whether it is injected where nobody says which.
 */
public record NamedCompletionQueue(
        @Nullable String device,
        @DefaultValue("256") int entries,
        @DefaultValue("true") boolean events,
        @DefaultValue("0") int vector,
        @DefaultValue("true") boolean required,
        @DefaultValue("false") boolean primary) {

    /** Refuses what cannot work. */
    public NamedCompletionQueue {
        if (entries < 1 || vector < 0) {
            throw new IllegalArgumentException("a queue of " + entries + " entries at completion vector " + vector
                    + " makes no sense; give 1 entry or more, and a vector from 0");
        }
    }
}
