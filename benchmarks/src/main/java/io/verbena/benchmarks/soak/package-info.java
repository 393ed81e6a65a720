/**
 * Messages between clients and a server for a long time, while links, peers, servers and memory fail: nothing that was
 * acknowledged may be lost, and nothing may be left. Run by {@code benchmarks/soak}.
 */
@NullMarked
package io.verbena.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
