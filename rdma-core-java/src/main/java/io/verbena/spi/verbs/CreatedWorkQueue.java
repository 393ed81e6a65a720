package io.verbena.spi.verbs;

import io.verbena.hca.WorkQueueAttributes;

/**
 * A work queue that a driver created.
 *
 * @param handle its handle in the driver
 * @param number its number in the device
 * @param attributes the granted sizes
 */
public record CreatedWorkQueue(long handle, int number, WorkQueueAttributes attributes) {}
