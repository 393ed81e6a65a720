package io.verbena.sm.sa;

import io.verbena.iba.Field;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.RandomForwardingTableRecord;
import io.verbena.iba.ServiceAssociationRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The tables of records that contain subnet management attributes, with the meaning of their modifiers. */
final class SubnetTables {
    private static final int LINEAR_BLOCK = 64;
    private static final int MULTICAST_BLOCK = 32;
    private static final int FIRST_MULTICAST = 0xc000;
    private static final int MASK_PORTS = 16;
    private static final int POSITION = 28;
    private static final int KEYS_OF_BLOCK = 32;

    private SubnetTables() {}

    static void add(SaSubnet subnet, IntSupplier highestMulticast, BiConsumer<Integer, SaRequest.Handler> to) {
        List<SaTable<?, ?>> tables = List.of(
                new PortTable(subnet),
                new NodeTable(subnet),
                new LinkTable(subnet),
                new LaneTable.Mapping(subnet),
                new LaneTable.Arbitration(subnet),
                // All switches have linear tables, and no associations can be registered.
                new EmptyTable<>(RandomForwardingTableRecord.LAYOUT),
                new EmptyTable<>(ServiceAssociationRecord.LAYOUT),
                new AttributeTable<>(
                        subnet,
                        SwitchInfoRecord.LAYOUT,
                        "switchInfo",
                        (port, wanted, rows) -> offer(port.node().isSwitch() ? 1 : 0, port, rows),
                        (port, block) -> 0,
                        (port, block, record) -> {}),
                new AttributeTable<>(
                        subnet,
                        LinearForwardingTableRecord.LAYOUT,
                        "linearForwardingTable",
                        (port, wanted, rows) ->
                                offer(port.node().isSwitch() ? subnet.highestLid() / LINEAR_BLOCK + 1 : 0, port, rows),
                        (port, block) -> block,
                        (port, block, record) -> record.blockNum(block)),
                new AttributeTable<>(
                        subnet,
                        MulticastForwardingTableRecord.LAYOUT,
                        "multicastForwardingTable",
                        (port, wanted, rows) -> offer(multicastBlocks(port, highestMulticast.getAsInt()), port, rows),
                        (port, block) -> ((long) position(port, block) << POSITION) | (block / positions(port)),
                        (port, block, record) ->
                                record.position(position(port, block)).blockNum(block / positions(port))),
                new AttributeTable<>(
                        subnet,
                        GuidInfoRecord.LAYOUT,
                        "guidInfo",
                        (port, wanted, rows) -> offer((port.info().guidCap() + 7) / 8, port, rows),
                        (port, block) -> block,
                        (port, block, record) -> record.blockNum(block)),
                new AttributeTable<>(
                        subnet,
                        SmInfoRecord.LAYOUT,
                        "smInfo",
                        (port, wanted, rows) -> offer(subnet.managers().contains(port) ? 1 : 0, port, rows),
                        (port, block) -> 0,
                        (port, block, record) -> {}));
        tables.forEach(table -> to.accept(table.layout.attributeId(), table));
        SaRequest.Handler keys = new AttributeTable<>(
                subnet,
                PKeyTableRecord.LAYOUT,
                "pKeyTable",
                (port, wanted, rows) -> port.forEachSharing(each -> offer(keyBlocks(each), each, rows)),
                (port, block) -> ((long) (port.node().isSwitch() ? port.number() : 0) << Short.SIZE) | block,
                (port, block, record) -> record.blockNum(block).portNum(port.number()));
        // As in opensm, only trusted clients can read which port is in which partition.
        to.accept(
                PKeyTableRecord.LAYOUT.attributeId(),
                request ->
                        request.isTrusted() ? keys.answer(request) : SaReply.refused(SaReply.Status.INVALID_REQUEST));
    }

    private static void offer(int blocks, SaSubnet.Port port, SaTable.Rows<SaSubnet.Port, ?> rows) {
        for (int block = 0; block < blocks && !rows.isFull(); block++) {
            rows.offer(port, block);
        }
    }

    private static int multicastBlocks(SaSubnet.Port port, int highest) {
        boolean any = port.node().isSwitch() && highest >= FIRST_MULTICAST;
        return any ? ((highest - FIRST_MULTICAST) / MULTICAST_BLOCK + 1) * positions(port) : 0;
    }

    private static int positions(SaSubnet.Port port) {
        return port.node().numPorts() / MASK_PORTS + 1;
    }

    private static int position(SaSubnet.Port port, int block) {
        return block % positions(port);
    }

    private static int keyBlocks(SaSubnet.Port port) {
        int last = port.highestKeyIndex();
        return last / KEYS_OF_BLOCK + 1;
    }

