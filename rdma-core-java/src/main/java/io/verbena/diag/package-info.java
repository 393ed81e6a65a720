/**
 * What fabrics are asked for diagnosis, as values: tables that take several requests to read, checks and their reports.
 * How they look is the business of whoever shows them.
 */
@NullMarked
package io.verbena.diag;

import org.jspecify.annotations.NullMarked;
