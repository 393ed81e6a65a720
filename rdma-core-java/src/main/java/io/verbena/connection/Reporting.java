package io.verbena.connection;

/** How the completion of a request is reported: by a future, or as {@link WithoutFuture} says. */
sealed interface Reporting permits Reporting.WithoutFuture, RequestFuture {
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
}
