/**
 * The memory that the queue pairs of an adapter reach by keys: regions, windows, and the segments of a request. Looking a key
 * up takes no lock, and a region is not closed while bytes of it are copied.
 */
@NullMarked
package io.verbena.embedded.hca.memory;

import org.jspecify.annotations.NullMarked;
