package io.verbena.monitor.alarm;

import java.time.Instant;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A time in which the alarms of some nodes are not sent.
 *
 * @param id the number of the window; 0 before it is stored
 * @param pattern the GUID of a node, or a pattern for names of nodes in which {@code *} stands for any text, such as
 *     {@code rack7-*}
 * @param from the begin
 * @param until the end
 * @param reason the reason
 * @param createdBy the user who created the window
 */
public record MaintenanceWindow(long id, String pattern, Instant from, Instant until, String reason, String createdBy) {
    /** Maximum length of a pattern and of a reason. */
    public static final int MAX_TEXT = 400;

    /** Checks the order of the times and the pattern. */
    public MaintenanceWindow {
        if (pattern.isBlank() || pattern.length() > MAX_TEXT || reason.length() > MAX_TEXT) {
            throw new IllegalArgumentException("the pattern of a maintenance window is '" + pattern
                    + "'; it and the reason must have at most " + MAX_TEXT + " characters, and it at least one");
        }
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException(
                    "the maintenance window from " + from + " ends at " + until + ", which is not later");
        }
    }

    /** Returns whether the window covers an object at a time. */
    boolean covers(String object, String objectName, Instant at) {
        return !at.isBefore(from) && at.isBefore(until) && (isOf(object) || matches(objectName));
    }

    private boolean isOf(String object) {
        return object.equals(pattern) || object.startsWith(pattern + "/");
    }

    /** A name is that of a node, of a port, or of both ends of a link. */
    private boolean matches(String objectName) {
        Pattern names = Pattern.compile(
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
        return Arrays.stream(objectName.split(" - "))
                .map(name -> name.replaceFirst(" port \\d+$", ""))
                .anyMatch(name -> names.matcher(name).matches());
    }
}
