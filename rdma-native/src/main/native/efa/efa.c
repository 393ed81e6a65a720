/* What EFA devices have beyond verbs. Written against the headers of rdma-core 44 and later; run on the hollow device only. */
#include <stdbool.h>
#include <string.h>

#include "../verbs/completion.h"
#include "verbena_efa.h"

/* The fields of EFA are in the upper half of a mask of fields. */
#define FIELD_SHIFT 32

/* struct efadv_device_attr; rdma-core 44 has the longer inline bytes as reserved bytes, which are 0. */
struct device_attributes {
	uint64_t comp_mask;
	uint32_t sends;
	uint32_t receives;
	uint16_t send_segments;
	uint16_t receive_segments;
	uint16_t inline_bytes;
	uint16_t extended_inline_bytes;
	uint32_t capabilities;
	uint32_t rdma_bytes;
};

_Static_assert(sizeof(struct device_attributes) == sizeof(struct efadv_device_attr), "another efadv_device_attr");
_Static_assert(offsetof(struct device_attributes, inline_bytes) == offsetof(struct efadv_device_attr, inline_buf_size) &&
		       offsetof(struct device_attributes, capabilities) == offsetof(struct efadv_device_attr, device_caps),
	       "another efadv_device_attr");

/* struct efadv_qp_init_attr of rdma-core 64; rdma-core 44 has reserved bytes that must be 0, and no wr_flags. */
struct qp_attributes {
	uint64_t comp_mask;
	uint32_t driver_qp_type;
	uint16_t flags;
	uint8_t sl;
	uint8_t reserved;
	uint64_t wr_flags;
};

/* struct efadv_cq_init_attr of rdma-core 60; that of rdma-core 44 ends before the flags. */
struct cq_attributes {
	uint64_t comp_mask;
	uint64_t wc_flags;
	uint64_t flags;
	uint64_t buffer;
	uint64_t length;
	uint64_t offset;
	int32_t fd;
	uint8_t reserved[4];
};

/* EFADV_WR_EX_WITH_PROCESSING_HINTS and EFADV_CQ_INIT_FLAGS_EXT_MEM_DMABUF. */
#define WITH_PROCESSING_HINTS 1
#define IN_DMA_BUF 1

#ifdef HAVE_EFADV_CREATE_COMP_CNTR
_Static_assert(offsetof(struct device_attributes, extended_inline_bytes) == offsetof(struct efadv_device_attr, inline_buf_size_ex),
	       "another efadv_device_attr");
_Static_assert(sizeof(struct qp_attributes) == sizeof(struct efadv_qp_init_attr) &&
		       offsetof(struct qp_attributes, sl) == offsetof(struct efadv_qp_init_attr, sl) &&
		       WITH_PROCESSING_HINTS == EFADV_WR_EX_WITH_PROCESSING_HINTS,
	       "another efadv_qp_init_attr");
_Static_assert(sizeof(struct cq_attributes) == sizeof(struct efadv_cq_init_attr) &&
		       offsetof(struct cq_attributes, fd) == offsetof(struct efadv_cq_init_attr, ext_mem_dmabuf.fd) &&
		       IN_DMA_BUF == EFADV_CQ_INIT_FLAGS_EXT_MEM_DMABUF,
	       "another efadv_cq_init_attr");
#endif

/* Queries the attributes of a device; EOPNOTSUPP if it is no EFA device. */
int verbena_efa_query_device(int64_t context, int64_t attributes)
{
	struct verbena_efa_device *device = OBJECT(verbena_efa_device, attributes);
	struct device_attributes found = {0};
	int result = verbena_result(efadv_query_device(OBJECT(verbena_context, context)->verbs, (void *)&found, sizeof(found)));

	*device = (struct verbena_efa_device){
		.max_sends = found.sends,
		.max_receives = found.receives,
		.max_send_segments = found.send_segments,
		.max_receive_segments = found.receive_segments,
		.inline_bytes = found.inline_bytes,
		.extended_inline_bytes = found.extended_inline_bytes,
		.max_rdma_bytes = found.rdma_bytes,
		.capabilities = found.capabilities,
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
		.wr_flags = wanted->hints ? WITH_PROCESSING_HINTS : 0,
	};
	uint32_t length = wanted->hints ? sizeof(own) : offsetof(struct qp_attributes, wr_flags);
	int64_t qp = verbena_handle(
		efadv_create_qp_ex(OBJECT(verbena_context, context)->verbs, &attributes, (void *)&own, length));
	wanted->max_sends = attributes.cap.max_send_wr;
	wanted->max_receives = attributes.cap.max_recv_wr;
	wanted->max_send_segments = attributes.cap.max_send_sge;
	wanted->max_receive_segments = attributes.cap.max_recv_sge;
	wanted->inline_bytes = attributes.cap.max_inline_data;
	return qp;
}

/* Creates a completion queue. */
int64_t verbena_efa_create_cq(int64_t context, int64_t request)
{
	const struct verbena_efa_cq *wanted = OBJECT(verbena_efa_cq, request);
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = wanted->entries,
		.cq_context = (void *)(intptr_t)wanted->cookie,
		.channel = wanted->channel ? OBJECT(verbena_channel, wanted->channel)->verbs : NULL,
		.comp_vector = wanted->vector,
		.wc_flags = wanted->fields,
	};
	struct cq_attributes own = {.wc_flags = wanted->additional};
	uint32_t length = offsetof(struct cq_attributes, flags);

	if (wanted->memory_bytes) {
		own.flags = IN_DMA_BUF;
		own.buffer = wanted->memory_address;
		own.length = wanted->memory_bytes;
		own.offset = wanted->memory_offset;
		own.fd = wanted->memory_fd;
		length = sizeof(own);
	}
	return verbena_handle(
		efadv_create_cq(OBJECT(verbena_context, context)->verbs, &attributes, (void *)&own, length));
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
