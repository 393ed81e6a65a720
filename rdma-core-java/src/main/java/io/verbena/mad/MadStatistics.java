package io.verbena.mad;

/**
 * What an end port has sent and got since it was opened.
 *
 * @param sent datagrams and long messages that were sent, each try counts
 * @param received datagrams and long messages that arrived
 * @param dropped what arrived and answered no call that was under way, for it came too late, twice, or from elsewhere
 * @param lost requests that must have been lost on their way, as a later try was answered
 * @param window how many requests may be under way at once now
 */
public record MadStatistics(long sent, long received, long dropped, long lost, int window) {
    /** What both ports of a planarised device have sent and got. */
    MadStatistics plus(MadStatistics other) {
        return new MadStatistics(
                sent + other.sent,
                received + other.received,
                dropped + other.dropped,
                lost + other.lost,
                window + other.window);
    }
}
