/**
 * Micrometer meters of the fabric and of the library. The meters of the subnet come from its last reading, so that a
 * scrape sends no datagrams.
 */
@NullMarked
package io.verbena.spring.boot.metrics;

import org.jspecify.annotations.NullMarked;
