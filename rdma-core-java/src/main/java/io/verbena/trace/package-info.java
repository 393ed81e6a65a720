/**
 * Every datagram that is sent and received, as it passes: decoded for a log, or in a file for Wireshark. It stands between
 * a provider and whoever uses it, and is not there at all unless somebody asks for it.
 */
@NullMarked
package io.verbena.trace;

import org.jspecify.annotations.NullMarked;
