/*
 * The verbs that no device in software has: each writes its arguments to the file that HOLLOW_CALLS names, with offsets and numbers
 * instead of addresses, so that two programs that make the same calls write the same file.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hollow.h"

int hollow_records_calls(void)
{
	static int wanted = -1;

	if (wanted < 0)
		wanted = getenv("HOLLOW_CALLS") != NULL;
	return wanted;
}

void hollow_call(const char *format, ...)
{
	FILE *log = hollow_records_calls() ? fopen(getenv("HOLLOW_CALLS"), "a") : NULL;
	va_list arguments;

	if (!log)
		return;
	va_start(arguments, format);
	vfprintf(log, format, arguments);
	va_end(arguments);
	fputc('\n', log);
	fclose(log);
}

void hollow_call_bytes(const char *name, const void *bytes, size_t length)
{
	char text[2 * 256 + 1] = "";

	for (size_t i = 0; i < length && i < 256; i++)
		snprintf(text + 2 * i, 3, "%02x", ((const unsigned char *)bytes)[i]);
	hollow_call("%s %s", name, text);
}

int hollow_refusal(const char *name)
{
	const char *path = getenv("HOLLOW_REFUSE");
	FILE *file = path ? fopen(path, "r") : NULL;
	char refused[64];
	int number = 0, why = 0;

	while (file && fscanf(file, "%63s %d", refused, &number) == 2)
		if (strcmp(refused, name) == 0)
			why = number;
	if (file)
		fclose(file);
	return why;
}

/* ---- memory */

#define MAX_REGIONS 4096
static uint64_t starts[MAX_REGIONS];

void hollow_region(const struct ibv_mr *mr, uint64_t start)
{
	starts[mr->lkey % MAX_REGIONS] = start;
}

/* Returns how far ADDRESS is from the start of the region with a key. */
static int64_t offset(uint64_t address, uint32_t key)
{
	return (int64_t)(address - starts[key % MAX_REGIONS]);
}

void hollow_call_segments(const struct ibv_sge *segments, int count)
{
	for (int i = 0; i < count; i++)
		hollow_call("  segment %" PRId64 " length %u", offset(segments[i].addr, segments[i].lkey),
			    segments[i].length);
}

static struct ibv_mr *null_region(struct ibv_pd *pd)
{
	hollow_call("alloc_null_mr");
	MAY_REFUSE_OBJECT("alloc_null_mr");
	return hollow_new_region(pd, NULL, SIZE_MAX);
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t at, size_t length, uint64_t iova, int fd, int access)
{
	hollow_call("reg_dmabuf_mr offset %" PRIu64 " length %zu iova %" PRIx64 " fd %d access %x", at, length, iova, fd,
		    (unsigned int)access);
	MAY_REFUSE_OBJECT("reg_dmabuf_mr");
	return hollow_new_region(pd, NULL, length);
}

int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address, size_t length, int access)
{
	hollow_call("rereg_mr flags %x domain %d address %d length %zu access %x", (unsigned int)flags, pd != NULL,
		    address != NULL, length, (unsigned int)access);
	errno = hollow_refusal("rereg_mr");
	if (errno)
		return IBV_REREG_MR_ERR_CMD;
	if (flags & IBV_REREG_MR_CHANGE_TRANSLATION) {
		mr->addr = address;
		mr->length = length;
	}
	mr->lkey = mr->lkey + 1;
	mr->rkey = mr->lkey;
	hollow_region(mr, (uintptr_t)mr->addr);
	return 0;
}

static int advise(struct ibv_pd *pd, enum ibv_advise_mr_advice advice, uint32_t flags, struct ibv_sge *segments,
		  uint32_t count)
{
	(void)pd;
	hollow_call("advise_mr advice %d flags %x count %u", (int)advice, flags, count);
	hollow_call_segments(segments, (int)count);
	MAY_REFUSE("advise_mr");
	return 0;
}

struct hollow_dm {
	struct ibv_dm verbs;
	char bytes[4096];
};

static int write_dm(struct ibv_dm *dm, uint64_t at, const void *from, size_t length)
{
	hollow_call("memcpy_to_dm offset %" PRIu64 " length %zu", at, length);
	hollow_call_bytes("  bytes", from, length);
	MAY_REFUSE("memcpy_to_dm");
	memcpy(((struct hollow_dm *)(void *)dm)->bytes + at, from, length);
	return 0;
}

