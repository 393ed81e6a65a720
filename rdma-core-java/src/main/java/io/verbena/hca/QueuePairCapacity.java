package io.verbena.hca;

/**
 * The capacity of a queue pair: the minimum when requested, the actual capacity when returned ({@code struct ibv_qp_cap}).
 *
 * @param sends the maximum number of outstanding sends
 * @param receives the maximum number of outstanding receives; 0 with a shared receive queue
 * @param sendSegments the maximum number of scatter/gather entries of a send
 * @param receiveSegments the maximum number of scatter/gather entries of a receive
 * @param inlineBytes the maximum number of bytes of inline data
 */
public record QueuePairCapacity(int sends, int receives, int sendSegments, int receiveSegments, int inlineBytes) {
    /** A capacity of 16 sends and 16 receives with one scatter/gather entry each. */
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

    /** Returns a line for each attribute. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
