/**
 * The memory that the queue pairs of an adapter access by key: regions, windows, and the scatter/gather lists of
 * requests. Looking up a key takes no lock. A region is not closed while its bytes are being copied.
 */
@NullMarked
package io.verbena.embedded.hca.memory;

import org.jspecify.annotations.NullMarked;
