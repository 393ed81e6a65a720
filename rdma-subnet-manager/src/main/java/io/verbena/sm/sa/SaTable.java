package io.verbena.sm.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The records of one type.
 *
 * @param <S> the subject of a row, which consists of a subject and a number
 * @param <T> the type of record
 */
abstract class SaTable<S, T extends Structure> implements SaRequest.Handler {
    final Layout<T> layout;

    SaTable(Layout<T> layout) {
        this.layout = layout;
    }

    /** Returns whether {@link #write} may find that a record does not exist. */
    boolean mayMiss() {
        return false;
    }

    abstract void offer(SaRequest request, T wanted, Rows<S, T> rows);

    abstract boolean write(S subject, int number, T record, byte[] bytes, boolean trusted);

    /** Returns the components that {@link #offer} compares, and those that are not compared. */
    long handled(SaRequest request) {
        return 0;
    }

    Filter filter(SaRequest request, T wanted) {
        return new Filter(wanted, request.mask() & ~handled(request));
    }

    @Override
    public SaReply answer(SaRequest request) {
        return request.method() == MadMethod.GET || request.method() == MadMethod.GET_TABLE
                ? find(request)
                : SaReply.refused(SaReply.Status.NOT_SUPPORTED);
    }

    final SaReply find(SaRequest request) {
        T wanted = request.record(layout);
        Rows<S, T> rows = new Rows<>(this, filter(request, wanted), request.isTrusted());
        offer(request, wanted, rows);
        return rows.isFull() ? SaReply.refused(SaReply.Status.NO_RESOURCES) : new SaReply(SaReply.Status.OK, rows);
    }

    /**
     * The rows of a table that match a filter. A record is written when it is sent; if it is sent again after the
     * subnet has changed, it may differ.
     *
     * @param <S> the subject of a row, which consists of a subject and a number
     * @param <T> the type of record
     */
    static final class Rows<S, T extends Structure> implements SaReply.Records {
        /** Maximum length of a response in bytes, which is also the limit of the clients of this library. */
        static final int MAX_BYTES = 64 << 20;

        private static final int FIRST_ROOM = 16;
        private static final int NONE = -1;

        private final SaTable<S, T> table;
        private final Filter filter;
        private final boolean trusted;
        private final byte[] bytes;
        private final T record;
        private final int recordLength;
        private @Nullable Object[] subjects = new Object[FIRST_ROOM];
        private int[] numbers = new int[FIRST_ROOM];
        private int count;
        private int written = NONE;

        Rows(SaTable<S, T> table, Filter filter, boolean trusted) {
            this.table = table;
            this.filter = filter;
            this.trusted = trusted;
            this.recordLength = SaReply.Records.padded(table.layout.length());
            this.bytes = new byte[recordLength];
            this.record = table.layout.wrapWritable(bytes, 0);
        }

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

        boolean isFull() {
            return (long) count * recordLength > MAX_BYTES;
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
}
