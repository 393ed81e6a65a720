/**
 * An InfiniBand fabric inside the JVM. It is a provider like any other, built from a topology, in which every datagram
 * is encoded and routed hop by hop. {@link io.verbena.embedded.EmbeddedFabric} injects faults and controls the clock,
 * so that tests without hardware cover the failures of real fabrics.
 */
@NullMarked
package io.verbena.embedded;

import org.jspecify.annotations.NullMarked;