    /**
     * PortInfoRecord (IBA 15.2.5.3). With bit 31 of the attribute modifier, a port matches if it has at least the
     * capabilities in the request.
     */
    private static final class PortTable extends AttributeTable<PortInfoRecord> {
        private static final long SINGLE = 1L << 31;

        PortTable(SaSubnet subnet) {
            super(
                    subnet,
                    PortInfoRecord.LAYOUT,
                    "portInfo",
                    (port, wanted, rows) -> port.forEachSharing(each -> rows.offer(each, 0)),
                    (port, block) -> port.number(),
                    (port, block, record) -> record.portNum(port.number()));
        }

        @Override
        Filter filter(SaRequest request, PortInfoRecord wanted) {
            Filter filter = super.filter(request, wanted);
            return (request.mad.attributeModifier() & SINGLE) == 0
                    ? filter
                    : single(single(filter, "capabilityMask"), "capabilityMask2");
        }

        private static Filter single(Filter filter, String name) {
            Field mask = PortInfo.LAYOUT.field(name);
            return filter.whereSet(PortInfoRecord.LAYOUT.field("portInfo").bit() + mask.bit(), mask.width());
        }
    }

    /** The records of an attribute that no node has. Requests for it are valid, and their result is empty. */
    private static final class EmptyTable<T extends Structure> extends SaTable<SaSubnet.Node, T> {
        EmptyTable(Layout<T> layout) {
            super(layout);
        }

        @Override
        void offer(SaRequest request, T wanted, SaTable.Rows<SaSubnet.Node, T> rows) {
            // There are no records.
        }

        @Override
        boolean write(SaSubnet.Node subject, int number, T record, byte[] bytes, boolean trusted) {
            return false;
        }
    }

    /** NodeRecord (IBA 15.2.5.2), one for each addressable port. */
    private static final class NodeTable extends SaTable<SaSubnet.Port, NodeRecord> {
        private static final long LID = NodeRecord.LAYOUT.componentMask("lid");
        private static final int INFO = NodeRecord.LAYOUT.field("nodeInfo").bit() / Byte.SIZE;
        private static final int DESCRIPTION =
                NodeRecord.LAYOUT.field("nodeDescription").bit() / Byte.SIZE;

        private final SaSubnet subnet;

        NodeTable(SaSubnet subnet) {
            super(NodeRecord.LAYOUT);
            this.subnet = subnet;
        }

        @Override
        long handled(SaRequest request) {
            return LID;
        }

        @Override
        void offer(SaRequest request, NodeRecord wanted, SaTable.Rows<SaSubnet.Port, NodeRecord> rows) {
            if (request.has(LID)) {
                SaSubnet.Port port = subnet.port(wanted.lid().bits());
                if (port != null) {
                    rows.offer(port, 0);
                }
            } else {
                subnet.forEachEndPort(port -> rows.offer(port, 0));
            }
        }

        @Override
        boolean write(SaSubnet.Port port, int number, NodeRecord record, byte[] bytes, boolean trusted) {
            record.lid(Lid.of(port.lid()));
            return port.read(NodeInfo.LAYOUT, 0, bytes, INFO)
                    && port.read(NodeDescription.LAYOUT, 0, bytes, DESCRIPTION);
        }
    }

    /** LinkRecord (IBA 15.2.5.13), one for each direction of a link. */
    private static final class LinkTable extends SaTable<SaSubnet.Port, LinkRecord> {
        private static final long FROM = LinkRecord.LAYOUT.componentMask("fromLid");
        private static final long TO = LinkRecord.LAYOUT.componentMask("toLid");

        private final SaSubnet subnet;

        LinkTable(SaSubnet subnet) {
            super(LinkRecord.LAYOUT);
            this.subnet = subnet;
        }

        @Override
        long handled(SaRequest request) {
            return FROM | TO;
        }

        @Override
        void offer(SaRequest request, LinkRecord wanted, SaTable.Rows<SaSubnet.Port, LinkRecord> rows) {
            SaSubnet.Port from =
                    request.has(FROM) ? subnet.port(wanted.fromLid().bits()) : null;
            SaSubnet.Port to = request.has(TO) ? subnet.port(wanted.toLid().bits()) : null;
            if ((request.has(FROM) && from == null) || (request.has(TO) && to == null)) {
                return;
            }
            if (from != null) {
                links(from, to, rows);
            } else {
                subnet.forEachEndPort(each -> links(each, to, rows));
            }
        }

