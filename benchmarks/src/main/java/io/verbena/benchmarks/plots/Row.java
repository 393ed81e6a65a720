package io.verbena.benchmarks.plots;

import java.util.Locale;

/**
 * One measurement, a line of benchmarks/results/performance.tsv.
 *
 * @param what the name of the measurement
 * @param ours the value of Verbena
 * @param other the value of the other program; empty if there is none
 * @param unit the unit of both values
 * @param limit the requirement, in words
 * @param command the program that measures it
 * @param figure the name of the figure that shows it; empty if none does
 * @param label the label of its bars
 */
record Row(
        String what,
        String ours,
        String other,
        String unit,
        String limit,
        String command,
        String figure,
        String label) {
    private static final int COLUMNS = 8;

    static Row parse(String line) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException(
                    "a row has " + COLUMNS + " columns, with tabs between, not " + columns.length + ": " + line);
        }
        return new Row(columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], columns[6], columns[7]);
    }

    /** Returns a row of the table in Markdown. */
    String markdown() {
        String ratio = other.isEmpty() ? "" : String.format(Locale.ROOT, "%.2f", number(ours) / number(other));
        return "| " + what + " | " + (ours + " " + unit).strip() + " | " + (other.isEmpty() ? "" : other + " " + unit)
                + " | " + ratio + " | " + limit + " | `" + command + "` |";
    }

    static double number(String text) {
        return Double.parseDouble(text);
    }
}
