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

/** The nodes that the subnet administration knows, read once and only where somebody asks for one by its name. */
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

    /** What a node is called: by the map, or by itself. */
    String name(NodeRecord record) {
        return map.nameOf(record.nodeInfo().nodeGuid(), record.nodeDescription().nodeString());
    }

    /** The nodes of a name, one record for each port; none is an empty list. */
    List<NodeRecord> called(String name) {
        return all().stream()
                .filter(record -> name.equals(name(record))
                        || name.equals(record.nodeDescription().nodeString()))
                .toList();
    }

    /** The node whose port has this GUID; none is an empty list. */
    List<NodeRecord> withPort(Guid portGuid) {
        return all().stream()
                .filter(record -> record.nodeInfo().portGuid().equals(portGuid))
                .toList();
    }

    /**
     * The LID that a word stands for: a number, the GUID of a port or the name of a node, of which the first port counts.
     *
     * @throws RdmaException if no node has this GUID or name
     */
    Lid lid(String word) {
        if (Numbers.isNumber(word) && Numbers.parse("LID", word, Long.SIZE) >>> Short.SIZE == 0) {
            return Lid.parse(word);
        }
        List<NodeRecord> found = Numbers.isNumber(word) ? withPort(Guid.parse(word)) : called(word);
        if (found.isEmpty()) {
            throw new RdmaException("the subnet administration knows no node '" + word
                    + "'; give a LID, the GUID of a port or the whole name of a node");
        }
        return found.get(0).lid();
    }
}