static int read_dm(void *to, struct ibv_dm *dm, uint64_t at, size_t length)
{
	hollow_call("memcpy_from_dm offset %" PRIu64 " length %zu", at, length);
	MAY_REFUSE("memcpy_from_dm");
	memcpy(to, ((struct hollow_dm *)(void *)dm)->bytes + at, length);
	return 0;
}

static struct ibv_dm *new_dm(struct ibv_context *context, uint32_t number)
{
	struct hollow_dm *dm = calloc(1, sizeof(*dm));

	if (!dm)
		return NULL;
	dm->verbs = (struct ibv_dm){
		.context = context,
		.memcpy_to_dm = write_dm,
		.memcpy_from_dm = read_dm,
		.comp_mask = IBV_DM_MASK_HANDLE,
		.handle = number,
	};
	return &dm->verbs;
}

static struct ibv_dm *alloc_dm(struct ibv_context *context, struct ibv_alloc_dm_attr *attributes)
{
	hollow_call_bytes("alloc_dm", attributes, sizeof(*attributes));
	MAY_REFUSE_OBJECT("alloc_dm");
	return new_dm(context, 77);
}

static int free_dm(struct ibv_dm *dm)
{
	hollow_call("free_dm %u", dm->handle);
	free(dm);
	return 0;
}

static struct ibv_mr *reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t at, size_t length, unsigned int access)
{
	hollow_call("reg_dm_mr %u offset %" PRIu64 " length %zu access %x", dm->handle, at, length, access);
	MAY_REFUSE_OBJECT("reg_dm_mr");
	return hollow_new_region(pd, NULL, length);
}

/* ---- what other processes share */

struct ibv_pd *ibv_import_pd(struct ibv_context *context, uint32_t number)
{
	hollow_call("import_pd %u", number);
	MAY_REFUSE_OBJECT("import_pd");
	return ibv_alloc_pd(context);
}

void ibv_unimport_pd(struct ibv_pd *pd)
{
	hollow_call("unimport_pd");
	ibv_dealloc_pd(pd);
}

struct ibv_mr *ibv_import_mr(struct ibv_pd *pd, uint32_t number)
{
	hollow_call("import_mr %u", number);
	MAY_REFUSE_OBJECT("import_mr");
	return hollow_new_region(pd, NULL, 4096);
}

void ibv_unimport_mr(struct ibv_mr *mr)
{
	hollow_call("unimport_mr");
	ibv_dereg_mr(mr);
}

struct ibv_dm *ibv_import_dm(struct ibv_context *context, uint32_t number)
{
	hollow_call("import_dm %u", number);
	MAY_REFUSE_OBJECT("import_dm");
	return new_dm(context, number);
}

void ibv_unimport_dm(struct ibv_dm *dm)
{
	hollow_call("unimport_dm %u", dm->handle);
	free(dm);
}

/* ---- windows */

static struct ibv_mw *alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	struct ibv_mw *mw = calloc(1, sizeof(*mw));

	hollow_call("alloc_mw type %d", (int)type);
	errno = hollow_refusal("alloc_mw");
	if (errno || !mw) {
		free(mw);
		return NULL;
	}
	*mw = (struct ibv_mw){.context = pd->context, .pd = pd, .rkey = 0x4200, .type = type};
	return mw;
}

static int dealloc_mw(struct ibv_mw *mw)
{
	hollow_call("dealloc_mw");
	free(mw);
	return 0;
}

static void call_bind(const struct ibv_mw_bind_info *info)
{
	hollow_call("  part %" PRId64 " length %" PRIu64 " access %x", offset(info->addr, info->mr->lkey), info->length,
		    info->mw_access_flags);
}

static int bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind)
{
	(void)qp;
	hollow_call("bind_mw id %" PRIx64 " flags %x", bind->wr_id, bind->send_flags);
	call_bind(&bind->bind_info);
	MAY_REFUSE("bind_mw");
	mw->rkey = ibv_inc_rkey(mw->rkey);
	return 0;
}

/* ---- domains */

static struct ibv_td *alloc_td(struct ibv_context *context, struct ibv_td_init_attr *attributes)
{
	struct ibv_td *td = calloc(1, sizeof(*td));

	hollow_call_bytes("alloc_td", attributes, sizeof(*attributes));
	errno = hollow_refusal("alloc_td");
	if (errno || !td) {
		free(td);
		return NULL;
	}
	td->context = context;
	return td;
}

