/** Benchmarks of Verbena. Scripts in the directory {@code benchmarks} run them, and compare Verbena with the C programs. */
@NullMarked
package io.verbena.benchmarks;

import org.jspecify.annotations.NullMarked;
