package io.verbena.connection;

/**
 * Receives that the peer has posted.
 *
 * @param count the number of further receives
 * @param bytes the maximum length of a message that fits into each of them
 */
public record ReceiveAnnouncement(int count, int bytes) {}
