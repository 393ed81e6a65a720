/**
 * What the fabric and this library count, as meters of Micrometer. Meters of the subnet come from its last reading: a scrape
 * sends nothing.
 */
@NullMarked
package io.verbena.spring.boot.metrics;

import org.jspecify.annotations.NullMarked;
