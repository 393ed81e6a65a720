/**
 * Wire structures of the InfiniBand Architecture, generated from a table of facts, and identifiers. This package sends
 * and receives nothing; all others build on it.
 */
@NullMarked
package io.verbena.iba;

import org.jspecify.annotations.NullMarked;
