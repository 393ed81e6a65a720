package io.verbena.samples.fabricmonitor.events;

import io.verbena.samples.fabricmonitor.events.HistoryEntry.Severity;
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
}
