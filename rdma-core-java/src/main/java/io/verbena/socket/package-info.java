/** Sockets of the JDK over RDMA streams, for libraries that take a socket factory, such as JDBC drivers and HTTP clients. */
@NullMarked
package io.verbena.socket;

import org.jspecify.annotations.NullMarked;
