package io.verbena.codegen;

import java.util.List;

/** One enumeration of the table, its values in the order of the file. */
record EnumSchema(String name, String title, String section, List<Value> values) {
    record Value(long code, String constant, String text) {}
}
