/** Servers, clients and how they end, on the embedded fabric. */
@NullMarked
package io.verbena.spring.boot.connection;

import org.jspecify.annotations.NullMarked;
