/**
 * The wire structures of the InfiniBand Architecture, generated from the table of facts, and the identifiers they carry.
 * Nothing here sends or receives; everything else is built on it.
 */
@NullMarked
package io.verbena.iba;

import org.jspecify.annotations.NullMarked;
