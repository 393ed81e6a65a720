/*
 * The functions of libefa, which win over the library when this is preloaded, and the address handles and states of queue pairs that
 * they need. Each writes its arguments as those of calls.c do, and fills no more of a structure than its caller says it has. The
 * structures are those of rdma-core 65, whatever the headers; with HOLLOW_OLD, there are only the functions of rdma-core 44, and
 * longer structures are refused, as that release does.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/efadv.h>

#include "hollow.h"
#include "newer.h"

/* Copies at most LENGTH bytes of an answer. */
#define ANSWER(to, length, answer) memcpy((to), &(answer), (length) < sizeof(answer) ? (length) : sizeof(answer))

/* The old library refuses structures that are longer than its own. */
#ifdef HOLLOW_OLD
#define REFUSE_LONGER_THAN(known)                                                                                     \
	do {                                                                                                          \
		if (length > (known)) {                                                                               \
			errno = EINVAL;                                                                               \
			return NULL;                                                                                  \
		}                                                                                                     \
	} while (0)
#else
#define REFUSE_LONGER_THAN(known) ((void)0)
#endif

struct device_answer {
	uint64_t mask;
	uint32_t sends, receives;
	uint16_t send_segments, receive_segments, inline_bytes, longer_inline_bytes;
	uint32_t capabilities, rdma_bytes;
};

int efadv_query_device(struct ibv_context *context, struct efadv_device_attr *attributes, uint32_t length)
{
	const struct device_answer answer = {
		.sends = 0x1011,
		.receives = 0x2021,
		.send_segments = 0x31,
		.receive_segments = 0x41,
		.inline_bytes = 0x51,
#ifndef HOLLOW_OLD
		.longer_inline_bytes = 0x61,
#endif
		.capabilities = 0x6d,
		.rdma_bytes = 0x70717273,
	};

	(void)context;
	hollow_call("efadv_query_device length %u", length);
	MAY_REFUSE("efadv_query_device");
	ANSWER(attributes, length, answer);
	return 0;
}

int efadv_query_ah(struct ibv_ah *ah, struct efadv_ah_attr *attributes, uint32_t length)
{
	const struct {
		uint64_t mask;
		uint16_t number;
		uint8_t reserved[6];
	} answer = {.number = 0xabcd};

	(void)ah;
	hollow_call("efadv_query_ah length %u", length);
	MAY_REFUSE("efadv_query_ah");
	ANSWER(attributes, length, answer);
	return 0;
}

struct ibv_qp *efadv_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attributes,
				  struct efadv_qp_init_attr *own, uint32_t length)
{
	hollow_call("efadv_create_qp_ex length %u", length);
	hollow_call_bytes("  attributes", own, length);
	REFUSE_LONGER_THAN(16);
	MAY_REFUSE_OBJECT("efadv_create_qp_ex");
	/* What the device grants. */
	attributes->cap.max_send_wr += 1;
	attributes->cap.max_recv_wr += 2;
	attributes->cap.max_inline_data += 3;
	return verbs_get_ctx(context)->create_qp_ex(context, attributes);
}

struct ibv_cq_ex *efadv_create_cq(struct ibv_context *context, struct ibv_cq_init_attr_ex *attributes,
				  struct efadv_cq_init_attr *own, uint32_t length)
{
	hollow_call("efadv_create_cq length %u", length);
	hollow_call_bytes("  attributes", own, length);
	REFUSE_LONGER_THAN(16);
	MAY_REFUSE_OBJECT("efadv_create_cq");
	return verbs_get_ctx(context)->create_cq_ex(context, attributes);
}

/* struct efadv_cq. */
struct fields {
	uint64_t mask;
	int (*read_sgid)(struct efadv_cq *cq, union ibv_gid *gid);
	bool (*is_unsolicited)(struct efadv_cq *cq);
};

