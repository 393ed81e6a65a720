/** Rules that judge sweeps over time, and their verdicts. */
@NullMarked
package io.verbena.monitor.rule;

import org.jspecify.annotations.NullMarked;
