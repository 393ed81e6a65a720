/** The metrics of other exporters of fabrics, from the last sweep of each subnet. */
@NullMarked
package io.verbena.monitor.metrics;

import org.jspecify.annotations.NullMarked;