static int read_sgid(struct efadv_cq *cq, union ibv_gid *gid)
{
	(void)cq;
	hollow_call("wc_read_sgid");
	MAY_REFUSE("wc_read_sgid");
	for (int i = 0; i < 16; i++)
		gid->raw[i] = (uint8_t)(0xe0 + i);
	return 0;
}

static bool is_unsolicited(struct efadv_cq *cq)
{
	(void)cq;
	hollow_call("wc_is_unsolicited");
	return true;
}

struct efadv_cq *efadv_cq_from_ibv_cq_ex(struct ibv_cq_ex *cq)
{
	static struct fields fields = {.read_sgid = read_sgid, .is_unsolicited = is_unsolicited};

	(void)cq;
	return (struct efadv_cq *)(void *)&fields;
}

#ifndef HOLLOW_OLD
/* As in later headers. */
struct efadv_qp;
struct efadv_comp_cntr_init_attr;
struct efadv_mr_attr;
struct efadv_sq_depth_attr;
struct efadv_rq_depth_attr;
struct efadv_wq_attr;
struct efadv_cq_attr;
struct efadv_qp *efadv_qp_from_ibv_qp_ex(struct ibv_qp_ex *qp);
struct ibv_comp_cntr *efadv_create_comp_cntr(struct ibv_context *context, struct ibv_comp_cntr_init_attr *attributes,
					     struct efadv_comp_cntr_init_attr *own, uint32_t length);
int efadv_query_mr(struct ibv_mr *mr, struct efadv_mr_attr *attributes, uint32_t length);
int efadv_get_max_sq_depth(struct ibv_context *context, struct efadv_sq_depth_attr *attributes, uint32_t length);
int efadv_get_max_rq_depth(struct ibv_context *context, struct efadv_rq_depth_attr *attributes, uint32_t length);
int efadv_query_qp_wqs(struct ibv_qp *qp, struct efadv_wq_attr *sends, struct efadv_wq_attr *receives, uint32_t length);
int efadv_query_cq(struct ibv_cq *cq, struct efadv_cq_attr *attributes, uint32_t length);

/* struct efadv_qp. */
struct setters {
	uint64_t mask;
	void (*wr_set_processing_hints)(struct setters *qp, uint32_t hints);
};

static void set_hints(struct setters *qp, uint32_t hints)
{
	(void)qp;
	hollow_call("  wr_set_processing_hints %x", hints);
}

struct efadv_qp *efadv_qp_from_ibv_qp_ex(struct ibv_qp_ex *qp)
{
	static struct setters setters = {.wr_set_processing_hints = set_hints};

	(void)qp;
	return (struct efadv_qp *)(void *)&setters;
}

struct ibv_comp_cntr *efadv_create_comp_cntr(struct ibv_context *context, struct ibv_comp_cntr_init_attr *attributes,
					     struct efadv_comp_cntr_init_attr *own, uint32_t length)
{
	hollow_call("efadv_create_comp_cntr length %u", length);
	hollow_call_bytes("  attributes", own, length);
	MAY_REFUSE_OBJECT("efadv_create_comp_cntr");
	return ibv_create_comp_cntr(context, attributes);
}

int efadv_query_mr(struct ibv_mr *mr, struct efadv_mr_attr *attributes, uint32_t length)
{
	const struct {
		uint64_t mask;
		uint16_t validity, receives, reads, written_by_peers;
	} answer = {.validity = 5, .receives = 0x81, .reads = 0x82, .written_by_peers = 0xf083};

	(void)mr;
	hollow_call("efadv_query_mr length %u", length);
	MAY_REFUSE("efadv_query_mr");
	ANSWER(attributes, length, answer);
	return 0;
}

int efadv_get_max_sq_depth(struct ibv_context *context, struct efadv_sq_depth_attr *attributes, uint32_t length)
{
	(void)context;
	hollow_call("efadv_get_max_sq_depth length %u", length);
	hollow_call_bytes("  attributes", attributes, length);
	int why = hollow_refusal("efadv_get_max_sq_depth");
	return why ? -why : 0x301;
}

