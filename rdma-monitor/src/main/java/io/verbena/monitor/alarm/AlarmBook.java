package io.verbena.monitor.alarm;

import io.verbena.monitor.alarm.Alarm.AlarmState;
import io.verbena.monitor.rule.Verdict;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * The alarms that are active. Without a database, alarms work in memory and are not kept over a restart. Thread-safe.
 */
@Component
public final class AlarmBook {
    private static final Logger LOG = LoggerFactory.getLogger(AlarmBook.class);

    /** Number of verdicts after which an alarm that has not changed otherwise is written again. */
    private static final int SAVED_EVERY = 10;

    /** Maximum number of changes that wait while the database fails. */
    private static final int MAX_UNWRITTEN = 10_000;

    private final AlarmJournal journal;
    private final ObjectProvider<AlarmListener> listeners;
    private final Map<Key, Alarm> active = new HashMap<>();
    private final Map<Key, Instant> pending = new HashMap<>();
    private final Deque<Runnable> unwritten = new ArrayDeque<>();
    private boolean refused;
    private @Nullable List<MaintenanceWindow> windows;

    /** The identity of an alarm. */
    private record Key(String rule, String subnet, String object) {
        static Key of(Verdict verdict) {
            return new Key(verdict.rule().name(), verdict.subnet(), verdict.object());
        }
    }

    AlarmBook(AlarmJournal journal, ObjectProvider<AlarmListener> listeners) {
        this.journal = journal;
        this.listeners = listeners;
        for (Alarm alarm : journal.active()) {
            active.put(new Key(alarm.rule(), alarm.subnet(), alarm.object()), alarm);
        }
    }

    /**
     * Applies verdicts. Alarms without a verdict end when they expire.
     *
     * @param scope selects the alarms that the verdicts are complete for, by the name of their rule
     */
    synchronized void apply(String subnet, Instant at, List<Verdict> verdicts, Predicate<String> scope) {
        Set<Key> held = new HashSet<>();
        for (Verdict verdict : verdicts) {
            Key key = Key.of(verdict);
            held.add(key);
            Alarm alarm = active.get(key);
            if (alarm != null) {
                refresh(key, alarm, verdict, at);
            } else if (!pending.computeIfAbsent(key, each -> at)
                    .plus(verdict.rule().duration())
                    .isAfter(at)) {
                pending.remove(key);
                change(key, Alarm.raise(verdict, at, isInMaintenance(verdict, at)), at, "rule");
            }
        }
        pending.keySet().removeIf(key -> key.subnet().equals(subnet) && scope.test(key.rule()) && !held.contains(key));
        for (Map.Entry<Key, Alarm> each : List.copyOf(active.entrySet())) {
            Key key = each.getKey();
            if (key.subnet().equals(subnet)
                    && scope.test(key.rule())
                    && !held.contains(key)
                    && !each.getValue().expires().isAfter(at)) {
                change(key, each.getValue().clear(), at, "rule");
            }
        }
        write();
    }

    private void refresh(Key key, Alarm alarm, Verdict verdict, Instant at) {
        Alarm next = alarm.refresh(verdict, at, isInMaintenance(verdict, at));
        boolean worse = next.severity().compareTo(alarm.severity()) > 0;
        if (worse || (alarm.maintenance() && !next.maintenance())) {
            change(key, next, at, "rule");
        } else {
            active.put(key, next);
            if (next.occurrences() % SAVED_EVERY == 0) {
                unwritten.add(() -> journal.save(next));
            }
        }
    }

    private void change(Key key, Alarm alarm, Instant at, String actor) {
        change(key, alarm, at, actor, alarm.text());
    }

    private void change(Key key, Alarm alarm, Instant at, String actor, String text) {
        if (alarm.state() == AlarmState.CLEARED) {
            active.remove(key);
        } else {
            active.put(key, alarm);
        }
        unwritten.add(() -> journal.save(alarm));
        unwritten.add(() -> journal.record(alarm, at, actor, text));
        if (!alarm.maintenance()) {
            listeners.orderedStream().forEach(listener -> listener.changed(alarm));
        }
    }

    /** Writes what has changed. If the database refuses it, the rest waits for the next change or sweep. */
    private void write() {
        try {
            while (!unwritten.isEmpty()) {
                unwritten.element().run();
                unwritten.remove();
            }
            refused = false;
        } catch (DataAccessException | TransactionException e) {
            if (!refused) {
                LOG.warn("Changes of alarms wait in memory, because the database refuses them: {}", e.getMessage());
            }
            refused = true;
            while (unwritten.size() > MAX_UNWRITTEN) {
                unwritten.remove();
            }
        }
    }

    private boolean isInMaintenance(Verdict verdict, Instant at) {
        return windows(at).stream().anyMatch(window -> window.covers(verdict.object(), verdict.objectName(), at));
    }

    /** Returns the maintenance windows that have not ended. */
    public synchronized List<MaintenanceWindow> windows(Instant at) {
        List<MaintenanceWindow> known = windows;
        if (known == null) {
            try {
                known = journal.windows(at);
                windows = known;
            } catch (DataAccessException | TransactionException e) {
                return List.of();
            }
        }
        return known.stream().filter(window -> window.until().isAfter(at)).toList();
    }

    /** Adds a maintenance window. */
    public synchronized void add(MaintenanceWindow window) {
        journal.add(window);
        windows = null;
        LOG.info(
                "{} created a maintenance window for {} until {}",
                window.createdBy(),
                window.pattern(),
                window.until());
    }

    /** Ends a maintenance window now; returns false if it does not exist or has ended. */
    public synchronized boolean endWindow(long id, Instant at, String user) {
        boolean ended = journal.end(id, at);
        windows = null;
        LOG.info("{} ended maintenance window {}", user, id);
        return ended;
    }

    /** Returns the active alarms, the most severe first, and among these the oldest first. */
    public synchronized List<Alarm> active() {
        return active.values().stream()
                .sorted(Comparator.comparing(Alarm::severity)
                        .reversed()
                        .thenComparing(Alarm::raised)
                        .thenComparing(Alarm::objectName))
                .toList();
    }

    /** Acknowledges an active alarm; empty if it does not exist. */
    public synchronized Optional<Alarm> acknowledge(String id, String user, Instant at, String note) {
        return find(id).map(key -> {
            Alarm next = Objects.requireNonNull(active.get(key)).acknowledge(user, at, note);
            change(key, next, at, user, note);
            write();
            LOG.info("{} acknowledged {} of {}", user, next.rule(), next.objectName());
            return next;
        });
    }

    /** Clears an active alarm by hand; empty if it does not exist. It is raised again if its verdict holds. */
    public synchronized Optional<Alarm> clear(String id, String user, Instant at, String note) {
        return find(id).map(key -> {
            Alarm next = Objects.requireNonNull(active.get(key)).clear();
            change(key, next, at, user, note);
            write();
            LOG.info("{} cleared {} of {}", user, next.rule(), next.objectName());
            return next;
        });
    }

    private Optional<Key> find(String id) {
        return active.entrySet().stream()
                .filter(each -> each.getValue().id().equals(id))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Ends the alarms of rules that no longer exist. */
    synchronized void retain(Set<String> rules, Instant at) {
        for (Map.Entry<Key, Alarm> each : List.copyOf(active.entrySet())) {
            if (!rules.contains(each.getKey().rule())) {
                change(each.getKey(), each.getValue().clear(), at, "rule");
            }
        }
        write();
    }
}
