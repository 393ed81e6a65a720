package io.verbena.diag.validate;

import java.util.List;

/**
 * A table of a report, such as the histogram of hops.
 *
 * @param name the name in reports and of the CSV file, such as {@code hops}
 * @param columns the names of the columns
 * @param rows the rows, with a value for each column: numbers, or texts
 */
public record ReportTable(String name, List<String> columns, List<List<Object>> rows) {
    /** Copies the lists. */
    public ReportTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }
}
