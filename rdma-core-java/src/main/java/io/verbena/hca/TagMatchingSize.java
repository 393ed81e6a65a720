package io.verbena.hca;

/**
 * How large the list of tags of a shared receive queue is (ibv_create_srq_ex(3), {@code struct ibv_tm_cap}).
 *
 * @param tags receives in the list
 * @param operations changes of the list that are not completed yet
 */
public record TagMatchingSize(int tags, int operations) {
    /** Refuses an empty list. */
    public TagMatchingSize {
        if (tags < 1 || operations < 1) {
            throw new IllegalArgumentException(
                    "a list of " + tags + " tags with " + operations + " changes; it has at least one of each");
        }
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
