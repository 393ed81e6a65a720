package io.verbena.diag;

import io.verbena.path.IbPath;
import java.time.Duration;

/**
 * The answer to a ping.
 *
 * @param from who was asked
 * @param host what the host calls itself, as a rule its name and, behind a dot, its domain
 * @param roundTrip how long it took
 */
public record Pong(IbPath from, String host, Duration roundTrip) {}
