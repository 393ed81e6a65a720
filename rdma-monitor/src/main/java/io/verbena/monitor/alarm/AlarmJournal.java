package io.verbena.monitor.alarm;

import io.verbena.monitor.alarm.Alarm.AlarmState;
import io.verbena.monitor.rule.AlarmRule.Severity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Alarms, their changes and maintenance windows in the database. */
@Component
public final class AlarmJournal {
    private static final int MAX_TEXT = 2000;

    private final JdbcTemplate jdbc;

    AlarmJournal(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A change of an alarm.
     *
     * @param at the time
     * @param rule the name of the rule
     * @param object the object
     * @param objectName the object for readers
     * @param state the new state
     * @param severity the severity
     * @param actor {@code rule}, or the user who made the change
     * @param text what the verdict found, or the note of the user
     */
    public record Transition(
            Instant at,
            String rule,
            String object,
            String objectName,
            String state,
            String severity,
            String actor,
            String text) {}

    List<Alarm> active() {
        return jdbc.query("SELECT * FROM alarm WHERE state <> 'cleared'", (row, number) -> alarm(row));
    }

    private static Alarm alarm(ResultSet row) throws SQLException {
        long acknowledged = row.getLong("acknowledged_ms");
        Instant at = row.wasNull() ? null : Instant.ofEpochMilli(acknowledged);
        return new Alarm(
                row.getString("rule"),
                row.getString("subnet"),
                row.getString("object"),
                row.getString("object_name"),
                Severity.valueOf(row.getString("severity").toUpperCase(Locale.ROOT)),
                AlarmState.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
                row.getString("text"),
                row.getString("proposal"),
                Instant.ofEpochMilli(row.getLong("raised_ms")),
                Instant.ofEpochMilli(row.getLong("seen_ms")),
                Instant.ofEpochMilli(row.getLong("expires_ms")),
                row.getLong("occurrences"),
                row.getBoolean("maintenance"),
                row.getString("acknowledged_by"),
                at,
                row.getString("note"));
    }

    /** Writes the present state of an alarm. */
    void save(Alarm alarm) {
        Instant acknowledged = alarm.acknowledgedAt();
        Object[] state = {
            cut(alarm.objectName(), 400),
            alarm.severity().name().toLowerCase(Locale.ROOT),
            alarm.state().text(),
            cut(alarm.text(), MAX_TEXT),
            cut(alarm.proposal(), MAX_TEXT),
            alarm.raised().toEpochMilli(),
            alarm.seen().toEpochMilli(),
            alarm.expires().toEpochMilli(),
            alarm.occurrences(),
            alarm.maintenance(),
            alarm.acknowledgedBy(),
            acknowledged == null ? null : Long.valueOf(acknowledged.toEpochMilli()),
            alarm.note(),
            alarm.rule(),
            alarm.subnet(),
            alarm.object()
        };
        if (jdbc.update(
                        "UPDATE alarm SET object_name = ?, severity = ?, state = ?, text = ?, proposal = ?,"
                                + " raised_ms = ?, seen_ms = ?, expires_ms = ?, occurrences = ?, maintenance = ?,"
                                + " acknowledged_by = ?, acknowledged_ms = ?, note = ?"
                                + " WHERE rule = ? AND subnet = ? AND object = ?",
                        state)
                == 0) {
            jdbc.update(
                    "INSERT INTO alarm (object_name, severity, state, text, proposal, raised_ms, seen_ms, expires_ms,"
                            + " occurrences, maintenance, acknowledged_by, acknowledged_ms, note, rule, subnet, object)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    state);
        }
    }

    /** Writes a change of an alarm. */
    void record(Alarm alarm, Instant at, String actor, String text) {
        jdbc.update(
                "INSERT INTO alarm_transition (at_ms, rule, subnet, object, state, severity, actor, text)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                at.toEpochMilli(),
                alarm.rule(),
                alarm.subnet(),
                alarm.object(),
                alarm.state().text(),
                alarm.severity().name().toLowerCase(Locale.ROOT),
                cut(actor, 200),
                cut(text, MAX_TEXT));
    }

    /**
     * Returns the changes of alarms, the most recent one first.
     *
     * @param objects the objects whose alarms are wanted: nodes with their ports, or ports; all if it is empty
     */
    public List<Transition> transitions(String subnet, Instant from, Instant to, List<String> objects, int limit) {
        List<Object> values = new ArrayList<>(List.of(subnet, from.toEpochMilli(), to.toEpochMilli()));
        for (String object : objects) {
            values.add(object);
            values.add(object + "/%");
        }
        values.add(limit);
        String wanted = objects.isEmpty()
                ? ""
                : objects.stream()
                        .map(object -> "t.object = ? OR t.object LIKE ?")
                        .collect(Collectors.joining(" OR ", " AND (", ")"));
        return jdbc.query(
                "SELECT t.at_ms, t.rule, t.object, COALESCE(a.object_name, t.object), t.state, t.severity, t.actor,"
                        + " t.text FROM alarm_transition t LEFT JOIN alarm a ON a.rule = t.rule"
                        + " AND a.subnet = t.subnet AND a.object = t.object"
                        + " WHERE t.subnet = ? AND t.at_ms >= ? AND t.at_ms < ?" + wanted
                        + " ORDER BY t.at_ms DESC, t.id DESC LIMIT ?",
                (row, number) -> new Transition(
                        Instant.ofEpochMilli(row.getLong(1)),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8)),
                values.toArray());
    }

    List<MaintenanceWindow> windows(Instant after) {
        return jdbc.query(
                "SELECT id, pattern, from_ms, until_ms, reason, created_by FROM maintenance WHERE until_ms > ?"
                        + " ORDER BY from_ms",
                (row, number) -> new MaintenanceWindow(
                        row.getLong(1),
                        row.getString(2),
                        Instant.ofEpochMilli(row.getLong(3)),
                        Instant.ofEpochMilli(row.getLong(4)),
                        row.getString(5),
                        row.getString(6)),
                after.toEpochMilli());
    }

    void add(MaintenanceWindow window) {
        jdbc.update(
                "INSERT INTO maintenance (pattern, from_ms, until_ms, reason, created_by) VALUES (?, ?, ?, ?, ?)",
                window.pattern(),
                window.from().toEpochMilli(),
                window.until().toEpochMilli(),
                window.reason(),
                window.createdBy());
    }

    boolean end(long window, Instant at) {
        return jdbc.update(
                        "UPDATE maintenance SET until_ms = ? WHERE id = ? AND until_ms > ?",
                        at.toEpochMilli(),
                        window,
                        at.toEpochMilli())
                > 0;
    }

    private static String cut(@Nullable String text, int max) {
        String whole = text == null ? "" : text;
        return whole.length() > max ? whole.substring(0, max) : whole;
    }
}
