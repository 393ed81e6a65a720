/**
 * An InfiniBand fabric inside the JVM: a provider like any other, built from a topology, with every datagram routed hop by
 * hop as bytes. Its faults and its clock are those of {@link
 * io.verbena.embedded.EmbeddedFabric}, so that a test without hardware sees what an operator sees with it.
 */
@NullMarked
package io.verbena.embedded;

import org.jspecify.annotations.NullMarked;
