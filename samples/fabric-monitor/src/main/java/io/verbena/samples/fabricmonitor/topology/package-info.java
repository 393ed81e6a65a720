/** What the monitor knows of the fabric, and the JSON of it. What was seen once is kept, so that what is gone can be shown. */
@NullMarked
package io.verbena.samples.fabricmonitor.topology;

import org.jspecify.annotations.NullMarked;
