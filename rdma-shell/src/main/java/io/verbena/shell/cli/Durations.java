package io.verbena.shell.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses durations that consist of an integer and a unit. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ns|us|ms|s)");

    private Durations() {}

    /**
     * Parses a duration.
     *
     * @param what the name of the option, for the message
     * @throws IllegalArgumentException if the text is not a duration
     */
    public static Duration parse(String what, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    what + ": '" + text + "' is not a duration; expected for example 500ns, 20us, 10ms or 2s");
        }
        long number = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ns" -> Duration.ofNanos(number);
            case "us" -> Duration.ofNanos(number * 1_000);
            case "ms" -> Duration.ofMillis(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
