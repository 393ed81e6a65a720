package io.verbena.sm.sa;

import io.verbena.iba.Field;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
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
import io.verbena.sm.sa.AttributeTable.Ports;
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
                new MappingTable(subnet),
                new ArbitrationTable(subnet),
                // All switches have linear tables, and no associations can be registered.
                new EmptyTable<>(RandomForwardingTableRecord.LAYOUT),
                new EmptyTable<>(ServiceAssociationRecord.LAYOUT),
                new AttributeTable<>(
                        subnet,
                        SwitchInfoRecord.LAYOUT,
                        Ports.ADDRESSABLE,
                        port -> port.node().isSwitch() ? 1 : 0,
                        (port, block) -> 0,
                        (port, block, record) -> {}),
                new AttributeTable<>(
                        subnet,
                        LinearForwardingTableRecord.LAYOUT,
                        Ports.ADDRESSABLE,
                        port -> port.node().isSwitch() ? subnet.highestLid() / LINEAR_BLOCK + 1 : 0,
                        (port, block) -> block,
                        (port, block, record) -> record.blockNum(block)),
                new AttributeTable<>(
                        subnet,
                        MulticastForwardingTableRecord.LAYOUT,
                        Ports.ADDRESSABLE,
                        port -> multicastBlocks(port, highestMulticast.getAsInt()),
                        (port, block) -> ((long) position(port, block) << POSITION) | (block / positions(port)),
                        (port, block, record) ->
                                record.position(position(port, block)).blockNum(block / positions(port))),
                new AttributeTable<>(
                        subnet,
                        GuidInfoRecord.LAYOUT,
                        Ports.ADDRESSABLE,
                        port -> (port.info().guidCap() + 7) / 8,
                        (port, block) -> block,
                        (port, block, record) -> record.blockNum(block)),
                new AttributeTable<>(
                        subnet,
                        SmInfoRecord.LAYOUT,
                        Ports.ADDRESSABLE,
                        port -> subnet.managers().contains(port) ? 1 : 0,
                        (port, block) -> 0,
                        (port, block, record) -> {}));
        tables.forEach(table -> to.accept(table.layout.attributeId(), table));
        SaRequest.Handler keys = new AttributeTable<>(
                subnet,
                PKeyTableRecord.LAYOUT,
                Ports.ALL,
                port -> port.highestKeyIndex() / KEYS_OF_BLOCK + 1,
                (port, block) -> ((long) numberOnSwitch(port) << Short.SIZE) | block,
                (port, block, record) -> record.blockNum(block).portNum(port.number()));
        // As in opensm, only trusted clients can read which port is in which partition.
        to.accept(
                PKeyTableRecord.LAYOUT.attributeId(),
                request ->
                        request.isTrusted() ? keys.answer(request) : SaReply.refused(SaReply.Status.INVALID_REQUEST));
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

    /** Returns the number of a port of a switch; 0 for any other port, which is that of the agent. */
    private static int numberOnSwitch(SaSubnet.Port port) {
        return port.node().isSwitch() ? port.number() : 0;
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
                    Ports.ALL,
                    port -> 1,
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

    /** NodeRecord (IBA 15.2.5.2), one for each addressable port, which has both attributes. */
    private static final class NodeTable extends AttributeTable<NodeRecord> {
        NodeTable(SaSubnet subnet) {
            super(
                    subnet,
                    NodeRecord.LAYOUT,
                    Ports.ADDRESSABLE,
                    port -> 1,
                    (port, block) -> 0,
                    (port, block, record) -> {});
        }

        @Override
        boolean mayMiss() {
            return false;
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
     * SLtoVLMappingTableRecord (IBA 15.2.5.8), one for each input port of an output port. The port numbers in a request select
     * records of switches only.
     */
    private static final class MappingTable extends AttributeTable<SlToVlMappingTableRecord> {
        private static final long IN = SlToVlMappingTableRecord.LAYOUT.componentMask("inputPortNum");
        private static final long OUT = SlToVlMappingTableRecord.LAYOUT.componentMask("outputPortNum");

        MappingTable(SaSubnet subnet) {
            super(
                    subnet,
                    SlToVlMappingTableRecord.LAYOUT,
                    Ports.ALL,
                    out -> out.node().isSwitch() ? out.node().numPorts() + 1 : 1,
                    (out, in) -> out.node().isSwitch() ? ((long) in << Byte.SIZE) | out.number() : 0,
                    (out, in, record) -> record.inputPortNum(in).outputPortNum(out.number()));
        }

        @Override
        long handled(SaRequest request) {
            return super.handled(request) | IN | OUT;
        }

        @Override
        boolean isSelected(SaRequest request, SlToVlMappingTableRecord wanted, SaSubnet.Port out, int in) {
            return !out.node().isSwitch()
                    || ((!request.has(IN) || wanted.inputPortNum() == in)
                            && (!request.has(OUT) || wanted.outputPortNum() == out.number()));
        }
    }

    /**
     * VLArbitrationTableRecord (IBA 15.2.5.9), one for each half of both tables of a port. The port number in a request selects
     * records of switches only.
     */
    private static final class ArbitrationTable extends AttributeTable<VlArbitrationTableRecord> {
        private static final int BLOCKS = 4;
        private static final long OUT = VlArbitrationTableRecord.LAYOUT.componentMask("outputPortNum");

        ArbitrationTable(SaSubnet subnet) {
            super(
                    subnet,
                    VlArbitrationTableRecord.LAYOUT,
                    Ports.ALL,
                    out -> BLOCKS,
                    (out, block) -> ((long) (block + 1) << Short.SIZE) | numberOnSwitch(out),
                    (out, block, record) -> record.outputPortNum(out.number()).blockNum(block + 1));
        }

        @Override
        long handled(SaRequest request) {
            return super.handled(request) | OUT;
        }

        @Override
        boolean isSelected(SaRequest request, VlArbitrationTableRecord wanted, SaSubnet.Port out, int block) {
            return !out.node().isSwitch() || !request.has(OUT) || wanted.outputPortNum() == out.number();
        }

        /** Writes zeros for the second half of a table, which a port with at most 32 entries lacks; so does opensm. */
        @Override
        boolean write(SaSubnet.Port out, int block, VlArbitrationTableRecord record, byte[] bytes, boolean trusted) {
            return super.write(out, block, record, bytes, trusted) || block % 2 == 1;
        }
    }
}
