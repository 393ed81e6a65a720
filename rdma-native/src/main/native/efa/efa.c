/* What EFA devices have beyond verbs. Written against the headers of rdma-core 44 and later; run on the hollow device only. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <stdbool.h>
#include <string.h>

#include "../base/dynamic.h"
#include "../verbs/completion.h"
#include "verbena_efa.h"

/* The fields of EFA are in the upper half of a mask of fields. */
#define FIELD_SHIFT 32

/* struct efadv_qp_init_attr up to the service level, which rdma-core 44 has as reserved bytes that must be 0. */
struct qp_attributes {
	uint64_t comp_mask;
	uint32_t driver_qp_type;
	uint16_t flags;
	uint8_t sl;
	uint8_t reserved;
};

_Static_assert(sizeof(struct qp_attributes) <= sizeof(struct efadv_qp_init_attr), "efadv_qp_init_attr has shrunk");

/* The length of struct efadv_cq_init_attr in rdma-core 44. */
#define CQ_ATTRIBUTES_LENGTH (offsetof(struct efadv_cq_init_attr, wc_flags) + sizeof(uint64_t))

/* Queries the attributes of a device; EOPNOTSUPP if it is no EFA device. */
int verbena_efa_query_device(int64_t context, int64_t attributes)
{
	struct verbena_efa_device *device = OBJECT(verbena_efa_device, attributes);
	struct efadv_device_attr found = {0};
	int result = verbena_result(efadv_query_device(OBJECT(verbena_context, context)->verbs, &found, sizeof(found)));

	*device = (struct verbena_efa_device){
		.max_sends = found.max_sq_wr,
		.max_receives = found.max_rq_wr,
		.max_send_segments = found.max_sq_sge,
		.max_receive_segments = found.max_rq_sge,
		.inline_bytes = found.inline_buf_size,
		.max_rdma_bytes = found.max_rdma_size,
		.capabilities = found.device_caps,
	};
	return result;
}

/* Creates an SRD queue pair, and updates the sizes of the request. */
int64_t verbena_efa_create_qp(int64_t context, int64_t request)
{
	struct verbena_efa_qp *wanted = OBJECT(verbena_efa_qp, request);
	struct ibv_qp_init_attr_ex attributes = {
		.qp_context = (void *)(intptr_t)wanted->cookie,
		.send_cq = OBJECT(ibv_cq, wanted->send_cq),
		.recv_cq = OBJECT(ibv_cq, wanted->receive_cq),
		.cap = {
			.max_send_wr = wanted->max_sends,
			.max_recv_wr = wanted->max_receives,
			.max_send_sge = wanted->max_send_segments,
			.max_recv_sge = wanted->max_receive_segments,
			.max_inline_data = wanted->inline_bytes,
		},
		.qp_type = IBV_QPT_DRIVER,
		.sq_sig_all = (int)wanted->all_signaled,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = OBJECT(ibv_pd, wanted->pd),
		.send_ops_flags = wanted->operations,
	};
	struct qp_attributes own = {
		.driver_qp_type = EFADV_QP_DRIVER_TYPE_SRD,
		.flags = (uint16_t)wanted->flags,
		.sl = (uint8_t)wanted->service_level,
	};
	struct efadv_qp_init_attr padded = {0};

	memcpy(&padded, &own, sizeof(own));
	int64_t qp = verbena_handle(
		efadv_create_qp_ex(OBJECT(verbena_context, context)->verbs, &attributes, &padded, sizeof(own)));
	wanted->max_sends = attributes.cap.max_send_wr;
	wanted->max_receives = attributes.cap.max_recv_wr;
	wanted->max_send_segments = attributes.cap.max_send_sge;
	wanted->max_receive_segments = attributes.cap.max_recv_sge;
	wanted->inline_bytes = attributes.cap.max_inline_data;
	return qp;
}

