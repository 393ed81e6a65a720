package io.verbena.sm.sa;

import io.verbena.iba.Structure;
import io.verbena.rmpp.RmppSource;
import org.jspecify.annotations.Nullable;

/**
 * The response to a request.
 *
 * @param status 0, or the reason for a refusal
 * @param records the records; null for none
 */
record SaReply(int status, @Nullable Records records) {

    static SaReply refused(int status) {
        return new SaReply(status, null);
    }

    static SaReply of(Structure record) {
        byte[] bytes = record.toBytes();
        return new SaReply(Status.OK, new Records() {
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

    /** The records of a response, one behind the other. */
    interface Records extends RmppSource {
        int count();

        int recordLength();

        /** Returns the padded length of a record. Records start at multiples of eight bytes (IBA 15.2.1.1). */
        static int padded(int length) {
            return (length + 7) & ~7;
        }
    }

    /**
     * The status codes of a response: the common codes (IBA 13.4.7) and those of subnet administration (IBA 15.2.1.2).
     */
    static final class Status {
        static final int OK = 0;
        static final int BUSY = 0x0001;
        static final int BAD_VERSION = 1 << 2;
        static final int NOT_SUPPORTED = 3 << 2;
        static final int NO_RESOURCES = 0x0100;
        static final int INVALID_REQUEST = 0x0200;
        static final int NO_RECORDS = 0x0300;
        static final int TOO_MANY_RECORDS = 0x0400;
        static final int INVALID_GID = 0x0500;
        static final int INSUFFICIENT_COMPONENTS = 0x0600;
        static final int DENIED = 0x0700;

        private Status() {}
    }
}
