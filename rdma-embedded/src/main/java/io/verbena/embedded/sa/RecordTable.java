package io.verbena.embedded.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.Structure;

/**
 * All records of one type.
 *
 * @param <S> what a row is made of, beside a number
 * @param <T> the type of record
 */
abstract class RecordTable<S, T extends Structure> implements Service {
    private final Layout<T> layout;

    RecordTable(Layout<T> layout) {
        this.layout = layout;
    }

    final Layout<T> layout() {
        return layout;
    }

    /** Whether {@link #write} may find that there is no such record. */
    boolean mayMiss() {
        return false;
    }

    /** Offers every row that may be meant; whatever it tells apart itself is in {@link #handled}. */
    abstract void offer(SaRequest request, T wanted, Rows<S, T> rows);

    /**
     * Writes a record over zeros.
     *
     * @param bytes those of the record
     * @param trusted whether the reader may see keys
     * @return false if there is none
     */
    abstract boolean write(S subject, int number, T record, byte[] bytes, boolean trusted);

    /** The components that are compared by {@link #offer}, or not at all. */
    long handled(SaRequest request) {
        return 0;
    }

    /** Which rows pass. */
    Filter filter(SaRequest request, T wanted) {
        return new Filter(wanted, request.mask() & ~handled(request));
    }

    @Override
    public Reply answer(SaRequest request) {
        return request.method() == MadMethod.GET || request.method() == MadMethod.GET_TABLE
                ? find(request)
                : Reply.refused(SaStatus.NOT_SUPPORTED);
    }

    final Reply find(SaRequest request) {
        T wanted = request.record(layout);
        Rows<S, T> rows = new Rows<>(this, filter(request, wanted), request.isTrusted());
        offer(request, wanted, rows);
        return rows.isFull() ? Reply.refused(SaStatus.NO_RESOURCES) : new Reply(SaStatus.OK, rows);
    }
}
