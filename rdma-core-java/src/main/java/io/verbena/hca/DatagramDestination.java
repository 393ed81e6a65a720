package io.verbena.hca;

/**
 * Where datagrams are sent: what the connection manager found out of the other side, or of a group.
 *
 * @param address the way
 * @param queuePair the number of the queue pair, 24 bits; 0xffffff for a group
 * @param queueKey the Q_Key that datagrams must have, 32 bits
 */
public record DatagramDestination(AddressVector address, int queuePair, int queueKey) {}
