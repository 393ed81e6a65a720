package io.verbena.sm.sa;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Records that contain a subnet management attribute, one for each block or port.
 *
 * @param <T> the type of record
 */
class AttributeTable<T extends Structure> extends SaTable<SaSubnet.Port, T> {
    /** The fields of attributes that only a trusted client sees (IBA 15.4.1.2). */
    private static final List<String> SECRET_FIELDS = List.of("mKey", "smKey");

    private static final long LID = 1;

    @FunctionalInterface
    interface Blocks<T extends Structure> {
        void offer(SaSubnet.Port port, T wanted, SaTable.Rows<SaSubnet.Port, T> rows);
    }

    @FunctionalInterface
    interface Identity<T extends Structure> {
        void write(SaSubnet.Port port, int block, T record);
    }

    @FunctionalInterface
    interface Modifier {
        long of(SaSubnet.Port port, int block);
    }

    private final SaSubnet subnet;
    private final Field lid;
    private final Field field;
    private final Blocks<T> blocks;
    private final Identity<T> identity;
    private final Modifier modifier;

    AttributeTable(
            SaSubnet subnet,
            Layout<T> layout,
            String field,
            Blocks<T> blocks,
            Modifier modifier,
            Identity<T> identity) {
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

    /** Any LID in the range of a port selects the port. */
    @Override
    long handled(SaRequest request) {
        return LID;
    }

    @Override
    void offer(SaRequest request, T wanted, SaTable.Rows<SaSubnet.Port, T> rows) {
        endPorts(request, wanted, port -> blocks.offer(port, wanted, rows));
    }

    void endPorts(SaRequest request, T wanted, Consumer<SaSubnet.Port> to) {
        if (request.has(LID)) {
            SaSubnet.Port port = subnet.port((int) lid.bits(wanted));
            if (port != null) {
                to.accept(port);
            }
        } else {
            subnet.forEachEndPort(to);
        }
    }

    @Override
    boolean write(SaSubnet.Port port, int block, T record, byte[] bytes, boolean trusted) {
        identity.write(port, block, record);
        lid.set(record, 0, (long) port.managed().lid());
        boolean there = port.read(field.layout(), modifier.of(port, block), bytes, field.bit() / Byte.SIZE);
        if (there && !trusted) {
            hideKeys(field, bytes);
        }
        return there;
    }

    private static void hideKeys(Field attribute, byte[] record) {
        for (Field field : attribute.layout().fields()) {
            if (SECRET_FIELDS.contains(field.name())) {
                int from = (attribute.bit() + field.bit()) / Byte.SIZE;
                Arrays.fill(record, from, from + field.width() / Byte.SIZE, (byte) 0);
            }
        }
    }
}
