/** Tests of servers and clients, mostly on the embedded fabric. */
@NullMarked
package io.verbena.spring.boot.connection;

import org.jspecify.annotations.NullMarked;
