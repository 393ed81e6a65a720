package io.verbena.shell.command.administration;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeRecord;
import io.verbena.sa.SaClient;
import io.verbena.shell.cli.Numbers;
import io.verbena.subnet.NodeNameMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes that the subnet administration knows, read once when a command first looks up a node by name. */
final class NodeRecords {
    private final SaClient sa;
    private final NodeNameMap map;
    private @Nullable List<NodeRecord> all;

    NodeRecords(SaClient sa, NodeNameMap map) {
        this.sa = sa;
        this.map = map;
    }

    List<NodeRecord> all() {
        if (all == null) {
            all = sa.table(NodeRecord.class);
        }
        return all;
    }

    /** Returns the name of a node: from the node name map, or its description. */
    String name(NodeRecord record) {
        return map.nameOf(record.nodeInfo().nodeGuid(), record.nodeDescription().nodeString());
    }

    /** Returns the records of the nodes with a name, one for each port; empty if there is none. */
    List<NodeRecord> called(String name) {
        return all().stream()
                .filter(record -> name.equals(name(record))
                        || name.equals(record.nodeDescription().nodeString()))
                .toList();
    }

    /** Returns the record of the port with this GUID; empty if there is none. */
    List<NodeRecord> withPort(Guid portGuid) {
        return all().stream()
                .filter(record -> record.nodeInfo().portGuid().equals(portGuid))
                .toList();
    }

    Lid lid(String word) {
        if (Numbers.isNumber(word) && Numbers.parse("LID", word, Long.SIZE) >>> Short.SIZE == 0) {
            return Lid.parse(word);
        }
        List<NodeRecord> found = Numbers.isNumber(word) ? withPort(Guid.parse(word)) : called(word);
        if (found.isEmpty()) {
            throw new RdmaException("the subnet administration knows no node '" + word
                    + "'; expected a LID, a port GUID or the complete name of a node");
        }
        return found.get(0).lid();
    }
}
