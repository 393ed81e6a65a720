/**
 * Measures the bandwidth and latency of sends, writes, reads and atomics between two hosts, as perftest does. The
 * client sends the parameters over a side channel with a protocol of its own, and both sides get the results.
 */
@NullMarked
package io.verbena.traffic.measure;

import org.jspecify.annotations.NullMarked;
