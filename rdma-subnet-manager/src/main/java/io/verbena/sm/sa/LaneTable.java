package io.verbena.sm.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.VlArbitrationTableRecord;

/**
 * A table of virtual lanes of each port. The port numbers in a request select records of switches only (IBA 15.2.5.8,
 * 15.2.5.9).
 *
 * @param <T> the type of record
 */
abstract class LaneTable<T extends Structure> extends AttributeTable<T> {
    private static final int ARBITRATION_BLOCKS = 4;

    private final long ports;

    LaneTable(SaSubnet subnet, Layout<T> layout, String field, Modifier modifier, Identity<T> identity, long ports) {
        super(subnet, layout, field, (port, wanted, rows) -> {}, modifier, identity);
        this.ports = ports;
    }

    /** Returns the number of records of a port. */
    abstract int count(SaSubnet.Port out);

    /** Returns whether the port numbers in a request select a record of a switch. */
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
                    (out, block, record) -> record.outputPortNum(out.number()).blockNum(block + 1),
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
        boolean write(SaSubnet.Port out, int block, VlArbitrationTableRecord record, byte[] bytes, boolean trusted) {
            return super.write(out, block, record, bytes, trusted) || block % 2 == 1;
        }
    }
}
