/**
 * Writes the table and the charts of docs/performance.md from the rows that {@code benchmarks/run --write} has stored. {@code
 * benchmarks/plots} runs it.
 */
@NullMarked
package io.verbena.benchmarks.plots;

import org.jspecify.annotations.NullMarked;
