package io.verbena.connection;

import io.verbena.error.RdmaException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The future of a request: what is known of its end, until it may be completed. */
abstract sealed class RequestFuture<T> extends CompletableFuture<T> implements Hearer {
    private @Nullable RdmaException failure;

    /** What it is completed with. */
    abstract T result();

    /** It ended well, and moved so many bytes; the number may be shared with others. */
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

    /** Tells how many bytes were moved. */
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

    /** Tells what 8 bytes of the other side were. */
    static final class OfAtomic extends RequestFuture<Long> {
        private final ByteBuffer results;
        private int at;
        private long value;

        OfAtomic(ByteBuffer results) {
            this.results = results;
        }

        /** Where the device writes it to. */
        void at(int place) {
            at = place;
        }

        /** Before the place is used again. */
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
