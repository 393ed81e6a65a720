/** Destinations of datagrams: an immutable type for each kind of path, and the parser for all forms of addresses. */
@NullMarked
package io.verbena.path;

import org.jspecify.annotations.NullMarked;
