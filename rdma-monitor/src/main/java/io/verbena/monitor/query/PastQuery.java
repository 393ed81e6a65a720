package io.verbena.monitor.query;

import com.fasterxml.jackson.annotation.JsonRawValue;
import io.verbena.monitor.model.Observation.FindingEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.store.Compressed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Topologies, events and findings of the past. */
@Component
public final class PastQuery {
    private final JdbcTemplate jdbc;

    PastQuery(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A topology and the time since which it was so.
     *
     * @param since the time of the first sweep that saw it
     * @param topology the nodes, ports and links: a {@code TopologySnapshot} in JSON
     */
    public record DatedTopology(Instant since, @JsonRawValue String topology) {}

    /**
     * A change of the topology.
     *
     * @param at the time of the first sweep that saw it
     * @param nodes the number of nodes
     * @param links the number of links
     */
    public record TopologyChange(Instant at, int nodes, int links) {}

    /**
     * A finding and the time in which it was seen.
     *
     * @param finding the finding
     * @param first the time of the first validation that found it
     * @param last the time of the last validation that found it
     */
    public record DatedFinding(FindingEntry finding, Instant first, Instant last) {}

    /** Returns the names of all subnets. */
    public List<String> subnets() {
        return jdbc.queryForList("SELECT name FROM subnet ORDER BY name", String.class);
    }

    /** Returns the topology at an instant; empty if the subnet had not been read by then. */
    public Optional<DatedTopology> topology(String subnet, Instant at) {
        return jdbc
                .query(
                        "SELECT t.at_ms, t.content FROM topology t JOIN subnet s ON s.id = t.subnet_id"
                                + " WHERE s.name = ? AND t.at_ms <= ? ORDER BY t.at_ms DESC LIMIT 1",
                        (row, number) -> new DatedTopology(
                                Instant.ofEpochMilli(row.getLong(1)), Compressed.topologyJson(row.getBytes(2))),
                        subnet,
                        at.toEpochMilli())
                .stream()
                .findFirst();
    }

    /** Returns the time since which the topology at an instant was so; empty if the subnet had not been read by then. */
    public Optional<Instant> topologySince(String subnet, Instant at) {
        return Optional.ofNullable(jdbc.queryForObject(
                        "SELECT MAX(t.at_ms) FROM topology t JOIN subnet s ON s.id = t.subnet_id"
                                + " WHERE s.name = ? AND t.at_ms <= ?",
                        Long.class,
                        subnet,
                        at.toEpochMilli()))
                .map(Instant::ofEpochMilli);
    }

    /** Returns the changes of the topology in a range, the first one first. */
    public List<TopologyChange> changes(String subnet, TimeRange range, int limit) {
        return jdbc.query(
                "SELECT t.at_ms, t.nodes, t.links FROM topology t JOIN subnet s ON s.id = t.subnet_id"
                        + " WHERE s.name = ? AND t.at_ms >= ? AND t.at_ms < ? ORDER BY t.at_ms LIMIT ?",
                (row, number) -> new TopologyChange(Instant.ofEpochMilli(row.getLong(1)), row.getInt(2), row.getInt(3)),
                subnet,
                range.from().toEpochMilli(),
                range.to().toEpochMilli(),
                limit);
    }

    /**
     * Returns the stored events in a range, the most recent one first.
     *
     * @param objects the objects whose events are wanted: nodes with their ports, or ports; all if it is empty
     */
    List<MonitorEvent> events(String subnet, TimeRange range, List<String> objects, int limit) {
        List<Object> values = new ArrayList<>(
                List.of(subnet, range.from().toEpochMilli(), range.to().toEpochMilli()));
        List<String> wanted = new ArrayList<>();
        for (String object : objects) {
            if (object.indexOf('/') < 0) {
                wanted.add("e.node = ?");
                values.add(object);
            } else {
                PortPlace place = PortPlace.parse(object);
                wanted.add("e.node = ? AND e.port = ?");
                values.addAll(List.of(place.node(), place.port()));
            }
        }
        values.add(limit);
        return jdbc.query(
                "SELECT s.name, e.at_ms, e.kind, e.severity, e.node, e.port, e.text FROM event e"
                        + " JOIN subnet s ON s.id = e.subnet_id WHERE s.name = ? AND e.at_ms >= ? AND e.at_ms < ?"
                        + (wanted.isEmpty() ? "" : " AND (" + String.join(" OR ", wanted) + ")")
                        + " ORDER BY e.at_ms DESC, e.id DESC LIMIT ?",
                (row, number) -> new MonitorEvent(
                        row.getString(1),
                        Instant.ofEpochMilli(row.getLong(2)),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getInt(6),
                        row.getString(7)),
                values.toArray());
    }

    /** Returns the findings that the last validation found. */
    public List<DatedFinding> findings(String subnet) {
        return jdbc.query(
                "SELECT f.finding_key, f.severity, f.check_name, f.evidence, f.cause, f.next_step, f.first_ms,"
                        + " f.last_ms FROM finding f JOIN subnet s ON s.id = f.subnet_id"
                        + " WHERE s.name = ? AND f.resolved_ms IS NULL ORDER BY f.severity, f.first_ms",
                (row, number) -> new DatedFinding(
                        new FindingEntry(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6)),
                        Instant.ofEpochMilli(row.getLong(7)),
                        Instant.ofEpochMilli(row.getLong(8))),
                subnet);
    }
}