static int dealloc_td(struct ibv_td *td)
{
	hollow_call("dealloc_td");
	free(td);
	return 0;
}

static struct ibv_xrcd *open_xrcd(struct ibv_context *context, struct ibv_xrcd_init_attr *attributes)
{
	struct ibv_xrcd *xrcd = calloc(1, sizeof(*xrcd));

	hollow_call("open_xrcd mask %x file %d flags %x", attributes->comp_mask, attributes->fd >= 0,
		    (unsigned int)attributes->oflags);
	errno = hollow_refusal("open_xrcd");
	if (errno || !xrcd) {
		free(xrcd);
		return NULL;
	}
	xrcd->context = context;
	return xrcd;
}

static int close_xrcd(struct ibv_xrcd *xrcd)
{
	hollow_call("close_xrcd");
	free(xrcd);
	return 0;
}

static struct ibv_qp *open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attributes)
{
	(void)context;
	hollow_call("open_qp mask %x number %u type %d", attributes->comp_mask, attributes->qp_num,
		    (int)attributes->qp_type);
	errno = hollow_refusal("open_qp");
	if (!errno)
		errno = EOPNOTSUPP;
	return NULL;
}

/* ---- queues */

void hollow_call_srq(const struct ibv_srq_init_attr_ex *attributes)
{
	hollow_call("create_srq requests %u segments %u limit %u mask %x type %d", attributes->attr.max_wr,
		    attributes->attr.max_sge, attributes->attr.srq_limit, attributes->comp_mask,
		    attributes->comp_mask & IBV_SRQ_INIT_ATTR_TYPE ? (int)attributes->srq_type : -1);
	if (attributes->comp_mask & IBV_SRQ_INIT_ATTR_TM)
		hollow_call("  tags %u operations %u", attributes->tm_cap.max_num_tags, attributes->tm_cap.max_ops);
	hollow_call("  xrcd %d cq %d", attributes->comp_mask & IBV_SRQ_INIT_ATTR_XRCD && attributes->xrcd,
		    attributes->comp_mask & IBV_SRQ_INIT_ATTR_CQ && attributes->cq);
}

static int get_srq_num(struct ibv_srq *srq, uint32_t *number)
{
	(void)srq;
	hollow_call("get_srq_num");
	MAY_REFUSE("get_srq_num");
	*number = 0x314159;
	return 0;
}

int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attributes, int mask)
{
	(void)srq;
	hollow_call("modify_srq mask %x requests %u limit %u", (unsigned int)mask,
		    mask & IBV_SRQ_MAX_WR ? attributes->max_wr : 0, mask & IBV_SRQ_LIMIT ? attributes->srq_limit : 0);
	MAY_REFUSE("modify_srq");
	return 0;
}

int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attributes)
{
	(void)srq;
	hollow_call("query_srq");
	MAY_REFUSE("query_srq");
	*attributes = (struct ibv_srq_attr){.max_wr = 31, .max_sge = 3, .srq_limit = 9};
	return 0;
}

void hollow_call_tag(struct ibv_ops_wr *request)
{
	hollow_call("post_srq_ops id %" PRIx64 " opcode %d flags %x unexpected %u", request->wr_id, (int)request->opcode,
		    request->flags, request->tm.unexpected_cnt);
	if (request->opcode == IBV_WR_TAG_ADD) {
		hollow_call("  receive %" PRIx64 " tag %" PRIx64 " mask %" PRIx64, request->tm.add.recv_wr_id,
			    request->tm.add.tag, request->tm.add.mask);
		hollow_call_segments(request->tm.add.sg_list, request->tm.add.num_sge);
		request->tm.handle = 41;
	} else if (request->opcode == IBV_WR_TAG_DEL) {
		hollow_call("  handle %u", request->tm.handle);
	}
}

void hollow_call_wq(const struct ibv_wq_init_attr *attributes)
{
	hollow_call("create_wq type %d requests %u segments %u mask %x flags %x", (int)attributes->wq_type,
		    attributes->max_wr, attributes->max_sge, attributes->comp_mask,
		    attributes->comp_mask & IBV_WQ_INIT_ATTR_FLAGS ? attributes->create_flags : 0);
}

static int modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *attributes)
{
	(void)wq;
	hollow_call_bytes("modify_wq", attributes, sizeof(*attributes));
	MAY_REFUSE("modify_wq");
	return 0;
}

