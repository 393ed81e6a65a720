/* What EFA devices have beyond verbs. Written against the headers of rdma-core 44 and later; never run on an EFA device. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <stdatomic.h>
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
#ifdef HAVE_EFADV_QUERY_QP_WQS
		if (cq->status == IBV_WC_SUCCESS && efa && additional & EFADV_WC_EX_WITH_IS_UNSOLICITED)
			completion->unsolicited = efadv_wc_is_unsolicited(efa);
#endif
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

typedef int query_mr_function(struct ibv_mr *mr, void *attributes, uint32_t inlen);

/* Returns efadv_query_mr of a preloaded or the loaded libefa, or NULL: rdma-core 50 added it. */
static query_mr_function *query_mr(void)
{
	static _Atomic(void *) known;
	void *function = atomic_load(&known);

	if (!function) {
		function = dlsym(RTLD_DEFAULT, "efadv_query_mr");
		void *library = function ? NULL : dlopen("libefa.so.1", RTLD_LAZY | RTLD_NOLOAD);
		if (library) {
			function = dlsym(library, "efadv_query_mr");
			dlclose(library);
		}
		atomic_store(&known, function);
	}
	return (query_mr_function *)function;
}

#ifdef HAVE_EFADV_QUERY_MR
_Static_assert(sizeof(struct verbena_efa_region) == sizeof(struct efadv_mr_attr), "another efadv_mr_attr");
_Static_assert(offsetof(struct verbena_efa_region, reads) == offsetof(struct efadv_mr_attr, rdma_read_ic_id),
	       "another efadv_mr_attr");
#endif

/* Queries the interconnects of a region. */
int verbena_efa_query_mr(int64_t mr, int64_t region)
{
	query_mr_function *function = query_mr();

	if (!function)
		return VERBENA_NOT_IN_LIBRARY;
	return verbena_result(
		function(OBJECT(ibv_mr, mr), OBJECT(verbena_efa_region, region), sizeof(struct verbena_efa_region)));
}
