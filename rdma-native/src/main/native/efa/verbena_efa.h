/*
 * The functions that io.verbena.jni.efa calls: thin wrappers of libefa. Objects are those of the binding of libibverbs, passed as
 * their addresses. The structures below are the same for all releases of libefa.
 */
#ifndef VERBENA_EFA_H
#define VERBENA_EFA_H

#include <infiniband/efadv.h>

#include "../verbs/verbena_verbs.h"

/* The attributes of a device. */
struct verbena_efa_device {
	uint32_t max_sends;
	uint32_t max_receives;
	uint32_t max_send_segments;
	uint32_t max_receive_segments;
	uint32_t inline_bytes;
	uint32_t max_rdma_bytes;
	uint32_t capabilities;
	uint32_t extended_inline_bytes;
};

/* A new queue pair, and the sizes that the device has granted. */
struct verbena_efa_qp {
	int64_t pd;
	int64_t send_cq;
	int64_t receive_cq;
	int64_t cookie;
	uint64_t operations;
	uint32_t max_sends;
	uint32_t max_receives;
	uint32_t max_send_segments;
	uint32_t max_receive_segments;
	uint32_t inline_bytes;
	uint32_t all_signaled;
	uint32_t flags;
	uint32_t service_level;
	uint32_t hints;
	uint32_t padding;
};

/* A new completion queue, which is in a DMA-BUF if this has a length. */
struct verbena_efa_cq {
	int64_t cookie;
	int64_t channel;
	uint64_t fields;
	uint64_t additional;
	uint32_t entries;
	uint32_t vector;
	uint64_t memory_address;
	uint64_t memory_bytes;
	uint64_t memory_offset;
	int32_t memory_fd;
	uint32_t padding;
};

/* Kinds of memory. */
#define VERBENA_EFA_OF_LIBRARY 0
#define VERBENA_EFA_OF_PROCESS 1
#define VERBENA_EFA_DMA_BUF 2

/* The memory of a value of a completion counter. */
struct verbena_efa_memory {
	uint64_t address;
	uint64_t offset;
	int32_t fd;
	uint32_t kind;
};

/* The interconnects of a region: struct efadv_mr_attr of rdma-core 50. */
struct verbena_efa_region {
	uint64_t comp_mask;
	uint16_t validity;
	uint16_t receives;
	uint16_t reads;
	uint16_t written_by_peers;
};

/* The memory of a queue: struct efadv_wq_attr of rdma-core 59, whose first fields struct efadv_cq_attr has. */
struct verbena_efa_queue {
	uint64_t comp_mask;
	uint64_t buffer;
	uint32_t entry_bytes;
	uint32_t entries;
	uint64_t doorbell;
	uint32_t max_batch;
	uint16_t capabilities;
	uint8_t reserved[2];
};

int verbena_efa_query_device(int64_t context, int64_t attributes);
int64_t verbena_efa_create_qp(int64_t context, int64_t request);
int64_t verbena_efa_create_cq(int64_t context, int64_t request);
int64_t verbena_efa_poll(int64_t cq, int64_t fields, int64_t completions, int max);
int verbena_efa_find_hints(void);
int64_t verbena_efa_post(int64_t qp, int64_t records, int stride, int count);
int64_t verbena_efa_create_comp_cntr(int64_t context, int type, int64_t completions, int64_t errors);
int verbena_efa_query_ah(int64_t ah);
int verbena_efa_query_mr(int64_t mr, int64_t region);
int verbena_efa_max_sends(int64_t context, int flags, int send_segments, int rdma_segments, int inline_bytes);
int verbena_efa_max_receives(int64_t context, int segments);
int verbena_efa_query_qp(int64_t qp, int64_t queues);
int verbena_efa_query_cq(int64_t cq, int64_t queue);

#endif