static struct ibv_rwq_ind_table *create_table(struct ibv_context *context, struct ibv_rwq_ind_table_init_attr *attributes)
{
	struct ibv_rwq_ind_table *table = calloc(1, sizeof(*table));

	hollow_call("create_rwq_ind_table size %u mask %x", attributes->log_ind_tbl_size, attributes->comp_mask);
	for (int i = 0; i < 1 << attributes->log_ind_tbl_size; i++)
		hollow_call("  wq %u", attributes->ind_tbl[i]->wq_num);
	errno = hollow_refusal("create_rwq_ind_table");
	if (errno || !table) {
		free(table);
		return NULL;
	}
	*table = (struct ibv_rwq_ind_table){.context = context, .ind_tbl_num = 88};
	return table;
}

static int destroy_table(struct ibv_rwq_ind_table *table)
{
	hollow_call("destroy_rwq_ind_table");
	free(table);
	return 0;
}

static int modify_cq(struct ibv_cq *cq, struct ibv_modify_cq_attr *attributes)
{
	(void)cq;
	hollow_call_bytes("modify_cq", attributes, sizeof(*attributes));
	MAY_REFUSE("modify_cq");
	return 0;
}

/* ---- queue pairs */

void hollow_call_qp(const struct ibv_qp_init_attr_ex *attributes)
{
	hollow_call("create_qp type %d mask %x", (int)attributes->qp_type, attributes->comp_mask);
	if (attributes->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS)
		hollow_call("  operations %" PRIx64, attributes->send_ops_flags);
	if (attributes->comp_mask & IBV_QP_INIT_ATTR_IND_TABLE)
		hollow_call("  table %u", attributes->rwq_ind_tbl->ind_tbl_num);
	if (attributes->comp_mask & IBV_QP_INIT_ATTR_RX_HASH) {
		hollow_call("  hash %u fields %" PRIx64, attributes->rx_hash_conf.rx_hash_function,
			    attributes->rx_hash_conf.rx_hash_fields_mask);
		hollow_call_bytes("  key", attributes->rx_hash_conf.rx_hash_key, attributes->rx_hash_conf.rx_hash_key_len);
	}
}

static int limit_rate(struct ibv_qp *qp, struct ibv_qp_rate_limit_attr *attributes)
{
	(void)qp;
	/* The padding at the end has no meaning. */
	hollow_call("modify_qp_rate_limit %u burst %u packet %u mask %x", attributes->rate_limit,
		    attributes->max_burst_sz, attributes->typical_pkt_sz, attributes->comp_mask);
	MAY_REFUSE("modify_qp_rate_limit");
	return 0;
}

int ibv_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	(void)qp;
	hollow_call("query_ece");
	MAY_REFUSE("query_ece");
	*ece = (struct ibv_ece){.vendor_id = 0x123456, .options = 0x35};
	return 0;
}

int ibv_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	(void)qp;
	hollow_call_bytes("set_ece", ece, sizeof(*ece));
	MAY_REFUSE("set_ece");
	ece->options &= 0xf;
	return 0;
}

/* ---- rules and counters */

void hollow_call_flow(const struct ibv_flow_attr *rule)
{
	const char *at = (const char *)(rule + 1);

	hollow_call("create_flow mask %x type %d size %u priority %u specs %u port %u flags %x", rule->comp_mask,
		    (int)rule->type, rule->size, rule->priority, rule->num_of_specs, rule->port, rule->flags);
	for (int i = 0; i < rule->num_of_specs; i++) {
		struct ibv_flow_spec_action_handle header = {.size = 0};

		memcpy(&header, at, offsetof(struct ibv_flow_spec_action_handle, action));
		if (header.type == IBV_FLOW_SPEC_ACTION_HANDLE || header.type == IBV_FLOW_SPEC_ACTION_COUNT)
			hollow_call("  object type %x size %u", (unsigned int)header.type, header.size);
		else
			hollow_call_bytes("  spec", at, header.size);
		at += header.size;
	}
}

static struct ibv_counters *create_counters(struct ibv_context *context, struct ibv_counters_init_attr *attributes)
{
	struct ibv_counters *counters = calloc(1, sizeof(*counters));

	hollow_call_bytes("create_counters", attributes, sizeof(*attributes));
	errno = hollow_refusal("create_counters");
	if (errno || !counters) {
		free(counters);
		return NULL;
	}
	counters->context = context;
	return counters;
}

