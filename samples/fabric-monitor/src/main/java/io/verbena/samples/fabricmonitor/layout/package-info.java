/** Where nodes are drawn: in rows by their distance from the hosts. Knows nothing of what they are a picture of. */
@NullMarked
package io.verbena.samples.fabricmonitor.layout;

import org.jspecify.annotations.NullMarked;
