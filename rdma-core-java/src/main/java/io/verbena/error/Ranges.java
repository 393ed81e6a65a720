package io.verbena.error;

import java.time.Duration;
import java.util.Locale;

/** Checks that arguments are within their ranges. */
public final class Ranges {
    private Ranges() {}

    /**
     * Returns a number if it is within a range.
     *
     * @param name the name of the number, for the message
     * @throws IllegalArgumentException if the number is less than {@code min} or greater than {@code max}
     */
    public static int check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + " is out of range; expected " + min + " to " + max);
        }
        return value;
    }

    /**
     * Returns a duration if it is within a range.
     *
     * @param name the name of the duration, for the message
     * @throws IllegalArgumentException if the duration is shorter than {@code min} or longer than {@code max}
     */
    public static Duration check(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    name + " " + text(value) + " is out of range; expected " + text(min) + " to " + text(max));
        }
        return value;
    }

    /** Returns a duration in short form, such as 0.5s or 1h30m. */
    private static String text(Duration duration) {
        return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    }
}
