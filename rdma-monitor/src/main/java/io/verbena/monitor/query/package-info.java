/** Answers questions about the past from the database. */
@NullMarked
package io.verbena.monitor.query;

import org.jspecify.annotations.NullMarked;