static int destroy_counters(struct ibv_counters *counters)
{
	hollow_call("destroy_counters");
	free(counters);
	return 0;
}

static int attach_counters(struct ibv_counters *counters, struct ibv_counter_attach_attr *attributes,
			   struct ibv_flow *flow)
{
	(void)counters;
	hollow_call("attach_counters flow %d", flow != NULL);
	hollow_call_bytes("  attributes", attributes, sizeof(*attributes));
	MAY_REFUSE("attach_counters");
	return 0;
}

static int read_counters(struct ibv_counters *counters, uint64_t *values, uint32_t count, uint32_t flags)
{
	(void)counters;
	hollow_call("read_counters count %u flags %x", count, flags);
	MAY_REFUSE("read_counters");
	for (uint32_t i = 0; i < count; i++)
		values[i] = 0x1122334455667700 + i;
	return 0;
}

static int query_clock(struct ibv_context *context, struct ibv_values_ex *values)
{
	(void)context;
	hollow_call("query_rt_values mask %x", values->comp_mask);
	MAY_REFUSE("query_rt_values");
	*values = (struct ibv_values_ex){
		.comp_mask = IBV_VALUES_MASK_RAW_CLOCK,
		.raw_clock = {.tv_sec = 12345, .tv_nsec = 678},
	};
	return 0;
}

void hollow_add_calls(struct verbs_context *context)
{
	context->advise_mr = advise;
	context->alloc_null_mr = null_region;
	context->alloc_dm = alloc_dm;
	context->free_dm = free_dm;
	context->reg_dm_mr = reg_dm_mr;
	context->alloc_td = alloc_td;
	context->dealloc_td = dealloc_td;
	context->open_xrcd = open_xrcd;
	context->close_xrcd = close_xrcd;
	context->open_qp = open_qp;
	context->get_srq_num = get_srq_num;
	context->modify_wq = modify_wq;
	context->create_rwq_ind_table = create_table;
	context->destroy_rwq_ind_table = destroy_table;
	context->modify_cq = modify_cq;
	context->modify_qp_rate_limit = limit_rate;
	context->create_counters = create_counters;
	context->destroy_counters = destroy_counters;
	context->attach_counters_point_flow = attach_counters;
	context->read_counters = read_counters;
	context->query_rt_values = query_clock;
	context->context.ops.alloc_mw = alloc_mw;
	context->context.ops.dealloc_mw = dealloc_mw;
	context->context.ops.bind_mw = bind_mw;
}

/* ---- requests */

void hollow_call_send(const struct ibv_send_wr *request)
{
	hollow_call("post_send id %" PRIx64 " opcode %d flags %x", request->wr_id, (int)request->opcode,
		    request->send_flags);
	switch (request->opcode) {
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_READ:
		hollow_call("  remote %" PRIx64 " key %x", request->wr.rdma.remote_addr, request->wr.rdma.rkey);
		break;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		hollow_call("  remote %" PRIx64 " key %x add %" PRIx64 " swap %" PRIx64, request->wr.atomic.remote_addr,
			    request->wr.atomic.rkey, request->wr.atomic.compare_add, request->wr.atomic.swap);
		break;
	case IBV_WR_BIND_MW:
		hollow_call("  window key %x", request->bind_mw.rkey);
		call_bind(&request->bind_mw.bind_info);
		break;
	case IBV_WR_LOCAL_INV:
	case IBV_WR_SEND_WITH_INV:
		hollow_call("  invalidate %x", request->invalidate_rkey);
		break;
	default:
		break;
	}
	if (request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM || request->opcode == IBV_WR_SEND_WITH_IMM)
		hollow_call_bytes("  immediate", &request->imm_data, sizeof(request->imm_data));
	hollow_call_segments(request->sg_list, request->num_sge);
}

#define TELL(qp, format, ...)                                                                                         \
	hollow_call("wr id %" PRIx64 " flags %x " format, (qp)->wr_id, (qp)->wr_flags, __VA_ARGS__)

static void wr_send_imm(struct ibv_qp_ex *qp, __be32 immediate)
{
	TELL(qp, "send_imm %x", be32toh(immediate));
}

static void wr_send_inv(struct ibv_qp_ex *qp, uint32_t key)
{
	TELL(qp, "send_inv %x", key);
}

static void wr_local_inv(struct ibv_qp_ex *qp, uint32_t key)
{
	TELL(qp, "local_inv %x", key);
}