        private static void links(
                SaSubnet.Port from, SaSubnet.@Nullable Port to, SaTable.Rows<SaSubnet.Port, LinkRecord> rows) {
            from.forEachSharing(port -> {
                SaSubnet.Port peer = port.peer();
                if (peer != null && (to == null || peer.managed() == to)) {
                    rows.offer(port, 0);
                }
            });
        }

        @Override
        boolean mayMiss() {
            return true;
        }

        @Override
        boolean write(SaSubnet.Port port, int number, LinkRecord record, byte[] bytes, boolean trusted) {
            SaSubnet.Port peer = port.peer();
            if (peer == null) {
                return false;
            }
            record.fromLid(Lid.of(port.managed().lid()))
                    .fromPort(port.number())
                    .toPort(peer.number())
                    .toLid(Lid.of(peer.managed().lid()));
            return true;
        }
    }

    /**
     * A table of virtual lanes of each port. The port numbers in a request select records of switches only (IBA 15.2.5.8,
     * 15.2.5.9).
     *
     * @param <T> the type of record
     */
    private abstract static class LaneTable<T extends Structure> extends AttributeTable<T> {
        private static final int ARBITRATION_BLOCKS = 4;

        private final long ports;

        LaneTable(
                SaSubnet subnet, Layout<T> layout, String field, Modifier modifier, Identity<T> identity, long ports) {
            super(subnet, layout, field, (port, wanted, rows) -> {}, modifier, identity);
            this.ports = ports;
        }

        abstract int count(SaSubnet.Port out);

        abstract boolean isSelected(SaRequest request, T wanted, SaSubnet.Port out, int number);

        @Override
        long handled(SaRequest request) {
            return super.handled(request) | ports;
        }

        @Override
        void offer(SaRequest request, T wanted, SaTable.Rows<SaSubnet.Port, T> rows) {
            endPorts(
                    request,
                    wanted,
                    port -> port.forEachSharing(out -> {
                        int count = count(out);
                        for (int number = 0; number < count && !rows.isFull(); number++) {
                            if (!out.node().isSwitch() || isSelected(request, wanted, out, number)) {
                                rows.offer(out, number);
                            }
                        }
                    }));
        }

        /** SLtoVLMappingTableRecord (IBA 15.2.5.8), one for each input port of an output port. */
        static final class Mapping extends LaneTable<SlToVlMappingTableRecord> {
            private static final long IN = SlToVlMappingTableRecord.LAYOUT.componentMask("inputPortNum");
            private static final long OUT = SlToVlMappingTableRecord.LAYOUT.componentMask("outputPortNum");

            Mapping(SaSubnet subnet) {
                super(
                        subnet,
                        SlToVlMappingTableRecord.LAYOUT,
                        "slToVlMappingTable",
                        (out, in) -> out.node().isSwitch() ? ((long) in << Byte.SIZE) | out.number() : 0,
                        (out, in, record) -> record.inputPortNum(in).outputPortNum(out.number()),
                        IN | OUT);
            }

            @Override
            int count(SaSubnet.Port out) {
                return out.node().isSwitch() ? out.node().numPorts() + 1 : 1;
            }

            @Override
            boolean isSelected(SaRequest request, SlToVlMappingTableRecord wanted, SaSubnet.Port out, int in) {
                return (!request.has(IN) || wanted.inputPortNum() == in)
                        && (!request.has(OUT) || wanted.outputPortNum() == out.number());
            }
        }

        /** VLArbitrationTableRecord (IBA 15.2.5.9), one for each half of both tables of a port. */
        static final class Arbitration extends LaneTable<VlArbitrationTableRecord> {
            private static final long OUT = VlArbitrationTableRecord.LAYOUT.componentMask("outputPortNum");

            Arbitration(SaSubnet subnet) {
                super(
                        subnet,
                        VlArbitrationTableRecord.LAYOUT,
                        "vlArbitrationTable",
                        (out, block) ->
                                ((long) (block + 1) << Short.SIZE) | (out.node().isSwitch() ? out.number() : 0),
                        (out, block, record) ->
                                record.outputPortNum(out.number()).blockNum(block + 1),
                        OUT);
            }

            @Override
            int count(SaSubnet.Port out) {
                return ARBITRATION_BLOCKS;
            }

            @Override
            boolean isSelected(SaRequest request, VlArbitrationTableRecord wanted, SaSubnet.Port out, int block) {
                return !request.has(OUT) || wanted.outputPortNum() == out.number();
            }

            /** Writes zeros for the second half of a table, which a port with at most 32 entries lacks; so does opensm. */
            @Override
            boolean write(
                    SaSubnet.Port out, int block, VlArbitrationTableRecord record, byte[] bytes, boolean trusted) {
                return super.write(out, block, record, bytes, trusted) || block % 2 == 1;
            }
        }
    }
}