/* Creates a completion queue that reports the FIELDS of verbs and the ADDITIONAL ones of EFA. */
int64_t verbena_efa_create_cq(int64_t context, int entries, int64_t cookie, int64_t channel, int vector, int64_t fields,
			      int64_t additional)
{
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = (uint32_t)entries,
		.cq_context = (void *)(intptr_t)cookie,
		.channel = channel ? OBJECT(verbena_channel, channel)->verbs : NULL,
		.comp_vector = (uint32_t)vector,
		.wc_flags = (uint64_t)fields,
	};
	struct efadv_cq_init_attr own = {.wc_flags = (uint64_t)additional};

	return verbena_handle(efadv_create_cq(OBJECT(verbena_context, context)->verbs, &attributes, &own, CQ_ATTRIBUTES_LENGTH));
}

/* EFADV_WC_EX_WITH_IS_UNSOLICITED, and struct efadv_cq, of which rdma-core 44 has the first function; other queues refuse the field. */
#define WITH_IS_UNSOLICITED 2

struct cq_fields {
	uint64_t comp_mask;
	int (*read_sgid)(struct efadv_cq *cq, union ibv_gid *gid);
	bool (*is_unsolicited)(struct efadv_cq *cq);
};

/*
 * Takes at most MAX completions of an EFA queue, which was created to report FIELDS; see verbena_verbs_poll_ex. The source GID is 0
 * if the device has an address handle of the sender.
 */
int64_t verbena_efa_poll(int64_t handle, int64_t fields, int64_t completions, int max)
{
	struct ibv_cq_ex *cq = OBJECT(ibv_cq_ex, handle);
	struct efadv_cq *efa = efadv_cq_from_ibv_cq_ex(cq);
	struct verbena_completion *completion = OBJECT(verbena_completion, completions);
	uint64_t additional = (uint64_t)fields >> FIELD_SHIFT;

	for (int count = 0; count < max; count++, completion++) {
		struct ibv_poll_cq_attr attributes = {0};
		int64_t failed = verbena_poll_errno(ibv_start_poll(cq, &attributes));
		if (failed)
			return failed == ENOENT ? count : failed << 32 | count;
		verbena_read_completion(cq, (uint32_t)fields, completion);
		if (cq->status == IBV_WC_SUCCESS && efa && additional & EFADV_WC_EX_WITH_SGID) {
			union ibv_gid gid;
			if (!efadv_wc_read_sgid(efa, &gid))
				memcpy(completion->sourceGid, &gid, sizeof(completion->sourceGid));
		}
		if (cq->status == IBV_WC_SUCCESS && efa && additional & WITH_IS_UNSOLICITED)
			completion->unsolicited = ((struct cq_fields *)(void *)efa)->is_unsolicited(efa);
		ibv_end_poll(cq);
	}
	return max;
}

/* Returns the number of an address handle, 16 bits. */
int verbena_efa_query_ah(int64_t ah)
{
	struct efadv_ah_attr attributes = {0};
	int result = verbena_result(efadv_query_ah(OBJECT(ibv_ah, ah), &attributes, sizeof(attributes)));

	return result ? result : attributes.ahn;
}

/* Calls a function that came after rdma-core 44 and converts its result, or returns VERBENA_NOT_IN_LIBRARY. */
#define NEWER(convert, function, ...)                                                                                          \
	({                                                                                                            \
		static _Atomic(void *) slot;                                                                          \
		function##_function *found = (function##_function *)verbena_newer("libefa.so.1", "efadv_" #function, &slot);                 \
		found ? convert(found(__VA_ARGS__)) : VERBENA_NOT_IN_LIBRARY;                                                  \
	})

typedef int query_mr_function(struct ibv_mr *mr, void *attributes, uint32_t length);
typedef int get_max_sq_depth_function(struct ibv_context *context, void *attributes, uint32_t length);
typedef int get_max_rq_depth_function(struct ibv_context *context, void *attributes, uint32_t length);
typedef int query_qp_wqs_function(struct ibv_qp *qp, void *sends, void *receives, uint32_t length);
typedef int query_cq_function(struct ibv_cq *cq, void *attributes, uint32_t length);

