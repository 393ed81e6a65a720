package io.verbena.mlx5;

/**
 * The memory of a queue of a ConnectX device, for programs that post or poll themselves (mlx5dv_init_obj(3)). It is valid until the queue
 * is closed. Verbena itself does not read or write it.
 *
 * @param address the address of the first entry
 * @param entries the number of entries; 0 if the device does not report it
 * @param entryBytes the size of an entry in bytes
 * @param doorbells the address of the doorbell record
 * @param register the address of the doorbell register, or of the page that has it; 0 if the queue has none
 * @param number the number by which the device knows the queue; 0 if it does not report it
 */
public record QueueLayout(long address, int entries, int entryBytes, long doorbells, long register, int number) {}
