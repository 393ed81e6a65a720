package io.verbena.mad;

import io.verbena.iba.Structure;
import java.util.List;

/** Writes a table of records as the subnet administration answers it (IBA 15.2.3); {@link RecordList} reads one. */
final class RecordTable {
    private RecordTable() {}

    /**
     * The records one behind the other, each filled up to a multiple of 8 bytes.
     *
     * @throws IllegalArgumentException if they are of several types
     */
    static byte[] of(List<? extends Structure> records) {
        int distance = distance(records);
        byte[] table = new byte[Math.multiplyExact(distance, records.size())];
        for (int i = 0; i < records.size(); i++) {
            Structure found = records.get(i);
            if (found.layout() != records.get(0).layout()) {
                throw new IllegalArgumentException("record %d is a %s, where the first is a %s; a table has one type"
                        .formatted(
                                i,
                                found.layout().name(),
                                records.get(0).layout().name()));
            }
            found.copyTo(table, i * distance);
        }
        return table;
    }

    /** How far the records are apart, in bytes; 0 where there is none. */
    static int distance(List<? extends Structure> records) {
        return records.isEmpty() ? 0 : (records.get(0).layout().length() + Long.BYTES - 1) & -Long.BYTES;
    }
}
