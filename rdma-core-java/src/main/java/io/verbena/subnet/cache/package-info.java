/**
 * Subnets in files: the binary cache that the C programs read and write, and JSON of our own. What is read is not trusted:
 * it becomes a subnet, or an error that names the file and the place.
 */
@NullMarked
package io.verbena.subnet.cache;

import org.jspecify.annotations.NullMarked;
