package io.verbena.iba;

import java.util.List;

/** The structures of the table, for tests that hold for each of them. */
final class WireStructures {
    private WireStructures() {}

    static List<Layout<?>> all() {
        return Structures.names().stream()
                .<Layout<?>>map(name -> Structures.byName(name).orElseThrow())
                .toList();
    }

    /** Those whose fields are values of their own: no arrays, no structures within, and not none at all. */
    static List<Layout<?>> flat() {
        return all().stream()
                .filter(layout -> layout.length() > 0)
                .filter(layout -> layout.fields().stream()
                        .noneMatch(field -> field.isArray() || field.kind() == Field.Kind.STRUCTURE))
                .toList();
    }
}
