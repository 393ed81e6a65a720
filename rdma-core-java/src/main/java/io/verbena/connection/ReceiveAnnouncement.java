package io.verbena.connection;

/**
 * The other side has posted receives.
 *
 * @param count how many more there are
 * @param bytes how long a message may be that goes into one
 */
public record ReceiveAnnouncement(int count, int bytes) {}
