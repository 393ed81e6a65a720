/** Writes observations to a database, and keeps it small: migrations, roll-ups and retention. */
@NullMarked
package io.verbena.monitor.store;

import org.jspecify.annotations.NullMarked;
