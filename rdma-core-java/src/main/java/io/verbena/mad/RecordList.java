package io.verbena.mad;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The records of a table, all in the bytes that arrived; a row is a view that is made when it is asked for. Immutable.
 *
 * @param <T> the type of the records
 */
final class RecordList<T extends Structure> extends AbstractList<T> implements RandomAccess {
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
     * The records in {@code length} bytes from {@code start} on, which nobody may write any more.
     *
     * @param distance from one record to the next; what is longer than the layout is of a newer version and passed over
     * @throws IllegalArgumentException if there is not room for whole records
     */
    static <T extends Structure> List<T> of(Layout<T> layout, byte[] slab, int start, int length, int distance) {
        if (length == 0) {
            return List.of();
        }
        if (distance < layout.length()) {
            throw new IllegalArgumentException("records of " + distance + " bytes (attribute offset " + distance / 8
                    + "); a " + layout.name() + " has " + layout.length());
        }
        int rest = length % distance;
        // The filling behind the last record is not always sent.
        if (rest != 0 && rest < layout.length()) {
            throw new IllegalArgumentException(length + " bytes of data, which are " + length / distance
                    + " records of " + distance + " bytes and " + rest + " bytes of another");
        }
        return new RecordList<>(layout, slab, start, distance, length / distance + (rest == 0 ? 0 : 1));
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
