package io.verbena.codegen;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One structure of the table. {@code attribute} is null for a format, which is not an attribute of any class. */
record StructureSchema(
        String name,
        String title,
        String section,
        int length,
        @Nullable Integer attribute,
        List<String> methods,
        List<FieldSchema> fields) {

    /** Refuses a table in which two fields share a bit or a field leaves its structure. */
    StructureSchema {
        boolean[] taken = new boolean[length * 8];
        for (FieldSchema field : fields) {
            if (field.bit() < 0 || field.width() < 1 || field.end() > taken.length) {
                throw new SchemaException(name + "." + field.name() + " covers bits " + field.bit() + " to "
                        + (field.end() - 1) + " of a" + " structure of " + taken.length + " bits");
            }
            for (int bit = field.bit(); bit < field.end(); bit++) {
                if (taken[bit]) {
                    throw new SchemaException(name + "." + field.name() + " covers bit " + bit + ", which is taken");
                }
                taken[bit] = true;
            }
        }
    }
}
