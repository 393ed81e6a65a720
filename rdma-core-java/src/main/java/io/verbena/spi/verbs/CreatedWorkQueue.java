package io.verbena.spi.verbs;

import io.verbena.hca.WorkQueueAttributes;

/**
 * A work queue as it was created.
 *
 * @param handle its number for the driver
 * @param number its number for the device
 * @param attributes how large it is
 */
public record CreatedWorkQueue(long handle, int number, WorkQueueAttributes attributes) {}
