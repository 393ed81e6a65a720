package io.verbena.embedded.sa;

import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.RandomForwardingTableRecord;
import io.verbena.iba.ServiceAssociationRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;

/** The tables whose records carry an attribute of subnet management, and how its modifiers count blocks and ports. */
final class SubnetTables {
    private static final int LINEAR_BLOCK = 64;
    private static final int MULTICAST_BLOCK = 32;
    private static final int FIRST_MULTICAST = 0xc000;
    private static final int MASK_PORTS = 16;
    private static final int POSITION = 28;
    private static final int ARBITRATION_BLOCKS = 4;
    private static final int KEYS_OF_BLOCK = 32;

    private SubnetTables() {}

    /**
     * Adds them.
     *
     * @param highestMulticast says the largest multicast LID in use
     * @param to takes the ID of each attribute with its table
     */
    static void add(Subnet subnet, IntSupplier highestMulticast, BiConsumer<Integer, Service> to) {
        add(to, new PortTable(subnet));
        // Every switch forwards by a linear table, and nobody can register an association.
        add(to, new EmptyTable<>(RandomForwardingTableRecord.LAYOUT));
        add(to, new EmptyTable<>(ServiceAssociationRecord.LAYOUT));
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        SwitchInfoRecord.LAYOUT,
                        "switchInfo",
                        (port, wanted, rows) -> offer(port.node().isSwitch() ? 1 : 0, port, rows),
                        (port, block) -> 0,
                        (port, block, record) -> {}));
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        LinearForwardingTableRecord.LAYOUT,
                        "linearForwardingTable",
                        (port, wanted, rows) ->
                                offer(port.node().isSwitch() ? subnet.highestLid() / LINEAR_BLOCK + 1 : 0, port, rows),
                        (port, block) -> block,
                        (port, block, record) -> record.blockNum(block)));
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        MulticastForwardingTableRecord.LAYOUT,
                        "multicastForwardingTable",
                        (port, wanted, rows) -> offer(multicastBlocks(port, highestMulticast.getAsInt()), port, rows),
                        (port, block) -> ((long) position(port, block) << POSITION) | (block / positions(port)),
                        (port, block, record) ->
                                record.position(position(port, block)).blockNum(block / positions(port))));
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        GuidInfoRecord.LAYOUT,
                        "guidInfo",
                        (port, wanted, rows) -> offer((port.info().guidCap() + 7) / 8, port, rows),
                        (port, block) -> block,
                        (port, block, record) -> record.blockNum(block)));
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        SmInfoRecord.LAYOUT,
                        "smInfo",
                        (port, wanted, rows) -> offer(subnet.managers().contains(port) ? 1 : 0, port, rows),
                        (port, block) -> 0,
                        (port, block, record) -> {}));
        addOfEachPort(subnet, to);
    }

    private static void addOfEachPort(Subnet subnet, BiConsumer<Integer, Service> to) {
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        SlToVlMappingTableRecord.LAYOUT,
                        "slToVlMappingTable",
                        (port, wanted, rows) -> EndPorts.behind(
                                port,
                                out -> offer(out.node().isSwitch() ? out.node().numPorts() + 1 : 1, out, rows)),
                        (out, in) -> out.node().isSwitch() ? ((long) in << Byte.SIZE) | out.number() : 0,
                        (out, in, record) -> record.inputPortNum(in).outputPortNum(out.number())));
        add(
                to,
                new AttributeTable<>(
                        subnet,
                        VlArbitrationTableRecord.LAYOUT,
                        "vlArbitrationTable",
                        (port, wanted, rows) -> EndPorts.behind(port, out -> offer(ARBITRATION_BLOCKS, out, rows)),
                        (out, block) ->
                                ((long) (block + 1) << Short.SIZE) | (out.node().isSwitch() ? out.number() : 0),
                        (out, block, record) ->
                                record.outputPortNum(out.number()).blockNum(block + 1)));
        Service keys = new AttributeTable<>(
                subnet,
                PKeyTableRecord.LAYOUT,
                "pKeyTable",
                (port, wanted, rows) -> EndPorts.behind(port, each -> offer(keyBlocks(each), each, rows)),
                (port, block) -> ((long) (port.node().isSwitch() ? port.number() : 0) << Short.SIZE) | block,
                (port, block, record) -> record.blockNum(block).portNum(port.number()));
        // As opensm does: only who is trusted learns who is in which partition.
        to.accept(
                PKeyTableRecord.LAYOUT.attributeId(),
                request -> request.isTrusted() ? keys.answer(request) : Reply.refused(SaStatus.INVALID_REQUEST));
    }

    private static void add(BiConsumer<Integer, Service> to, RecordTable<?, ?> table) {
        to.accept(table.layout().attributeId(), table);
    }

    private static void offer(int blocks, SubnetPort port, Rows<SubnetPort, ?> rows) {
        for (int block = 0; block < blocks && !rows.isFull(); block++) {
            rows.offer(port, block);
        }
    }

    /** Blocks and positions are counted as one: all positions of a block, then the next block. */
    private static int multicastBlocks(SubnetPort port, int highest) {
        boolean any = port.node().isSwitch() && highest >= FIRST_MULTICAST;
        return any ? ((highest - FIRST_MULTICAST) / MULTICAST_BLOCK + 1) * positions(port) : 0;
    }

    private static int positions(SubnetPort port) {
        return port.node().numPorts() / MASK_PORTS + 1;
    }

    private static int position(SubnetPort port, int block) {
        return block % positions(port);
    }

    private static int keyBlocks(SubnetPort port) {
        int last = port.highestKeyIndex();
        return last / KEYS_OF_BLOCK + 1;
    }
}
