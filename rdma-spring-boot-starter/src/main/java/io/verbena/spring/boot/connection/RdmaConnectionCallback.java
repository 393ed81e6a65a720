package io.verbena.spring.boot.connection;

import io.verbena.connection.RdmaConnection;
import org.jspecify.annotations.Nullable;

/** What is to be done with a connection; see {@link RdmaTemplate#execute}. */
@FunctionalInterface
public interface RdmaConnectionCallback<T extends @Nullable Object> {

    /** Does it. The connection is this one's alone until it returns, and is not closed by it. */
    T doWith(RdmaConnection connection);
}
