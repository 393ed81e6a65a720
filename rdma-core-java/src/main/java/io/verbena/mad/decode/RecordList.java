package io.verbena.mad.decode;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * A table of subnet administration records in its wire format (IBA 15.2.3), as a list. A row is a view that each access
 * creates over the received bytes. Immutable.
 *
 * @param <T> type of the records
 */
public final class RecordList<T extends Structure> extends AbstractList<T> implements RandomAccess {
    private final Layout<T> layout;
    private final byte[] slab;
    private final int start;
    private final int distance;
    private final int size;

    private RecordList(Layout<T> layout, byte[] slab, int start, int distance, int size) {
        this.layout = layout;
        this.slab = slab;
        this.start = start;
        this.distance = distance;
        this.size = size;
    }

    /**
     * Returns the records in {@code length} bytes from {@code start} on. The array must not change afterwards.
     *
     * @param distance bytes from one record to the next; bytes beyond the layout belong to a newer version and are skipped
     * @throws IllegalArgumentException if the bytes do not hold a whole number of records
     */
    public static <T extends Structure> List<T> read(
            Layout<T> layout, byte[] slab, int start, int length, int distance) {
        if (length == 0) {
            return List.of();
        }
        if (distance < layout.length()) {
            throw new IllegalArgumentException("records of " + distance + " bytes (attribute offset " + distance / 8
                    + "); a " + layout.name() + " has " + layout.length());
        }
        int rest = length % distance;
        // Some subnet managers do not send the padding of the last record.
        if (rest != 0 && rest < layout.length()) {
            throw new IllegalArgumentException(length + " bytes of data, which are " + length / distance
                    + " records of " + distance + " bytes and " + rest + " bytes of another");
        }
        return new RecordList<>(layout, slab, start, distance, length / distance + (rest == 0 ? 0 : 1));
    }

    /**
     * Returns the wire format of records: one after the other, each padded to a multiple of 8 bytes.
     *
     * @throws IllegalArgumentException if the records have different types
     */
    public static byte[] write(List<? extends Structure> records) {
        int distance = distance(records);
        byte[] table = new byte[Math.multiplyExact(distance, records.size())];
        for (int i = 0; i < records.size(); i++) {
            Structure found = records.get(i);
            if (found.layout() != records.get(0).layout()) {
                throw new IllegalArgumentException(
                        "record %d is a %s, but the first is a %s; all records of a table have one type"
                                .formatted(
                                        i,
                                        found.layout().name(),
                                        records.get(0).layout().name()));
            }
            found.copyTo(table, i * distance);
        }
        return table;
    }

    /** Returns the bytes from one record to the next, or 0 for an empty table. */
    public static int distance(List<? extends Structure> records) {
        return records.isEmpty() ? 0 : (records.get(0).layout().length() + Long.BYTES - 1) & -Long.BYTES;
    }

    @Override
    public T get(int index) {
        return layout.wrap(slab, start + Objects.checkIndex(index, size) * distance);
    }

    @Override
    public int size() {
        return size;
    }
}
