package io.verbena.embedded.sa;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.function.Consumer;

/**
 * Records that carry an attribute of subnet management, one for each of its blocks or ports.
 *
 * @param <T> the type of record
 */
class AttributeTable<T extends Structure> extends RecordTable<SubnetPort, T> {
    private static final long LID = 1;

    /** Offers what there is of a port. */
    @FunctionalInterface
    interface Blocks<T extends Structure> {
        void offer(SubnetPort port, T wanted, Rows<SubnetPort, T> rows);
    }

    /** Writes what identifies a record. */
    @FunctionalInterface
    interface Identity<T extends Structure> {
        void write(SubnetPort port, int block, T record);
    }

    /** The modifier by which an agent is asked for a block. */
    @FunctionalInterface
    interface Modifier {
        long of(SubnetPort port, int block);
    }

    private final Subnet subnet;
    private final Field lid;
    private final Field field;
    private final Blocks<T> blocks;
    private final Identity<T> identity;
    private final Modifier modifier;

    AttributeTable(
            Subnet subnet, Layout<T> layout, String field, Blocks<T> blocks, Modifier modifier, Identity<T> identity) {
        super(layout);
        this.subnet = subnet;
        this.lid = layout.fields().get(0);
        this.field = layout.field(field);
        this.blocks = blocks;
        this.modifier = modifier;
        this.identity = identity;
    }

    @Override
    boolean mayMiss() {
        return true;
    }

    /** Any LID of the range of a port is one of its own. */
    @Override
    long handled(SaRequest request) {
        return LID;
    }

    @Override
    void offer(SaRequest request, T wanted, Rows<SubnetPort, T> rows) {
        endPorts(request, wanted, port -> blocks.offer(port, wanted, rows));
    }

    private void endPorts(SaRequest request, T wanted, Consumer<SubnetPort> to) {
        if (request.has(LID)) {
            SubnetPort port = subnet.port((int) lid.bits(wanted));
            if (port != null) {
                to.accept(port);
            }
        } else {
            EndPorts.of(subnet, to);
        }
    }

    @Override
    boolean write(SubnetPort port, int block, T record, byte[] bytes, boolean trusted) {
        identity.write(port, block, record);
        lid.set(record, 0, (long) port.managed().lid());
        boolean there = port.read(field.layout(), modifier.of(port, block), bytes, field.bit() / Byte.SIZE);
        if (there && !trusted) {
            SecretFields.hide(field, bytes);
        }
        return there;
    }
}
