package io.verbena.embedded.sa;

import io.verbena.iba.Structure;
import org.jspecify.annotations.Nullable;

/**
 * What is answered.
 *
 * @param status 0, or why there is nothing
 * @param records the records; null for none
 */
record Reply(int status, @Nullable Records records) {

    static Reply refused(int status) {
        return new Reply(status, null);
    }

    static Reply of(Structure record) {
        byte[] bytes = record.toBytes();
        return new Reply(SaStatus.OK, new Records() {
            @Override
            public int count() {
                return 1;
            }

            @Override
            public int recordLength() {
                return Records.padded(bytes.length);
            }

            @Override
            public void copy(int offset, byte[] target, int position, int length) {
                int count = Math.max(0, Math.min(length, bytes.length - offset));
                System.arraycopy(bytes, Math.min(offset, bytes.length), target, position, count);
            }
        });
    }
}