int efadv_get_max_rq_depth(struct ibv_context *context, struct efadv_rq_depth_attr *attributes, uint32_t length)
{
	(void)context;
	hollow_call("efadv_get_max_rq_depth length %u", length);
	hollow_call_bytes("  attributes", attributes, length);
	int why = hollow_refusal("efadv_get_max_rq_depth");
	return why ? -why : 0x302;
}

/* struct efadv_wq_attr, and struct efadv_cq_attr, which ends before the batch. */
struct queue_answer {
	uint64_t mask, buffer;
	uint32_t entry_size, entries;
	uint64_t doorbell;
	uint32_t batch;
	uint16_t capabilities;
	uint8_t reserved[2];
};

static const struct queue_answer sends_answer = {
	.buffer = 0x111000,
	.entry_size = 64,
	.entries = 0x1001,
	.doorbell = 0x222008,
	.batch = 16,
	.capabilities = 1,
};

int efadv_query_qp_wqs(struct ibv_qp *qp, struct efadv_wq_attr *sends, struct efadv_wq_attr *receives, uint32_t length)
{
	const struct queue_answer answer = {.buffer = 0x333000, .entry_size = 16, .entries = 0x1002, .doorbell = 0x444010};

	(void)qp;
	hollow_call("efadv_query_qp_wqs length %u", length);
	MAY_REFUSE("efadv_query_qp_wqs");
	ANSWER(sends, length, sends_answer);
	ANSWER(receives, length, answer);
	return 0;
}

int efadv_query_cq(struct ibv_cq *cq, struct efadv_cq_attr *attributes, uint32_t length)
{
	const struct queue_answer answer = {.buffer = 0x555000, .entry_size = 32, .entries = 0x1003};

	(void)cq;
	hollow_call("efadv_query_cq length %u", length);
	MAY_REFUSE("efadv_query_cq");
	ANSWER(attributes, length, answer);
	return 0;
}
#endif

/* ---- what a queue pair without a connection needs */

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attributes)
{
	hollow_call("create_ah lid %x sl %u bits %u rate %u global %u port %u", attributes->dlid, attributes->sl,
		    attributes->src_path_bits, attributes->static_rate, attributes->is_global, attributes->port_num);
	if (attributes->is_global) {
		hollow_call_bytes("  gid", attributes->grh.dgid.raw, sizeof(attributes->grh.dgid.raw));
		hollow_call("  flow %x index %u hops %u class %u", attributes->grh.flow_label, attributes->grh.sgid_index,
			    attributes->grh.hop_limit, attributes->grh.traffic_class);
	}
	MAY_REFUSE_OBJECT("create_ah");
	struct ibv_ah *ah = calloc(1, sizeof(*ah));
	if (ah)
		*ah = (struct ibv_ah){.context = pd->context, .pd = pd, .handle = hollow_number()};
	return ah;
}

int ibv_destroy_ah(struct ibv_ah *ah)
{
	hollow_call("destroy_ah");
	free(ah);
	return 0;
}

int ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attributes, int mask)
{
	hollow_call("modify_qp mask %x", (unsigned int)mask);
	if (mask & IBV_QP_STATE)
		hollow_call("  state %d", (int)attributes->qp_state);
	if (mask & IBV_QP_PORT)
		hollow_call("  port %u", attributes->port_num);
	if (mask & IBV_QP_PKEY_INDEX)
		hollow_call("  partition %u", attributes->pkey_index);
	if (mask & IBV_QP_QKEY)
		hollow_call("  key %x", attributes->qkey);
	if (mask & IBV_QP_SQ_PSN)
		hollow_call("  sequence %x", attributes->sq_psn);
	MAY_REFUSE("modify_qp");
	qp->state = attributes->qp_state;
	return 0;
}
