package io.verbena.hca;

/**
 * The memory of a queue of an EFA device, for programs that access it without libefa, such as those of accelerators
 * (efadv_query_qp_wqs(3), efadv_query_cq(3)). It is valid until the queue is closed. Verbena itself does not read or write it.
 *
 * @param address the address of the first entry
 * @param entryBytes the size of an entry in bytes
 * @param entries the number of entries
 * @param doorbell the address of the doorbell register; 0 if the queue has none
 * @param maxBatch the maximum number of entries for each time that the doorbell is rung; 0 if there is no limit, and for completion
 *     queues
 * @param hasWideIds whether the IDs of requests in the entries have 64 bits; false for completion queues
 */
public record EfaQueueMemory(
        long address, int entryBytes, int entries, long doorbell, int maxBatch, boolean hasWideIds) {}
