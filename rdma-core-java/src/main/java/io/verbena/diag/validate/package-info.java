/** Validation of a fabric: checks over a subnet, its tables and its counters, and their findings as values. */
@NullMarked
package io.verbena.diag.validate;

import org.jspecify.annotations.NullMarked;