static void wr_write(struct ibv_qp_ex *qp, uint32_t key, uint64_t address)
{
	TELL(qp, "rdma_write %x at %" PRIx64, key, address);
}

static void wr_write_imm(struct ibv_qp_ex *qp, uint32_t key, uint64_t address, __be32 immediate)
{
	TELL(qp, "rdma_write_imm %x at %" PRIx64 " %x", key, address, be32toh(immediate));
}

static void wr_read(struct ibv_qp_ex *qp, uint32_t key, uint64_t address)
{
	TELL(qp, "rdma_read %x at %" PRIx64, key, address);
}

static void wr_swap(struct ibv_qp_ex *qp, uint32_t key, uint64_t address, uint64_t compare, uint64_t swap)
{
	TELL(qp, "atomic_cmp_swp %x at %" PRIx64 " compare %" PRIx64 " swap %" PRIx64, key, address, compare, swap);
}

static void wr_add(struct ibv_qp_ex *qp, uint32_t key, uint64_t address, uint64_t add)
{
	TELL(qp, "atomic_fetch_add %x at %" PRIx64 " add %" PRIx64, key, address, add);
}

static void wr_atomic_write(struct ibv_qp_ex *qp, uint32_t key, uint64_t address, const void *value)
{
	TELL(qp, "atomic_write %x at %" PRIx64, key, address);
	hollow_call_bytes("  value", value, 8);
}

static void wr_bind(struct ibv_qp_ex *qp, struct ibv_mw *mw, uint32_t key, const struct ibv_mw_bind_info *info)
{
	TELL(qp, "bind_mw %x type %d", key, (int)mw->type);
	call_bind(info);
}

static void wr_inline(struct ibv_qp_ex *qp, void *address, size_t length)
{
	(void)qp;
	hollow_call_bytes("  inline", address, length);
}

static void wr_xrc(struct ibv_qp_ex *qp, uint32_t number)
{
	(void)qp;
	hollow_call("  srq %x", number);
}

static void wr_address(struct ibv_qp_ex *qp, struct ibv_ah *ah, uint32_t number, uint32_t key)
{
	(void)qp;
	hollow_call("  address %d qp %x key %x", ah != NULL, number, key);
}

void hollow_add_operations(struct ibv_qp_ex *qp)
{
	qp->wr_send_imm = wr_send_imm;
	qp->wr_send_inv = wr_send_inv;
	qp->wr_local_inv = wr_local_inv;
	qp->wr_rdma_write = wr_write;
	qp->wr_rdma_write_imm = wr_write_imm;
	qp->wr_rdma_read = wr_read;
	qp->wr_atomic_cmp_swp = wr_swap;
	qp->wr_atomic_fetch_add = wr_add;
	qp->wr_atomic_write = wr_atomic_write;
	qp->wr_bind_mw = wr_bind;
	qp->wr_set_inline_data = wr_inline;
	qp->wr_set_xrc_srqn = wr_xrc;
	qp->wr_set_ud_addr = wr_address;
}

/* ---- fields of completions, each of which has a value of its own */

static uint32_t byte_len(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0x10203040;
}

static uint32_t src_qp(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0x515253;
}

static uint32_t slid(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0x6162;
}

static uint8_t sl(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 7;
}

static uint8_t path_bits(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 5;
}

static uint64_t timestamp(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0x7172737475767778;
}

static uint16_t vlan(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0x8182;
}

static uint32_t flow_tag(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0x91929394;
}

static void tag(struct ibv_cq_ex *cq, struct ibv_wc_tm_info *info)
{
	(void)cq;
	*info = (struct ibv_wc_tm_info){.tag = 0xa1a2a3a4a5a6a7a8, .priv = 0xb1b2b3b4};
}

static __be32 immediate(struct ibv_cq_ex *cq)
{
	(void)cq;
	return htobe32(0xc1c2c3c4);
}

void hollow_add_fields(struct ibv_cq_ex *cq)
{
	cq->read_byte_len = byte_len;
	cq->read_src_qp = src_qp;
	cq->read_slid = slid;
	cq->read_sl = sl;
	cq->read_dlid_path_bits = path_bits;
	cq->read_completion_ts = timestamp;
	cq->read_cvlan = vlan;
	cq->read_flow_tag = flow_tag;
	cq->read_tm_info = tag;
	cq->read_imm_data = immediate;
}
