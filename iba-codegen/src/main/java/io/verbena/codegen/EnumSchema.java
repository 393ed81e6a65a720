package io.verbena.codegen;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One enumeration of the table, its values in the order of the file.
 *
 * @param unknown what people are shown for any other code, {@code %d} being the code; null for the usual text
 */
record EnumSchema(
        String name, String title, String section, @Nullable String unknown, List<Value> values) {
    record Value(long code, String constant, String text) {}
}