/* struct efadv_sq_depth_attr and struct efadv_rq_depth_attr of rdma-core 63. */
struct sq_depth {
	uint64_t comp_mask;
	uint32_t flags;
	uint32_t send_segments;
	uint32_t rdma_segments;
	uint32_t inline_bytes;
};

struct rq_depth {
	uint64_t comp_mask;
	uint32_t segments;
	uint32_t padding;
};

/* The length of struct efadv_cq_attr, which ends after the doorbell. */
#define CQ_LAYOUT_LENGTH offsetof(struct verbena_efa_queue, max_batch)

#ifdef HAVE_EFADV_QUERY_MR
_Static_assert(sizeof(struct verbena_efa_region) == sizeof(struct efadv_mr_attr), "another efadv_mr_attr");
_Static_assert(offsetof(struct verbena_efa_region, reads) == offsetof(struct efadv_mr_attr, rdma_read_ic_id),
	       "another efadv_mr_attr");
#endif
#ifdef HAVE_EFADV_QUERY_QP_WQS
_Static_assert(sizeof(struct verbena_efa_queue) == sizeof(struct efadv_wq_attr), "another efadv_wq_attr");
_Static_assert(offsetof(struct verbena_efa_queue, doorbell) == offsetof(struct efadv_wq_attr, doorbell),
	       "another efadv_wq_attr");
_Static_assert(CQ_LAYOUT_LENGTH == sizeof(struct efadv_cq_attr), "another efadv_cq_attr");
#endif
#ifdef HAVE_EFADV_GET_MAX_SQ_DEPTH
_Static_assert(sizeof(struct sq_depth) == sizeof(struct efadv_sq_depth_attr), "another efadv_sq_depth_attr");
_Static_assert(sizeof(struct rq_depth) == sizeof(struct efadv_rq_depth_attr), "another efadv_rq_depth_attr");
#endif

/* Queries the interconnects of a region. */
int verbena_efa_query_mr(int64_t mr, int64_t region)
{
	return NEWER(verbena_result, query_mr, OBJECT(ibv_mr, mr), OBJECT(verbena_efa_region, region),
		     sizeof(struct verbena_efa_region));
}

/* Returns the maximum number of requests of a send queue with these limits. */
int verbena_efa_max_sends(int64_t context, int flags, int send_segments, int rdma_segments, int inline_bytes)
{
	struct sq_depth attributes = {
		.flags = (uint32_t)flags,
		.send_segments = (uint32_t)send_segments,
		.rdma_segments = (uint32_t)rdma_segments,
		.inline_bytes = (uint32_t)inline_bytes,
	};

	return NEWER(, get_max_sq_depth, OBJECT(verbena_context, context)->verbs, &attributes, sizeof(attributes));
}

/* Returns the maximum number of requests of a receive queue with this limit. */
int verbena_efa_max_receives(int64_t context, int segments)
{
	struct rq_depth attributes = {.segments = (uint32_t)segments};

	return NEWER(, get_max_rq_depth, OBJECT(verbena_context, context)->verbs, &attributes, sizeof(attributes));
}

/* Writes the memory of the send queue and of the receive queue to QUEUES, one behind the other. */
int verbena_efa_query_qp(int64_t qp, int64_t queues)
{
	struct verbena_efa_queue *queue = OBJECT(verbena_efa_queue, queues);

	return NEWER(verbena_result, query_qp_wqs, OBJECT(ibv_qp, qp), &queue[0], &queue[1], sizeof(*queue));
}

/* Writes the memory of a completion queue to QUEUE. */
int verbena_efa_query_cq(int64_t cq, int64_t queue)
{
	return NEWER(verbena_result, query_cq, OBJECT(ibv_cq, cq), OBJECT(verbena_efa_queue, queue), CQ_LAYOUT_LENGTH);
}
