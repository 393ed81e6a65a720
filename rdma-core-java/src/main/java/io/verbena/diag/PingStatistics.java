package io.verbena.diag;

import java.time.Duration;
import java.util.List;

/**
 * Statistics about a series of pings.
 *
 * @param sent the number of pings sent
 * @param received the number of responses
 * @param elapsed the time from before the first ping to after the last one
 * @param fastest the shortest round trip; zero if there were no responses
 * @param mean the mean of the round trips
 * @param slowest the longest round trip
 */
public record PingStatistics(
        int sent, int received, Duration elapsed, Duration fastest, Duration mean, Duration slowest) {

    /** Computes the statistics from the number of pings sent and the round trips of the responses. */
    public static PingStatistics of(int sent, List<Duration> roundTrips, Duration elapsed) {
        Duration sum = roundTrips.stream().reduce(Duration.ZERO, Duration::plus);
        return new PingStatistics(
                sent,
                roundTrips.size(),
                elapsed,
                roundTrips.stream().min(Duration::compareTo).orElse(Duration.ZERO),
                roundTrips.isEmpty() ? Duration.ZERO : sum.dividedBy(roundTrips.size()),
                roundTrips.stream().max(Duration::compareTo).orElse(Duration.ZERO));
    }

    /** Returns the percentage of lost pings, rounded down; 100 if none were sent. */
    public int lossPercent() {
        return sent == 0 ? 100 : (sent - received) * 100 / sent;
    }
}
