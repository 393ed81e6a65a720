/** Benchmarks that run in a JVM of their own. */
@NullMarked
package io.verbena.spring.boot.benchmark;

import org.jspecify.annotations.NullMarked;
