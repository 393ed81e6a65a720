package io.verbena.hca;

/**
 * How long an event of completions may be held back (ibv_query_device_ex(3), {@code struct ibv_cq_moderation_caps}).
 *
 * @param maxCompletions for how many completions, at most; 0 if it cannot
 * @param maxMicros for how many microseconds, at most
 */
public record CompletionModeration(int maxCompletions, int maxMicros) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
