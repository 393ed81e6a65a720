package io.verbena.embedded.sa;

import io.verbena.iba.Field;
import java.util.Arrays;
import java.util.List;

/** The fields of attributes that only a trusted client sees (IBA 15.4.1.2): M_Key and SM_Key. */
final class SecretFields {
    private static final List<String> NAMES = List.of("mKey", "smKey");

    private SecretFields() {}

    /** Zeros them in the attribute that a field of a record is. */
    static void hide(Field attribute, byte[] record) {
        for (Field field : attribute.layout().fields()) {
            if (NAMES.contains(field.name())) {
                int from = (attribute.bit() + field.bit()) / Byte.SIZE;
                Arrays.fill(record, from, from + field.width() / Byte.SIZE, (byte) 0);
            }
        }
    }
}
