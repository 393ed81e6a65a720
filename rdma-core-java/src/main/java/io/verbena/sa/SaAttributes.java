package io.verbena.sa;

import static java.util.Map.entry;

import io.verbena.error.RdmaException;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTable;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTable;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.RandomForwardingTable;
import io.verbena.iba.RandomForwardingTableRecord;
import io.verbena.iba.RecordQuery;
import io.verbena.iba.SlToVlMappingTable;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnAdmGetTable;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTable;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToIntFunction;

/**
 * Reads the attributes of subnet management from records of the subnet administration. Modifiers have the meaning that
 * they have in SMPs (IBA 14.2.5): port 0 is the management port of a switch, and on other nodes the port that receives
 * the request, which a record identifies.
 */
final class SaAttributes {
    /** Entry of a forwarding table without a route. */
    private static final int NO_PORT = 0xff;

    private static final int LIDS_IN_A_BLOCK = 64;

    private final AsyncSaClient sa;
    private final Map<Class<? extends Structure>, Reader> readers;

    /** Reads an attribute of the node or port with a LID. */
    @FunctionalInterface
    private interface Reader {
        CompletableFuture<? extends Structure> read(Lid lid, int modifier);
    }

    SaAttributes(AsyncSaClient sa) {
        this.sa = sa;
        this.readers = Map.ofEntries(
                entry(NodeInfo.class, (lid, modifier) -> node(lid).thenApply(NodeRecord::nodeInfo)),
                entry(NodeDescription.class, (lid, modifier) -> node(lid).thenApply(NodeRecord::nodeDescription)),
                entry(PortInfo.class, this::portInfo),
                entry(SwitchInfo.class, (lid, modifier) -> switchInfo(lid)),
                entry(
                        GuidInfo.class,
                        (lid, block) -> sa.get(GuidInfoRecord.query().lid(lid).blockNum(block))
                                .thenApply(GuidInfoRecord::guidInfo)),
                entry(PKeyTable.class, this::pKeyTable),
                entry(SlToVlMappingTable.class, this::slToVlMappingTable),
                entry(VlArbitrationTable.class, this::vlArbitrationTable),
                entry(LinearForwardingTable.class, this::linearForwardingTable),
                entry(
                        RandomForwardingTable.class,
                        (lid, block) -> sa.get(RandomForwardingTableRecord.query()
                                        .lid(lid)
                                        .blockNum(block))
                                .thenApply(RandomForwardingTableRecord::randomForwardingTable)),
                entry(MulticastForwardingTable.class, this::multicastForwardingTable),
                entry(
                        SmInfo.class,
                        (lid, modifier) -> sa.get(SmInfoRecord.query().lid(lid)).thenApply(SmInfoRecord::smInfo)));
    }

    /** Reads an attribute. The future fails if no record has it. */
    <T extends Structure> CompletableFuture<T> read(Class<T> type, Lid lid, long modifier) {
        Reader reader = readers.get(type);
        if (reader == null) {
            return CompletableFuture.failedFuture(new RdmaException("the subnet administration has no record of "
                    + type.getSimpleName() + "; ask LID " + lid + " itself"));
        }
        return reader.read(lid, (int) modifier).thenApply(type::cast);
    }

    private CompletableFuture<NodeRecord> node(Lid lid) {
        return sa.get(NodeRecord.query().lid(lid));
    }

    private CompletableFuture<SwitchInfo> switchInfo(Lid lid) {
        return sa.get(SwitchInfoRecord.query().lid(lid)).thenApply(SwitchInfoRecord::switchInfo);
    }

    private CompletableFuture<PortInfo> portInfo(Lid lid, int port) {
        if (port == 0) {
            return ownPort(PortInfoRecord.query().endportLid(lid), PortInfoRecord::portNum)
                    .thenApply(PortInfoRecord::portInfo);
        }
        return sa.table(PortInfoRecord.query().endportLid(lid).portNum(port))
                .thenCompose(found ->
                        found.isEmpty() ? otherPort(lid, port) : CompletableFuture.completedFuture(found.get(0)))
                .thenApply(PortInfoRecord::portInfo);
    }

    /** Reads the record of another port of a channel adapter, which has a LID of its own. */
    private CompletableFuture<PortInfoRecord> otherPort(Lid lid, int port) {
        return node(lid)
                .thenCompose(node -> sa.get(
                        NodeRecord.query().nodeGuid(node.nodeInfo().nodeGuid()).localPortNum(port)))
                .thenCompose(node ->
                        sa.get(PortInfoRecord.query().endportLid(node.lid()).portNum(port)));
    }

