package io.verbena.monitor.store;

import io.verbena.monitor.model.PortPlace;
import io.verbena.monitor.model.TopologySnapshot;
import io.verbena.monitor.model.TopologySnapshot.NodeEntry;
import io.verbena.monitor.model.TopologySnapshot.PortEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;

/** The numbers of subnets and ports, which the rows of samples refer to. */
final class PortIds {
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
