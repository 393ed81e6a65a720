package io.verbena.codegen;

import java.util.List;

/** The cells of a row. A row of one cell may stand without brackets. */
record Cells(List<?> cells) {
    static Cells of(Object row) {
        return new Cells(row instanceof List<?> list ? list : List.of(row));
    }

    int size() {
        return cells.size();
    }

    String text(int index) {
        return cells.get(index).toString();
    }

    /** Returns a cell, or a default if the row is shorter. */
    String text(int index, String missing) {
        return index < cells.size() ? text(index) : missing;
    }

    int number(int index) {
        return ((Number) cells.get(index)).intValue();
    }
}
