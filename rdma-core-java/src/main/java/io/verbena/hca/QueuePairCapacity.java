package io.verbena.hca;

/**
 * How large the queues of a queue pair are: at least so large when asked for, what it got when answered.
 *
 * @param sends send requests that are not completed yet
 * @param receives receive requests that are not completed yet; 0 with a shared receive queue
 * @param sendSegments segments of a send request
 * @param receiveSegments segments of a receive request
 * @param inlineBytes bytes that a send request can carry in itself
 */
public record QueuePairCapacity(int sends, int receives, int sendSegments, int receiveSegments, int inlineBytes) {
    /** Room for a few requests of one segment. */
    public static final QueuePairCapacity SMALL = new QueuePairCapacity(16, 16, 1, 1, 0);

    /** Refuses negative sizes. */
    public QueuePairCapacity {
        if (sends < 0 || receives < 0 || sendSegments < 0 || receiveSegments < 0 || inlineBytes < 0) {
            throw new IllegalArgumentException(
                    "a queue cannot be smaller than nothing: " + sends + " sends, " + receives
                            + " receives, " + sendSegments + " and " + receiveSegments + " segments, " + inlineBytes
                            + " inline bytes");
        }
    }

    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
