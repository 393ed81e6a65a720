package io.verbena.embedded.sa;

import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table that pass a filter. Only what they are made of is kept: a record is written when it is sent, so that
 * one that is sent again after a change of the subnet may be another.
 *
 * @param <S> what a row is made of, beside a number
 * @param <T> the type of record
 */
final class Rows<S, T extends Structure> implements Records {
    /** The longest answer, in bytes; as long as the longest message that our own clients take. */
    static final int MOST_BYTES = 64 << 20;

    private static final int FIRST_ROOM = 16;
    private static final int NONE = -1;

    private final RecordTable<S, T> table;
    private final Filter filter;
    private final boolean trusted;
    private final byte[] bytes;
    private final T record;
    private final int recordLength;
    private @Nullable Object[] subjects = new Object[FIRST_ROOM];
    private int[] numbers = new int[FIRST_ROOM];
    private int count;
    private int written = NONE;

    Rows(RecordTable<S, T> table, Filter filter, boolean trusted) {
        this.table = table;
        this.filter = filter;
        this.trusted = trusted;
        this.recordLength = Records.padded(table.layout().length());
        this.bytes = new byte[recordLength];
        this.record = table.layout().wrapWritable(bytes, 0);
    }

    /** Takes a row, if it passes and is there. */
    void offer(S subject, int number) {
        if (isFull()) {
            return;
        }
        if (table.mayMiss() || !filter.isOpen()) {
            written = NONE;
            if (!write(subject, number) || !filter.passes(bytes)) {
                return;
            }
        }
        if (count == subjects.length) {
            subjects = Arrays.copyOf(subjects, 2 * count);
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        subjects[count] = subject;
        numbers[count] = number;
        count++;
    }

    /** Whether there are more than an answer can have. */
    boolean isFull() {
        return (long) count * recordLength > MOST_BYTES;
    }

    private boolean write(S subject, int number) {
        Arrays.fill(bytes, (byte) 0);
        return table.write(subject, number, record, bytes, trusted);
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int recordLength() {
        return recordLength;
    }

    @Override
    public void copy(int offset, byte[] target, int position, int length) {
        int done = 0;
        while (done < length) {
            int row = (offset + done) / recordLength;
            int begin = (offset + done) % recordLength;
            int part = Math.min(length - done, recordLength - begin);
            load(row);
            System.arraycopy(bytes, begin, target, position + done, part);
            done += part;
        }
    }

    @SuppressWarnings("unchecked")
    private void load(int row) {
        if (row != written) {
            write((S) Objects.requireNonNull(subjects[row]), numbers[row]);
            written = row;
        }
    }
}
