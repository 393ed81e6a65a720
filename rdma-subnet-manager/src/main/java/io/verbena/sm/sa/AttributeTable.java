package io.verbena.sm.sa;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Records that contain subnet management attributes, one record for each block or port.
 *
 * @param <T> the type of record
 */
class AttributeTable<T extends Structure> extends SaTable<SaSubnet.Port, T> {
    /** The fields of attributes that only a trusted client sees (IBA 15.4.1.2). */
    private static final List<String> SECRET_FIELDS = List.of("mKey", "smKey");

    private static final long LID = 1;

    /** The ports that have records. */
    enum Ports {
        ADDRESSABLE,
        ALL
    }

    @FunctionalInterface
    interface Identity<T extends Structure> {
        void write(SaSubnet.Port port, int block, T record);
    }

    @FunctionalInterface
    interface Modifier {
        long of(SaSubnet.Port port, int block);
    }

    private record Part(int from, int to) {}

    private final SaSubnet subnet;
    private final Field lid;
    private final List<Field> attributes;
    private final List<Part> secrets;
    private final Ports ports;
    private final ToIntFunction<SaSubnet.Port> blocks;
    private final Identity<T> identity;
    private final Modifier modifier;

    /**
     * Creates a table.
     *
     * @param blocks returns the number of records of a port
     * @param modifier returns the attribute modifier of a record
     * @param identity writes the components that identify a record, except for the LID
     */
    AttributeTable(
            SaSubnet subnet,
            Layout<T> layout,
            Ports ports,
            ToIntFunction<SaSubnet.Port> blocks,
            Modifier modifier,
            Identity<T> identity) {
        super(layout);
        this.subnet = subnet;
        this.lid = layout.fields().get(0);
        this.attributes = layout.fields().stream()
                .filter(field -> field.kind() == Field.Kind.STRUCTURE)
                .toList();
        this.secrets = attributes.stream()
                .flatMap(attribute -> attribute.layout().fields().stream()
                        .filter(field -> SECRET_FIELDS.contains(field.name()))
                        .map(field -> part(attribute.bit() + field.bit(), field.width())))
                .toList();
        this.ports = ports;
        this.blocks = blocks;
        this.modifier = modifier;
        this.identity = identity;
    }

    private static Part part(int bit, int width) {
        return new Part(bit / Byte.SIZE, (bit + width) / Byte.SIZE);
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

    /** Returns whether a request selects a record by components that are {@linkplain #handled handled}. */
    boolean isSelected(SaRequest request, T wanted, SaSubnet.Port port, int block) {
        return true;
    }

    @Override
    void offer(SaRequest request, T wanted, SaTable.Rows<SaSubnet.Port, T> rows) {
        Consumer<SaSubnet.Port> one = port -> offer(request, wanted, port, rows);
        Consumer<SaSubnet.Port> each = ports == Ports.ADDRESSABLE ? one : port -> port.forEachSharing(one);
        if (request.has(LID)) {
            SaSubnet.Port port = subnet.port((int) lid.bits(wanted));
            if (port != null) {
                each.accept(port);
            }
        } else {
            subnet.forEachEndPort(each);
        }
    }

    private void offer(SaRequest request, T wanted, SaSubnet.Port port, SaTable.Rows<SaSubnet.Port, T> rows) {
        int count = blocks.applyAsInt(port);
        for (int block = 0; block < count && !rows.isFull(); block++) {
            if (isSelected(request, wanted, port, block)) {
                rows.offer(port, block);
            }
        }
    }

    @Override
    boolean write(SaSubnet.Port port, int block, T record, byte[] bytes, boolean trusted) {
        identity.write(port, block, record);
        lid.set(record, 0, (long) port.managed().lid());
        for (Field attribute : attributes) {
            if (!port.read(attribute.layout(), modifier.of(port, block), bytes, attribute.bit() / Byte.SIZE)) {
                return false;
            }
        }
        if (!trusted) {
            secrets.forEach(secret -> Arrays.fill(bytes, secret.from, secret.to, (byte) 0));
        }
        return true;
    }
}
