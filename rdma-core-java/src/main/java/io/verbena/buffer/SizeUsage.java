package io.verbena.buffer;

/**
 * What an allocator has of one size.
 *
 * @param size bytes of a buffer
 * @param used how many are in use
 * @param free how many more there are without registering memory, as memory is divided at present
 */
public record SizeUsage(int size, int used, int free) {}
