package io.verbena.connection;

import io.verbena.error.RdmaException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How the completion of a request is reported: by a {@link RequestFuture}, or as {@link WithoutFuture} says. */
sealed interface Reporting permits Reporting.WithoutFuture, Reporting.RequestFuture {
    /** How the completion of a request without a future is reported. */
    enum WithoutFuture implements Reporting {
        /** Not reported; a failure ends the connection. */
        NONE,
        /** Given to the listener, or to the caller that takes completions. */
        LISTENER,
        /** Not reported; the request belongs to a channel and uses its reserved entries. */
        CHANNEL_UNSIGNALED,
        /** Given to the channel, whose reserved entries the request uses. */
        CHANNEL;

        @Override
        public boolean isReported() {
            return this == LISTENER || this == CHANNEL;
        }

        @Override
        public boolean isReserved() {
            return this == CHANNEL || this == CHANNEL_UNSIGNALED;
        }

        @Override
        public boolean isUnsignaled() {
            return this == NONE || this == CHANNEL_UNSIGNALED;
        }
    }

    /** Returns how the application asked for the completion of a request without a future. */
    static Reporting of(Signaling signaling) {
        return signaling == Signaling.SIGNALED ? WithoutFuture.LISTENER : WithoutFuture.NONE;
    }

    /** Returns whether the listener, or the caller that takes completions, is given the completion. */
    default boolean isReported() {
        return false;
    }

    /** Returns whether the request may use the entries that are reserved for a channel. */
    default boolean isReserved() {
        return false;
    }

    /** Returns whether the device need not report success. */
    default boolean isUnsignaled() {
        return false;
    }

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
}
