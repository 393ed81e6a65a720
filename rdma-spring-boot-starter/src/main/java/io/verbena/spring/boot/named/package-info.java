/**
 * Beans for the entries of a map of properties, such as {@code rdma.servers}. Internal to the starter.
 */
@NullMarked
package io.verbena.spring.boot.named;

import org.jspecify.annotations.NullMarked;
