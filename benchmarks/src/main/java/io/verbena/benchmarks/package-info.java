/**
 * Benchmarks that need no other program; those against the C programs are scripts beside this module.
 */
@NullMarked
package io.verbena.benchmarks;

import org.jspecify.annotations.NullMarked;
