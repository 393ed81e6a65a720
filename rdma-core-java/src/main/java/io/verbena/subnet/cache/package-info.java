/**
 * Subnets in files: the binary cache of the C programs, and JSON. Input is not trusted: it yields a subnet, or an error
 * with file and position.
 */
@NullMarked
package io.verbena.subnet.cache;

import org.jspecify.annotations.NullMarked;
