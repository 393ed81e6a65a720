/** Servers and clients of the configuration, and the beans that handle and send their requests. */
@NullMarked
package io.verbena.spring.boot.connection;

import org.jspecify.annotations.NullMarked;
