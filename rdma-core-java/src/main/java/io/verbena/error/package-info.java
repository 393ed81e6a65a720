/**
 * The root of the one family of exceptions, and those that any layer may throw. Exceptions of one layer live with it. What
 * their messages are made of is here, too: words for the errors of others, near names, and text of others that is fit to be
 * seen.
 */
@NullMarked
package io.verbena.error;

import org.jspecify.annotations.NullMarked;
