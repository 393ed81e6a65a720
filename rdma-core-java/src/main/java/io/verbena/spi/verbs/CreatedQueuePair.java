package io.verbena.spi.verbs;

import io.verbena.hca.QueuePairCapacity;

/**
 * A queue pair that a driver created.
 *
 * @param handle its handle in the driver
 * @param number its queue pair number, 24 bits
 * @param capacity the granted sizes of its queues
 */
public record CreatedQueuePair(long handle, int number, QueuePairCapacity capacity) {}
