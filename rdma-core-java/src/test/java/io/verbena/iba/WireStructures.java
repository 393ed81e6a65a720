package io.verbena.iba;

import java.util.List;

/** The structures of the table, for tests of their common properties. */
final class WireStructures {
    private WireStructures() {}

    static List<Layout<?>> all() {
        return Structures.names().stream()
                .<Layout<?>>map(name -> Structures.byName(name).orElseThrow())
                .toList();
    }

    /** Returns the structures without arrays and nested structures, and with at least one field. */
    static List<Layout<?>> flat() {
        return all().stream()
                .filter(layout -> layout.length() > 0)
                .filter(layout -> layout.fields().stream()
                        .noneMatch(field -> field.isArray() || field.kind() == Field.Kind.STRUCTURE))
                .toList();
    }
}
