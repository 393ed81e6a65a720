package io.verbena.hca;

/**
 * The destination of datagrams, a peer or a multicast group that the connection manager has resolved.
 *
 * @param address the address
 * @param queuePair the queue pair number, 24 bits; 0xffffff for a group
 * @param queueKey the Q_Key of the datagrams, 32 bits
 */
public record DatagramDestination(AddressVector address, int queuePair, int queueKey) {}
