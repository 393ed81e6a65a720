package io.verbena.traffic.cm;

/**
 * The result of a test.
 *
 * @param connections the number of connections
 * @param sent the number of messages sent
 * @param received the number of messages received
 * @param elapsedNanos the duration of the test in nanoseconds, from the first connection
 */
public record CmTestReport(int connections, long sent, long received, long elapsedNanos) {}
