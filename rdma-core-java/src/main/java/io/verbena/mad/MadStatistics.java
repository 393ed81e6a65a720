package io.verbena.mad;

/**
 * Counters of an end port since it was opened.
 *
 * @param sent datagrams and long messages sent, including retries
 * @param received datagrams and long messages received
 * @param dropped received messages that matched no outstanding call: late, duplicate or from another source
 * @param lost requests that were lost in transit, inferred from a response to a later attempt
 * @param window current maximum number of outstanding requests
 */
public record MadStatistics(long sent, long received, long dropped, long lost, int window) {
    /** Returns the sum of the counters of two ports, such as those of a planarized device. */
    public MadStatistics plus(MadStatistics other) {
        return new MadStatistics(
                sent + other.sent,
                received + other.received,
                dropped + other.dropped,
                lost + other.lost,
                window + other.window);
    }
}
