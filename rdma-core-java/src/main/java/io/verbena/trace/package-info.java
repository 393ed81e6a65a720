/**
 * Packet tracing: every datagram sent and received, decoded in a log or as a file for Wireshark. It wraps a provider,
 * and costs nothing unless it is enabled.
 */
@NullMarked
package io.verbena.trace;

import org.jspecify.annotations.NullMarked;
