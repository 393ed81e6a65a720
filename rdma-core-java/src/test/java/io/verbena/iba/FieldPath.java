package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A field or an element of it, denoted by a path such as {@code vlArbitrationTable.entry[3].weight}. */
record FieldPath(Structure holder, Field field, int index) {
    private static final Pattern STEP = Pattern.compile("(\\w+)(?:\\[(\\d+)])?(?:\\.(.+))?");

    static FieldPath of(Structure structure, String path) {
        Matcher step = STEP.matcher(path);
        assertThat(step.matches()).as(path).isTrue();
        Field field = structure.layout().field(step.group(1));
        int index = step.group(2) == null ? -1 : Integer.parseInt(step.group(2));
        return step.group(3) == null
                ? new FieldPath(structure, field, index)
                : of((Structure) field.value(structure, Math.max(0, index)), step.group(3));
    }

    Object value() {
        return field.value(holder);
    }

    /** Returns the value of the getter; an element of bytes is one byte. */
    BigInteger bits() {
        return isByte()
                ? BigInteger.valueOf(((byte[]) value())[index] & 0xff)
                : Accessors.get(holder, field, Math.max(0, index));
    }

    void set(BigInteger bits) {
        Accessors.set(holder, field, Math.max(0, index), bits);
    }

    int width() {
        return isByte() || field.isArray() ? field.width() : field.width() * field.count();
    }

    private boolean isByte() {
        return field.kind() == Field.Kind.BYTES && index >= 0;
    }
}
