/**
 * Servers and clients that the configuration names: listeners that answer, and templates that ask. They end in order with the application.
 */
@NullMarked
package io.verbena.spring.boot.connection;

import org.jspecify.annotations.NullMarked;
