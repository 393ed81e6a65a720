package io.verbena.spring.boot.connection;

import io.verbena.connection.ConnectionOptions;

/** Changes how the connections of a server or a client are made, after the properties have had their say. */
@FunctionalInterface
public interface ConnectionOptionsCustomizer {

    /**
     * What to use instead.
     *
     * @param name of the server or the client
     */
    ConnectionOptions customize(String name, ConnectionOptions options);
}
