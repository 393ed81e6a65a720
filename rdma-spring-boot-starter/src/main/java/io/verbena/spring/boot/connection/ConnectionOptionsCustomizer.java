package io.verbena.spring.boot.connection;

import io.verbena.connection.ConnectionOptions;

/** Customizes the connections of servers and clients. Customizers override the properties. */
@FunctionalInterface
public interface ConnectionOptionsCustomizer {

    /**
     * Returns the options to use instead.
     *
     * @param name the name of the server or client
     * @param options the options from the properties
     */
    ConnectionOptions customize(String name, ConnectionOptions options);
}
