/**
 * How fast two hosts move data: bandwidth and latency of sends, writes, reads and atomics, as perftest measures them. The
 * client says what is measured, over a side channel with a protocol of its own, and both sides learn the result.
 */
@NullMarked
package io.verbena.traffic.measure;

import org.jspecify.annotations.NullMarked;
