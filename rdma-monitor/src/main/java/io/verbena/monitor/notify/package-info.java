/** Sends alarms to Alertmanager, webhooks and mail. */
@NullMarked
package io.verbena.monitor.notify;

import org.jspecify.annotations.NullMarked;
