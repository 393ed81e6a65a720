package io.verbena.iba;

import java.util.StringJoiner;

/**
 * Query for records of the subnet administration: a template, and a component mask of the fields that count (IBA
 * 15.4.4). A query without fields matches all records.
 *
 * <p>Generated queries, such as {@code NodeRecord.query()}, have a setter for each field. Not thread safe; requests
 * copy the query.
 *
 * @param <T> type of the records
 */
public class RecordQuery<T extends Structure> {
    /** Values of the fields. */
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
     * Returns a query for records that equal this one in these fields, which are named as for {@link
     * Layout#componentMask}.
     *
     * @throws IllegalArgumentException if there is no such field, or it has no bit in the mask
     */
    public static <T extends Structure> RecordQuery<T> of(T record, String... fieldNames) {
        return of(record, record.layout().componentMask(fieldNames));
    }

    /** Returns a query for records that equal this one in the fields of a component mask. */
    @SuppressWarnings("unchecked")
    public static <T extends Structure> RecordQuery<T> of(T record, long componentMask) {
        return new RecordQuery<>(((Layout<T>) record.layout()).copy(record), componentMask);
    }

    /** Returns the layout of the records. */
    @SuppressWarnings("unchecked")
    public final Layout<T> layout() {
        return (Layout<T>) template.layout();
    }

    /** Returns a copy of the template. */
    public final T template() {
        return layout().copy(template);
    }

    /** Returns the component mask. */
    public final long componentMask() {
        return componentMask;
    }

    /** Adds bits to the component mask. */
    final void count(long mask) {
        componentMask |= mask;
    }

    /** Returns the fields that count, such as {@code NodeRecord[nodeType=Switch]}. */
    @Override
    public final String toString() {
        StringJoiner text = new StringJoiner(", ", layout().name() + "[", "]");
        describe(template, "", 0, text);
        return text.toString();
    }

    /**
     * Adds the fields that count. Fields of a nested structure appear under their own name, unless the record has a
     * field of that name.
     */
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

    /** Adds the elements that count, for an array with one bit per element. */
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
