package io.verbena.mlx5;

/**
 * The mapping of memory of a ConnectX device (mlx5dv_init_obj(3)).
 *
 * @param address the address in this process; 0 if it is not mapped
 * @param length the length in bytes
 * @param remoteAddress the address for the device
 */
public record DeviceMemoryLayout(long address, long length, long remoteAddress) {}
