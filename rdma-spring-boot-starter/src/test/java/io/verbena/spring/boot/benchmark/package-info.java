/** What a benchmark runs in a JVM of its own. */
@NullMarked
package io.verbena.spring.boot.benchmark;

import org.jspecify.annotations.NullMarked;
