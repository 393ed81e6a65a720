/** What happened, kept for a while and sent to the pages that are open. */
@NullMarked
package io.verbena.samples.fabricmonitor.events;

import org.jspecify.annotations.NullMarked;
