package io.verbena.spi.verbs;

import io.verbena.hca.QueuePairCapacity;

/**
 * A queue pair as it was created.
 *
 * @param handle its number for the driver
 * @param number its number for the other side, 24 bits
 * @param capacity how large it is
 */
public record CreatedQueuePair(long handle, int number, QueuePairCapacity capacity) {}
