package io.verbena.connection;

import io.verbena.error.RdmaException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The future of a request, which keeps the outcome until it may be completed without a lock. */
abstract sealed class RequestFuture<T> extends CompletableFuture<T> implements Reporting {
    private @Nullable RdmaException failure;

    /** Returns the value to complete this with. */
    abstract T result();

    /** Records success and the number of bytes moved. */
    void succeeded(Integer bytes) {}

    void failed(RdmaException why) {
        failure = why;
    }

    void settle() {
        if (failure == null) {
            complete(result());
        } else {
            completeExceptionally(failure);
        }
    }

    /** A future of the number of bytes moved. */
    static final class OfBytes extends RequestFuture<Integer> {
        private Integer bytes = 0;

        @Override
        void succeeded(Integer moved) {
            bytes = moved;
        }

        @Override
        Integer result() {
            return bytes;
        }
    }

    /** A future of the 64-bit value that the peer had before an atomic operation. */
    static final class OfAtomic extends RequestFuture<Long> {
        private final ByteBuffer results;
        private int at;
        private long value;

        OfAtomic(ByteBuffer results) {
            this.results = results;
        }

        /** Sets the offset at which the device places the result. */
        void at(int place) {
            at = place;
        }

        /** Reads the result before its place is reused. */
        @Override
        void succeeded(Integer moved) {
            value = results.getLong(at);
        }

        @Override
        Long result() {
            return value;
        }
    }
}
