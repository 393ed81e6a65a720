package io.verbena.samples.fabricmonitor.events;

import io.verbena.samples.fabricmonitor.events.History.HistoryEntry.Severity;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The most recent events. Instances are thread-safe. */
@Component
class History {
    private static final int KEPT = 500;

    private final Deque<HistoryEntry> entries = new ArrayDeque<>();
    private long last;

    synchronized HistoryEntry add(
            Instant at, Severity severity, String text, @Nullable String node, @Nullable Integer port) {
        HistoryEntry entry = new HistoryEntry(++last, at, severity, text, node, port);
        entries.addLast(entry);
        if (entries.size() > KEPT) {
            entries.removeFirst();
        }
        return entry;
    }

    /** Returns the events, the most recent first. */
    synchronized List<HistoryEntry> latestFirst() {
        List<HistoryEntry> all = new ArrayList<>(entries);
        Collections.reverse(all);
        return all;
    }

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
}
