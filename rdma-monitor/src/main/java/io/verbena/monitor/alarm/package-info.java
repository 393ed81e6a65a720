/** Alarms: the state of verdicts over time, with acknowledgement, expiry and maintenance windows. */
@NullMarked
package io.verbena.monitor.alarm;

import org.jspecify.annotations.NullMarked;
