package io.verbena.diag;

import io.verbena.path.IbPath;
import java.time.Duration;

/**
 * The response to a ping.
 *
 * @param from the path to the server
 * @param host the name of the host, usually with its domain after a dot
 * @param roundTrip the round-trip time
 */
public record Pong(IbPath from, String host, Duration roundTrip) {}
