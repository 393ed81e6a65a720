/**
 * The table and the figures of docs/performance.md, from the rows that {@code benchmarks/run --write} keeps. Run by {@code
 * benchmarks/plots}.
 */
@NullMarked
package io.verbena.benchmarks.plots;

import org.jspecify.annotations.NullMarked;
