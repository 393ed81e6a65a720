package io.verbena.connection;

/** Who hears of the end of a request: the future that it has, or one of {@link WithoutFuture}. */
sealed interface Hearer permits Hearer.WithoutFuture, RequestFuture {
    /** Who hears of a request that has no future. */
    enum WithoutFuture implements Hearer {
        /** Nobody; if it fails, so does the connection. */
        NOBODY,
        /** The listener, or whoever takes completions. */
        CALLER
    }
}
