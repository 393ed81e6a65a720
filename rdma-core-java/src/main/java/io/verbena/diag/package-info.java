/**
 * Diagnosis of fabrics. Tables that take several requests, checks and reports are returned as values, independent of
 * their presentation.
 */
@NullMarked
package io.verbena.diag;

import org.jspecify.annotations.NullMarked;