    /** Reads all blocks and selects one, because opensm compares block numbers with their two bytes swapped. */
    private CompletableFuture<PKeyTable> pKeyTable(Lid lid, int modifier) {
        int port = modifier >>> 16;
        int block = modifier & 0xffff;
        PKeyTableRecord.Query query = PKeyTableRecord.query().lid(lid);
        String asked = (port == 0 ? query : query.portNum(port)) + " block " + block;
        return sa.table(query).thenApply(rows -> {
            List<PKeyTableRecord> same = withBlock(rows, block);
            List<PKeyTableRecord> swapped = withBlock(rows, Short.toUnsignedInt(Short.reverseBytes((short) block)));
            return first(same.isEmpty() ? swapped : same, PKeyTableRecord::portNum, asked)
                    .pKeyTable();
        });
    }

    private static List<PKeyTableRecord> withBlock(List<PKeyTableRecord> rows, int block) {
        return rows.stream().filter(row -> row.blockNum() == block).toList();
    }

    private CompletableFuture<SlToVlMappingTable> slToVlMappingTable(Lid lid, int modifier) {
        int input = modifier >>> 8 & 0xff;
        int output = modifier & 0xff;
        SlToVlMappingTableRecord.Query query = SlToVlMappingTableRecord.query().lid(lid);
        CompletableFuture<SlToVlMappingTableRecord> record = input == 0 && output == 0
                ? ownPort(query, row -> row.inputPortNum() << 8 | row.outputPortNum())
                : sa.get(query.inputPortNum(input).outputPortNum(output));
        return record.thenApply(SlToVlMappingTableRecord::slToVlMappingTable);
    }

    private CompletableFuture<VlArbitrationTable> vlArbitrationTable(Lid lid, int modifier) {
        int port = modifier & 0xffff;
        VlArbitrationTableRecord.Query query =
                VlArbitrationTableRecord.query().lid(lid).blockNum(modifier >>> 16);
        CompletableFuture<VlArbitrationTableRecord> record =
                port == 0 ? ownPort(query, VlArbitrationTableRecord::outputPortNum) : sa.get(query.outputPortNum(port));
        return record.thenApply(VlArbitrationTableRecord::vlArbitrationTable);
    }

    /** Reads a block. A switch without a record for it has no routes in it. */
    private CompletableFuture<LinearForwardingTable> linearForwardingTable(Lid lid, int block) {
        return sa.table(LinearForwardingTableRecord.query().lid(lid).blockNum(block))
                .thenCompose(found -> found.isEmpty()
                        ? switchInfo(lid).thenApply(info -> noWayToAnywhere())
                        : CompletableFuture.completedFuture(found.get(0).linearForwardingTable()));
    }

    private static LinearForwardingTable noWayToAnywhere() {
        LinearForwardingTable block = new LinearForwardingTable();
        for (int lid = 0; lid < LIDS_IN_A_BLOCK; lid++) {
            block.port(lid, NO_PORT);
        }
        return block;
    }

    /**
     * Reads a block, whose position is in the upper four bits. A switch without a record for it has no members in it.
     */
    private CompletableFuture<MulticastForwardingTable> multicastForwardingTable(Lid lid, int modifier) {
        return sa.table(MulticastForwardingTableRecord.query()
                        .lid(lid)
                        .position(modifier >>> 28)
                        .blockNum(modifier & 0x1ff))
                .thenCompose(found -> found.isEmpty()
                        ? switchInfo(lid).thenApply(info -> new MulticastForwardingTable())
                        : CompletableFuture.completedFuture(found.get(0).multicastForwardingTable()));
    }

    /** Reads the record of port 0, or of the only port that has the LID. */
    private <T extends Structure & SubnAdmGetTable> CompletableFuture<T> ownPort(
            RecordQuery<T> query, ToIntFunction<T> port) {
        String asked = query.toString();
        return sa.table(query).thenApply(found -> first(found, port, asked));
    }

    private static <T> T first(List<T> found, ToIntFunction<T> port, String asked) {
        return found.stream()
                .filter(record -> port.applyAsInt(record) == 0)
                .findFirst()
                .or(() -> found.stream().findFirst())
                .orElseThrow(() -> new RdmaException("there is no such record: " + asked));
    }
}
