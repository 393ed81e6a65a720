/**
 * The root of all exceptions and the exceptions that several layers throw; exceptions of one layer are in its package. The
 * package also has the helpers that messages are composed with.
 */
@NullMarked
package io.verbena.error;

import org.jspecify.annotations.NullMarked;
