/** The known state of the fabric and its JSON. Nodes and links that have disappeared are kept. */
@NullMarked
package io.verbena.samples.fabricmonitor.topology;

import org.jspecify.annotations.NullMarked;
