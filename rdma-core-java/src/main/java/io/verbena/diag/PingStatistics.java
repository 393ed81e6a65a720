package io.verbena.diag;

import java.time.Duration;
import java.util.List;

/**
 * What became of a row of pings.
 *
 * @param sent how many were sent
 * @param received how many were answered
 * @param elapsed from the first to after the last
 * @param fastest the shortest round trip; zero if none came back
 * @param mean of the round trips
 * @param slowest the longest round trip
 */
public record PingStatistics(
        int sent, int received, Duration elapsed, Duration fastest, Duration mean, Duration slowest) {

    /** Of so many pings that were sent, the round trips of those that came back. */
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

    /** How many of a hundred got lost, rounded down; 100 if none was sent. */
    public int lossPercent() {
        return sent == 0 ? 100 : (sent - received) * 100 / sent;
    }
}
