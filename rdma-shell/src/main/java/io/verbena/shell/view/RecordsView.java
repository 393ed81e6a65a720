package io.verbena.shell.view;

import io.verbena.iba.DottedText;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import java.util.ArrayList;
import java.util.List;

/** The records of a table, one after the other. */
public final class RecordsView {
    private RecordsView() {}

    /** A title with their number, and each field of each. */
    public static List<String> text(String title, List<? extends Structure> records, boolean dump) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title + ": " + records.size() + (records.size() == 1 ? " record" : " records"));
        for (int i = 0; i < records.size(); i++) {
            Structure row = records.get(i);
            lines.add("# " + row.layout().name() + " " + (i + 1));
            lines.addAll(dump ? StructureDump.of(row) : DottedText.of(row));
        }
        return lines;
    }

    /** Returns the value for the structured formats. */
    public static Object json(List<? extends Structure> records) {
        return records;
    }
}
