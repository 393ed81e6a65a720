/**
 * Records which functions succeed while tests run, for the coverage tables. A transformer adds a call before each return of
 * the members that the tables name, of the operations of providers, and of the checks of results of C functions. The product
 * itself contains nothing of it.
 */
@NullMarked
package io.verbena.evidence;

import org.jspecify.annotations.NullMarked;
