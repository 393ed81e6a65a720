/**
 * Where a datagram goes: one immutable address type, and the one parser of everything that people write for an address.
 */
@NullMarked
package io.verbena.path;

import org.jspecify.annotations.NullMarked;
