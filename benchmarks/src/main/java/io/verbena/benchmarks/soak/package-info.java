/**
 * A long-running test that exchanges messages while it injects faults into links, devices, peers, memory and the clock. No
 * acknowledged message may be lost, and no resource may remain allocated. {@code benchmarks/soak} runs it.
 */
@NullMarked
package io.verbena.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
