package io.verbena.monitor.query;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A range of time.
 *
 * @param from the first instant
 * @param to the instant after the last one
 */
public record TimeRange(Instant from, Instant to) {
    /** Maximum length of a range. */
    public static final Duration MAX = Duration.ofDays(800);

    /** Checks the order and the length. */
    public TimeRange {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("the range from " + from + " to " + to + " is empty");
        }
        if (Duration.between(from, to).compareTo(MAX) > 0) {
            throw new IllegalArgumentException(
                    "the range from " + from + " to " + to + " is longer than " + MAX.toDays() + " days");
        }
    }

    /** Returns a range that ends now if {@code to} is null, and has the default length if {@code from} is null. */
    public static TimeRange of(@Nullable Instant from, @Nullable Instant to, Duration length, Clock clock) {
        Instant end = to == null ? clock.instant() : to;
        return new TimeRange(from == null ? end.minus(length) : from, end);
    }

    Duration length() {
        return Duration.between(from, to);
    }

    /** Returns the table that answers a question about this range: samples up to one length, sums of hours beyond another. */
    Source source(Duration longestRaw, Duration longestFiveMinutes) {
        if (length().compareTo(longestRaw) <= 0) {
            return Source.RAW;
        }
        return length().compareTo(longestFiveMinutes) <= 0 ? Source.FIVE_MINUTES : Source.HOURS;
    }

    /** The table that answers a question about a range, and the width of its rows. */
    enum Source {
        RAW("port_sample", "reset", 0),
        FIVE_MINUTES("port_5m", "resets", 300_000),
        HOURS("port_1h", "resets", 3_600_000);

        final String table;
        final String resets;
        final long millis;

        Source(String table, String resets, long millis) {
            this.table = table;
            this.resets = resets;
            this.millis = millis;
        }
    }
}
