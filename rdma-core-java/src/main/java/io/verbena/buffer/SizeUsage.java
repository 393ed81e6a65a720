package io.verbena.buffer;

/**
 * The usage of one size of buffers.
 *
 * @param size length of a buffer in bytes
 * @param used number of buffers in use
 * @param free number of further buffers that need neither registration nor another division of the memory
 */
public record SizeUsage(int size, int used, int free) {}
