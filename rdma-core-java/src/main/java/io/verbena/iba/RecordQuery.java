package io.verbena.iba;

import java.util.StringJoiner;

/**
 * Asks the subnet administration for records by the fields that they must have: a template, and a component mask of the
 * fields that count (IBA 15.4.4). With no field set it asks for all.
 *
 * <p>The generated queries, as {@code NodeRecord.query()}, have a setter for each field. A query is used by one thread at
 * a time; whoever sends it takes a copy.
 *
 * @param <T> the type of record
 */
public class RecordQuery<T extends Structure> {
    /** The values that are asked for. */
    final T template;

    private long componentMask;

    RecordQuery(Layout<T> layout) {
        this.template = layout.create();
    }

    private RecordQuery(T template, long componentMask) {
        this.template = template;
        this.componentMask = componentMask;
    }

    /**
     * Asks for the records that agree with this one in these fields, named as for {@link Layout#componentMask}.
     *
     * @throws IllegalArgumentException if there is no such field, or it has no bit in the mask
     */
    public static <T extends Structure> RecordQuery<T> of(T record, String... fieldNames) {
        return of(record, record.layout().componentMask(fieldNames));
    }

    /** Asks for the records that agree with this one in the fields whose bits are set in a component mask. */
    @SuppressWarnings("unchecked")
    public static <T extends Structure> RecordQuery<T> of(T record, long componentMask) {
        return new RecordQuery<>(((Layout<T>) record.layout()).copy(record), componentMask);
    }

    /** The type of record. */
    @SuppressWarnings("unchecked")
    public final Layout<T> layout() {
        return (Layout<T>) template.layout();
    }

    /** A copy of the values that are asked for. */
    public final T template() {
        return layout().copy(template);
    }

    /** Which fields of the template count. */
    public final long componentMask() {
        return componentMask;
    }

    /** Counts a field that has these bits in the mask. */
    final void count(long mask) {
        componentMask |= mask;
    }

    /** What is asked for, {@code NodeRecord[nodeType=Switch]}. */
    @Override
    public final String toString() {
        StringJoiner text = new StringJoiner(", ", layout().name() + "[", "]");
        describe(template, "", 0, text);
        return text.toString();
    }

    /** Adds the fields that count; those of a structure within under their own name, unless the record has one like it. */
    private void describe(Structure structure, String outer, int shift, StringJoiner text) {
        for (Field field : structure.layout().fields()) {
            if (field.maskBit() < 0) {
                continue;
            }
            boolean taken = !outer.isEmpty()
                    && layout().fields().stream().anyMatch(other -> other.name().equals(field.name()));
            String name = taken ? outer + "." + field.name() : field.name();
            if (field.kind() == Field.Kind.STRUCTURE && !field.isArray()) {
                describe((Structure) field.value(structure), name, shift + field.maskBit(), text);
            } else if (field.componentMask() != field.componentMask(0) && field.count() > 1) {
                elements(field, structure, name, shift, text);
            } else if ((componentMask & field.componentMask() << shift) != 0) {
                text.add(name + "=" + text(field, structure));
            }
        }
    }

    /** Adds the elements that count of an array with a bit for each. */
    private void elements(Field field, Structure structure, String name, int shift, StringJoiner text) {
        for (int index = 0; index < field.count(); index++) {
            if ((componentMask & field.componentMask(index) << shift) != 0) {
                text.add(name + "[" + index + "]="
                        + (field.kind() == Field.Kind.BYTES
                                ? Field.hex(field.bits(structure, index), Byte.SIZE)
                                : field.text(field.value(structure, index))));
            }
        }
    }

    private static String text(Field field, Structure structure) {
        return field.value(structure) instanceof WireEnum constant
                ? constant.text(field.bits(structure))
                : field.text(structure);
    }
}
