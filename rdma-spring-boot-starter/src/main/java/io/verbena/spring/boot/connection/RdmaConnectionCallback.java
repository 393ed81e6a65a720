package io.verbena.spring.boot.connection;

import io.verbena.connection.RdmaConnection;
import org.jspecify.annotations.Nullable;

/** Uses a connection; see {@link RdmaTemplate#execute}. */
@FunctionalInterface
public interface RdmaConnectionCallback<T extends @Nullable Object> {

    /**
     * Uses a connection and returns a result. The callback has exclusive use of the connection until it returns, and
     * must not close it.
     */
    T doWith(RdmaConnection connection);
}
