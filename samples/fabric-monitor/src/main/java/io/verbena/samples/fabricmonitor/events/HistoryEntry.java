package io.verbena.samples.fabricmonitor.events;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, as it is served.
 *
 * @param number counts what happened since the application was started, from 1
 * @param at when it was seen
 * @param severity how bad it is
 * @param text what happened, for people
 * @param node the GUID of the node it is about; null where it is about the fabric
 * @param port the number of the port; null where it is about no port
 */
public record HistoryEntry(
        long number,
        Instant at,
        Severity severity,
        String text,
        @Nullable String node,
        @Nullable Integer port) {}
