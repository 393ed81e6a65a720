package io.verbena.hca;

/**
 * The size of the tag list of a shared receive queue (ibv_create_srq_ex(3), {@code struct ibv_tm_cap}).
 *
 * @param tags the maximum number of tagged receives
 * @param operations the maximum number of outstanding changes
 */
public record TagMatchingSize(int tags, int operations) {
    /** Refuses an empty list. */
    public TagMatchingSize {
        if (tags < 1 || operations < 1) {
            throw new IllegalArgumentException(
                    "a list of " + tags + " tags with " + operations + " changes; it has at least one of each");
        }
    }

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
