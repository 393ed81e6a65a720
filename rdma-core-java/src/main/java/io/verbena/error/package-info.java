/**
 * The root of the one family of exceptions, and those that any layer may throw. Exceptions of one layer live with it.
 */
@NullMarked
package io.verbena.error;

import org.jspecify.annotations.NullMarked;
