package io.verbena.monitor.store;

import io.verbena.monitor.collect.CounterBaseline;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.FindingEntry;
import io.verbena.monitor.model.Observation.MonitorEvent;
import io.verbena.monitor.model.Observation.MonitorSweep;
import io.verbena.monitor.model.Observation.ValidatedFindings;
import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import io.verbena.monitor.store.Dialect.SampleTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes each observation in one transaction. A sweep that was written before is not written again. */
@Component
final class ObservationWriter implements CounterBaseline {
    private static final int MAX_TEXT = 1000;
    private static final int MAX_LONG_TEXT = 2000;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final Dialect dialect;
    private final PortIds ids;
    private final LateSums late;
    private final Map<Integer, TopologySnapshot> topologies = new HashMap<>();

    ObservationWriter(JdbcTemplate jdbc, TransactionTemplate transactions, Dialect dialect, LateSums late) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.dialect = dialect;
        this.ids = new PortIds(jdbc);
        this.late = late;
    }

    /**
     * Writes an observation.
     *
     * @throws org.springframework.dao.DataAccessException if the database refuses it; nothing was written
     */
    synchronized void write(Observation observation) {
        try {
            if (observation instanceof MonitorSweep sweep) {
                dialect.prepare(SampleTable.PORT_SAMPLE, sweep.at());
                transactions.executeWithoutResult(status -> writeSweep(sweep));
            } else if (observation instanceof MonitorEvent event) {
                transactions.executeWithoutResult(status -> writeEvent(event));
            } else if (observation instanceof ValidatedFindings findings) {
                transactions.executeWithoutResult(status -> writeFindings(findings));
            }
        } catch (RuntimeException e) {
            forget();
            throw e;
        }
    }

    /** Forgets the numbers of ports and the last topologies, which are then read from the database again. */
    synchronized void forget() {
        ids.forget();
        topologies.clear();
    }

    private void writeSweep(MonitorSweep sweep) {
        int subnet = ids.subnet(sweep.subnet());
        long at = sweep.at().toEpochMilli();
        List<Long> last =
                jdbc.queryForList("SELECT at_ms FROM sweep WHERE subnet_id = ? AND at_ms = ?", Long.class, subnet, at);
        if (!last.isEmpty()) {
            return;
        }
        TopologySnapshot topology = sweep.topology();
        late.mark(subnet, sweep.at());
        jdbc.update(
                "INSERT INTO sweep (subnet_id, at_ms, duration_ms, nodes, links, samples, failures)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                subnet,
                at,
                sweep.durationMillis(),
                topology.nodes().size(),
                topology.links(),
                sweep.samples().size(),
                sweep.failures().size());
        Map<PortPlace, Integer> ports = ids.ports(subnet, topology);
        writeTopology(subnet, at, topology);
        dialect.insert(sweep, ports);
        writeBaseline(subnet, at, Compressed.counters(sweep.samples()));
        sweep.restarts().forEach(this::writeEvent);
    }

    private void writeTopology(int subnet, long at, TopologySnapshot topology) {
        TopologySnapshot before =
                topologies.computeIfAbsent(subnet, id -> lastTopology(id).orElse(new TopologySnapshot(List.of())));
        if (!topology.equals(before)) {
            jdbc.update(
                    "INSERT INTO topology (subnet_id, at_ms, nodes, links, content) VALUES (?, ?, ?, ?, ?)",
                    subnet,
                    at,
                    topology.nodes().size(),
                    topology.links(),
                    Compressed.topology(topology));
        }
        // An unchanged topology is replaced too: the last sweep holds this one, and the older one is garbage.
        topologies.put(subnet, topology);
    }

    private Optional<TopologySnapshot> lastTopology(int subnet) {
        return jdbc
                .queryForList(
                        "SELECT content FROM topology WHERE subnet_id = ? ORDER BY at_ms DESC LIMIT 1",
                        byte[].class,
                        subnet)
                .stream()
                .map(Compressed::topology)
                .findFirst();
    }

    private void writeBaseline(int subnet, long at, byte[] content) {
        if (jdbc.update("UPDATE baseline SET at_ms = ?, content = ? WHERE subnet_id = ?", at, content, subnet) == 0) {
            jdbc.update("INSERT INTO baseline (subnet_id, at_ms, content) VALUES (?, ?, ?)", subnet, at, content);
        }
    }

    @Override
    public Optional<Values> last(String subnet) {
        return jdbc
                .query(
                        "SELECT at_ms, content FROM baseline JOIN subnet ON id = subnet_id WHERE name = ?",
                        (row, number) -> new Values(
                                Instant.ofEpochMilli(row.getLong("at_ms")),
                                Compressed.counters(row.getBytes("content"))),
                        subnet)
                .stream()
                .findFirst();
    }

    /** Writes an event once. The lock on the subnet orders this process and another one that writes the same event. */
    private void writeEvent(MonitorEvent event) {
        int subnet = ids.subnet(event.subnet());
        Object[] row = {
            subnet, event.at().toEpochMilli(), event.kind(), event.severity(), event.node(), event.port(), event.text()
        };
        jdbc.queryForList("SELECT id FROM subnet WHERE id = ? FOR UPDATE", Integer.class, subnet);
        List<Long> known = jdbc.queryForList(
                "SELECT id FROM event WHERE subnet_id = ? AND at_ms = ? AND kind = ? AND severity = ? AND node = ?"
                        + " AND port = ? AND text = ?",
                Long.class,
                row);
        if (known.isEmpty()) {
            jdbc.update(
                    "INSERT INTO event (subnet_id, at_ms, kind, severity, node, port, text)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    row);
        }
    }

    private void writeFindings(ValidatedFindings findings) {
        int subnet = ids.subnet(findings.subnet());
        long at = findings.at().toEpochMilli();
        for (FindingEntry finding : findings.findings()) {
            String key = cut(finding.key(), MAX_TEXT);
            if (jdbc.update(
                            "UPDATE finding SET evidence = ?, last_ms = ?, resolved_ms = NULL,"
                                    + " first_ms = CASE WHEN resolved_ms IS NULL THEN first_ms ELSE ? END"
                                    + " WHERE subnet_id = ? AND finding_key = ?",
                            cut(finding.evidence(), MAX_LONG_TEXT),
                            at,
                            at,
                            subnet,
                            key)
                    == 0) {
                jdbc.update(
                        "INSERT INTO finding (subnet_id, finding_key, severity, check_name, evidence, cause, next_step,"
                                + " first_ms, last_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        subnet,
                        key,
                        finding.severity(),
                        finding.check(),
                        cut(finding.evidence(), MAX_LONG_TEXT),
                        cut(finding.cause(), MAX_LONG_TEXT),
                        cut(finding.nextStep(), MAX_LONG_TEXT),
                        at,
                        at);
            }
        }
        jdbc.update(
                "UPDATE finding SET resolved_ms = ? WHERE subnet_id = ? AND last_ms < ? AND resolved_ms IS NULL",
                at,
                subnet,
                at);
    }

    private static String cut(String text, int max) {
        return text.length() > max ? text.substring(0, max) : text;
    }

    /** The numbers of subnets and ports, which the rows of samples refer to. */
    private static final class PortIds {
        private static final int MAX_NAME = 200;

        private final JdbcTemplate jdbc;
        private final Map<String, Integer> subnets = new HashMap<>();
        private final Map<Integer, Map<PortPlace, Integer>> ports = new HashMap<>();
        private final Map<Integer, Map<String, String>> names = new HashMap<>();

        PortIds(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        /** Forgets what was read, after a transaction that failed. */
        void forget() {
            subnets.clear();
            ports.clear();
            names.clear();
        }

        int subnet(String name) {
            Integer known = subnets.get(name);
            if (known != null) {
                return known;
            }
            List<Integer> found = jdbc.queryForList("SELECT id FROM subnet WHERE name = ?", Integer.class, name);
            if (found.isEmpty()) {
                jdbc.update("INSERT INTO subnet (name) VALUES (?)", name);
                found = jdbc.queryForList("SELECT id FROM subnet WHERE name = ?", Integer.class, name);
            }
            subnets.put(name, found.get(0));
            return found.get(0);
        }

        /** Returns the numbers of all ports of a subnet, after adding those of new ports and renaming nodes. */
        Map<PortPlace, Integer> ports(int subnet, TopologySnapshot topology) {
            Map<PortPlace, Integer> known = ports.computeIfAbsent(subnet, this::read);
            Map<String, String> called = names.computeIfAbsent(subnet, id -> new HashMap<>());
            List<Object[]> added = new ArrayList<>();
            for (NodeEntry node : topology.nodes()) {
                String name = node.name().length() > MAX_NAME ? node.name().substring(0, MAX_NAME) : node.name();
                boolean renamed = !name.equals(called.put(node.guid(), name));
                for (PortEntry port : node.ports()) {
                    if (!known.containsKey(new PortPlace(node.guid(), port.number()))) {
                        added.add(new Object[] {subnet, node.guid(), port.number(), name});
                    }
                }
                if (renamed) {
                    jdbc.update(
                            "UPDATE port SET name = ? WHERE subnet_id = ? AND node = ? AND name <> ?",
                            name,
                            subnet,
                            node.guid(),
                            name);
                }
            }
            if (!added.isEmpty()) {
                jdbc.batchUpdate("INSERT INTO port (subnet_id, node, number, name) VALUES (?, ?, ?, ?)", added);
                known.putAll(read(subnet));
            }
            return known;
        }

        private Map<PortPlace, Integer> read(int subnet) {
            Map<PortPlace, Integer> found = new HashMap<>();
            jdbc.query(
                    "SELECT id, node, number FROM port WHERE subnet_id = ?",
                    row -> {
                        found.put(new PortPlace(row.getString("node"), row.getInt("number")), row.getInt("id"));
                    },
                    subnet);
            return found;
        }
    }
}
