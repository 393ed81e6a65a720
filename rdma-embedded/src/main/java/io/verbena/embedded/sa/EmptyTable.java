package io.verbena.embedded.sa;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;

/** Records of what no node of this fabric has: it can be asked for, and there is none. */
final class EmptyTable<T extends Structure> extends RecordTable<SubnetNode, T> {
    EmptyTable(Layout<T> layout) {
        super(layout);
    }

    @Override
    void offer(SaRequest request, T wanted, Rows<SubnetNode, T> rows) {
        // There is nothing to offer.
    }

    @Override
    boolean write(SubnetNode subject, int number, T record, byte[] bytes, boolean trusted) {
        return false;
    }
}
