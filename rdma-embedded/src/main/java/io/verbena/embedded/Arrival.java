package io.verbena.embedded;

import io.verbena.spi.MadAddress;
import java.nio.ByteBuffer;

/**
 * A datagram on its way to whoever reads a channel.
 *
 * @param due when it arrives, on the clock of {@link System#nanoTime}
 * @param agent the agent that it is for
 * @param status 0, or the error number for which it came back
 * @param address where it came from, or where it went to if it came back
 * @param mad its bytes, which nobody else changes
 */
record Arrival(long due, int agent, int status, MadAddress address, ByteBuffer mad) {}
