package io.verbena.samples.fabricmonitor.events;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event, as JSON.
 *
 * @param number the number of the event since the application was started, from 1
 * @param at the time of the reading that revealed it
 * @param severity the severity
 * @param text the description
 * @param node the GUID of the node; null for an event of the fabric
 * @param port the number of the port; null if no port is affected
 */
public record HistoryEntry(
        long number,
        Instant at,
        Severity severity,
        String text,
        @Nullable String node,
        @Nullable Integer port) {

    /** The severity of an event. */
    public enum Severity {
        /** A problem is solved. */
        GOOD,
        /** Something has changed. */
        NOTE,
        /** Something needs attention. */
        WARNING,
        /** Something has failed. */
        ERROR
    }
}
