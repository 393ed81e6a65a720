/*
 * A device without anything in it, hollow0: preload this library, and libibverbs has that one device, whatever the host
 * has. Its objects are as libibverbs defines them; posting counts, and each signalled request is a completion at once. It
 * keeps the order of the kernel: what something else was made of is not given back (EBUSY). What is given back is freed,
 * so that a sanitizer sees each use after that. A parent domain takes the memory of completion queues and queue pairs from
 * its allocator. What it is asked for beyond data it writes to the file that HOLLOW_LOG names, a line each. The verbs that no
 * device in software has are in calls.c.
 *
 * It refuses requests and polls as drivers do, each by its own convention, when the id of a request asks for that: see
 * asks_for().
 *
 * One thread at a time may post to and poll what belongs together.
 */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "hollow.h"

struct hollow_context {
	struct verbs_context extended;
	atomic_int users;
};

struct hollow_pd {
	struct ibv_pd verbs;
	atomic_int users;
	/* Of a parent domain. */
	struct hollow_pd *inner;
	struct ibv_parent_domain_init_attr attributes;
};

/* Memory of a queue, of an allocator or of this. */
struct hollow_memory {
	void *bytes;
	struct hollow_pd *domain;
	uint64_t type;
};

struct hollow_channel {
	struct ibv_comp_channel verbs;
	atomic_int users;
};

struct hollow_cq {
	union {
		struct ibv_cq verbs;
		struct ibv_cq_ex extended;
	};
	struct hollow_memory memory;
	atomic_int users;
	/* Completions that nobody has polled yet, and the request that the last of them is of. */
	uint64_t pending;
	uint64_t id;
	uint32_t qp_num;
	/* The id that asks for what the poll behind these returns, or 0. */
	uint64_t failure;
	/* Whether a poll has started and not ended. */
	int polling;
};

struct hollow_qp {
	union {
		struct ibv_qp verbs;
		struct ibv_qp_ex extended;
#ifndef HAVE_IBV_WR_FLUSH
		/* As programs see it that were built with later headers. */
		struct {
			struct ibv_qp_ex known;
			void (*wr_flush)(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr, size_t length,
					 uint8_t placement, uint8_t level);
		} later;
#endif
	};
	int is_extended;
	struct hollow_memory memory;
	uint64_t requests;
	uint64_t bytes;
};

static struct ibv_device hollow0 = {
	.node_type = IBV_NODE_CA,
	.transport_type = IBV_TRANSPORT_IB,
	.name = "hollow0",
	.dev_name = "uverbs-hollow0",
};

/* What memory is for: as of a driver with the number 0x21. */
#define HOLLOW_QP (0x21ULL << 32 | 1)
#define HOLLOW_CQ (0x21ULL << 32 | 2)

static atomic_uint numbers = 1;

/* The object around MEMBER, which is its first. */
#define AROUND(type, member) ((struct type *)(void *)(member))

/* The open device of what libibverbs has of it. */
static struct hollow_context *device_of(struct ibv_context *verbs)
{
	return (struct hollow_context *)(void *)((char *)verbs - offsetof(struct hollow_context, extended.context));
}

/* Writes a line to the log, if there is one. */
__attribute__((format(printf, 1, 2))) static void tell(const char *format, ...)
{
	const char *name = getenv("HOLLOW_LOG");
	FILE *log = name ? fopen(name, "a") : NULL;
	va_list arguments;

	if (!log)
		return;
	va_start(arguments, format);
	vfprintf(log, format, arguments);
	va_end(arguments);
	fputc('\n', log);
	fclose(log);
}

/* Leaves the function that this is in if something that was made of OBJECT is left. */
#define REQUIRE_UNUSED(object)                                                                                        \
	do {                                                                                                          \
		if (atomic_load(&(object)->users))                                                                    \
			return EBUSY;                                                                                 \
	} while (0)

/* ---- refusals */

enum { REFUSE_REQUEST = 0xbad0, REFUSE_POLL = 0xbad1 };

/*
 * Whether the upper 16 bits of ID ask for this kind of refusal: then the lower 32 bits are what the function is to return,
 * and the 16 bits between them what it sets errno to, 0 to leave errno alone. 0 as what posting returns is what siw does that
 * has forgotten the error: only the pointer to the bad request tells.
 */
static int asks_for(unsigned int kind, uint64_t id)
{
	return id >> 48 == kind;
}

static int refuse(uint64_t id)
{
	int number = id >> 32 & 0xffff;

	if (number)
		errno = number;
	return (int)(uint32_t)id;
}

/* ---- data */

static void count(struct hollow_qp *qp, const struct ibv_sge *segments, int number)
{
	qp->requests++;
	for (int i = 0; i < number; i++)
		qp->bytes += segments[i].length;
}

static void tell_bytes(const char *name, const void *bytes, size_t length)
{
	char text[2 * 64 + 1] = "";

	for (size_t i = 0; i < length && i < 64; i++)
		snprintf(text + 2 * i, 3, "%02x", ((const unsigned char *)bytes)[i]);
	tell("%s %s", name, text);
}

/* Tells of data that a device would cut into packets of MSS bytes. */
static void tell_tso(const char *call, const void *header, uint16_t length, uint16_t mss)
{
	tell("%s mss %u", call, mss);
	tell_bytes("headers", header, length);
}

static void complete(struct ibv_qp *verbs, uint64_t id, unsigned int flags)
{
	struct hollow_cq *cq = AROUND(hollow_cq, verbs->send_cq);

	if (asks_for(REFUSE_POLL, id)) {
		cq->failure = id;
	} else if (flags & IBV_SEND_SIGNALED) {
		cq->id = id;
		cq->qp_num = verbs->qp_num;
		cq->pending++;
	}
}

static int hollow_post_send(struct ibv_qp *verbs, struct ibv_send_wr *request, struct ibv_send_wr **bad)
{
	struct hollow_qp *qp = AROUND(hollow_qp, verbs);
	int recorded = hollow_records_calls();

	for (; request; request = request->next) {
		if (recorded)
			hollow_call_send(request);
		if (asks_for(REFUSE_REQUEST, request->wr_id)) {
			*bad = request;
			return refuse(request->wr_id);
		}
		count(qp, request->sg_list, request->num_sge);
		if (request->opcode == IBV_WR_TSO)
			tell_tso("post_send tso", request->tso.hdr, request->tso.hdr_sz, request->tso.mss);
		complete(verbs, request->wr_id, request->send_flags);
	}
	return 0;
}

/* Takes receives for QP, or for a queue that is of none. */
static int take_receives(struct hollow_qp *qp, struct ibv_recv_wr *request, struct ibv_recv_wr **bad)
{
	int recorded = hollow_records_calls();

	for (; request; request = request->next) {
		if (recorded) {
			hollow_call("post_recv id %" PRIx64, request->wr_id);
			hollow_call_segments(request->sg_list, request->num_sge);
		}
		if (asks_for(REFUSE_REQUEST, request->wr_id)) {
			*bad = request;
			return refuse(request->wr_id);
		}
		if (qp)
			count(qp, request->sg_list, request->num_sge);
	}
	return 0;
}

static int hollow_post_recv(struct ibv_qp *verbs, struct ibv_recv_wr *request, struct ibv_recv_wr **bad)
{
	return take_receives(AROUND(hollow_qp, verbs), request, bad);
}

static int hollow_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *request, struct ibv_recv_wr **bad)
{
	(void)srq;
	return take_receives(NULL, request, bad);
}

static int hollow_post_wq_recv(struct ibv_wq *wq, struct ibv_recv_wr *request, struct ibv_recv_wr **bad)
{
	(void)wq;
	return take_receives(NULL, request, bad);
}

static int hollow_post_srq_ops(struct ibv_srq *srq, struct ibv_ops_wr *request, struct ibv_ops_wr **bad)
{
	(void)srq;
	hollow_call_tag(request);
	int why = hollow_refusal("post_srq_ops");
	if (why) {
		*bad = request;
		return why;
	}
	if (!asks_for(REFUSE_REQUEST, request->wr_id))
		return 0;
	*bad = request;
	return refuse(request->wr_id);
}

static void hollow_wr_start(struct ibv_qp_ex *qp)
{
	(void)qp;
}

static void hollow_wr_abort(struct ibv_qp_ex *qp)
{
	(void)qp;
}

static int hollow_wr_complete(struct ibv_qp_ex *qp)
{
	if (asks_for(REFUSE_REQUEST, qp->wr_id))
		return refuse(qp->wr_id);
	complete(&qp->qp_base, qp->wr_id, qp->wr_flags);
	return 0;
}

static void hollow_wr_send(struct ibv_qp_ex *qp)
{
	hollow_call("wr id %" PRIx64 " flags %x send", qp->wr_id, qp->wr_flags);
}

static void hollow_wr_flush(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr, size_t length, uint8_t placement,
			    uint8_t level)
{
	hollow_call("wr id %" PRIx64 " flags %x flush %x at %" PRIx64 " length %zu placement %u level %u", qp->wr_id,
		    qp->wr_flags, rkey, remote_addr, length, placement, level);
	tell("wr_flush %x at %" PRIx64 " length %zu placement %u level %u", rkey, remote_addr, length, placement, level);
}

static void hollow_wr_send_tso(struct ibv_qp_ex *qp, void *header, uint16_t length, uint16_t mss)
{
	hollow_call("wr id %" PRIx64 " flags %x send_tso segment %u", qp->wr_id, qp->wr_flags, mss);
	hollow_call_bytes("  headers", header, length);
	tell_tso("wr_send_tso", header, length, mss);
}

static void hollow_wr_set_sge_list(struct ibv_qp_ex *qp, size_t number, const struct ibv_sge *segments)
{
	count(AROUND(hollow_qp, qp), segments, (int)number);
	hollow_call_segments(segments, (int)number);
	tell("sge list %zu", number);
}

static int hollow_poll_cq(struct ibv_cq *verbs, int max, struct ibv_wc *completions)
{
	struct hollow_cq *cq = AROUND(hollow_cq, verbs);
	int taken = 0;

	for (; taken < max && cq->pending; taken++, cq->pending--)
		completions[taken] = (struct ibv_wc){
			.wr_id = cq->id,
			.status = IBV_WC_SUCCESS,
			.opcode = IBV_WC_SEND,
			.qp_num = cq->qp_num,
		};
	if (taken || !cq->failure)
		return taken;
	uint64_t id = cq->failure;
	cq->failure = 0;
	return refuse(id);
}

/* As of mlx5: a poll that fails has consumed what it stood at, and is not ended. */
static int hollow_start_poll(struct ibv_cq_ex *extended, struct ibv_poll_cq_attr *attributes)
{
	struct hollow_cq *cq = AROUND(hollow_cq, extended);

	(void)attributes;
	if (cq->polling)
		abort();
	extended->wr_id = cq->id;
	extended->status = IBV_WC_SUCCESS;
	if (cq->pending) {
		cq->pending--;
		cq->polling = 1;
		return 0;
	}
	extended->wr_id = cq->failure;
	cq->failure = 0;
	return extended->wr_id ? refuse(extended->wr_id) : ENOENT;
}

static void hollow_end_poll(struct ibv_cq_ex *extended)
{
	struct hollow_cq *cq = AROUND(hollow_cq, extended);

	if (!cq->polling)
		abort();
	cq->polling = 0;
}

static enum ibv_wc_opcode hollow_read_opcode(struct ibv_cq_ex *cq)
{
	(void)cq;
	return IBV_WC_SEND;
}

static uint32_t hollow_read_vendor_err(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0;
}

static uint32_t hollow_read_qp_num(struct ibv_cq_ex *cq)
{
	return AROUND(hollow_cq, cq)->qp_num;
}

static unsigned int hollow_read_wc_flags(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 0;
}

static uint64_t hollow_read_wallclock(struct ibv_cq_ex *cq)
{
	(void)cq;
	return 1234567890123;
}

static int hollow_req_notify_cq(struct ibv_cq *verbs, int solicited)
{
	(void)solicited;
	verbs->comp_events_completed = 0;
	return 0;
}

/* ---- the device */

struct ibv_device **ibv_get_device_list(int *number)
{
	struct ibv_device **list = calloc(2, sizeof(*list));

	if (list)
		list[0] = &hollow0;
	if (number)
		*number = list ? 1 : 0;
	return list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	free(list);
}

static struct ibv_pd *hollow_alloc_parent_domain(struct ibv_context *context,
						 struct ibv_parent_domain_init_attr *attributes);
static struct ibv_cq_ex *hollow_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *attributes);
static struct ibv_qp *hollow_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attributes);
static struct ibv_srq *hollow_create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attributes);
static struct ibv_wq *hollow_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attributes);
static int hollow_destroy_wq(struct ibv_wq *verbs);
static struct ibv_flow_action *hollow_create_esp(struct ibv_context *context, struct ibv_flow_action_esp_attr *esp);
static int hollow_modify_esp(struct ibv_flow_action *action, struct ibv_flow_action_esp_attr *esp);
static int hollow_destroy_action(struct ibv_flow_action *action);
static struct ibv_flow *hollow_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *rule);
static int hollow_destroy_flow(struct ibv_flow *flow);

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct hollow_context *context = calloc(1, sizeof(*context));

	if (!context)
		return NULL;
	context->extended = (struct verbs_context){
		.sz = sizeof(context->extended),
		.alloc_parent_domain = hollow_alloc_parent_domain,
		.create_cq_ex = hollow_create_cq_ex,
		.create_qp_ex = hollow_create_qp_ex,
		.create_srq_ex = hollow_create_srq_ex,
		.post_srq_ops = hollow_post_srq_ops,
		.create_wq = hollow_create_wq,
		.destroy_wq = hollow_destroy_wq,
		.create_flow_action_esp = hollow_create_esp,
		.modify_flow_action_esp = hollow_modify_esp,
		.destroy_flow_action = hollow_destroy_action,
		.ibv_create_flow = hollow_create_flow,
		.ibv_destroy_flow = hollow_destroy_flow,
	};
	struct ibv_context *verbs = &context->extended.context;
	*verbs = (struct ibv_context){
		.device = device,
		.ops = {
			.post_send = hollow_post_send,
			.post_recv = hollow_post_recv,
			.post_srq_recv = hollow_post_srq_recv,
			.poll_cq = hollow_poll_cq,
			.req_notify_cq = hollow_req_notify_cq,
		},
		.cmd_fd = -1,
		.async_fd = hollow_has_events(device) ? eventfd(0, EFD_CLOEXEC) : -1,
		.num_comp_vectors = 1,
		.abi_compat = __VERBS_ABI_IS_EXTENDED,
	};
	hollow_add_calls(&context->extended);
	if (verbs->async_fd >= 0 || !hollow_has_events(device))
		return verbs;
	free(context);
	return NULL;
}

int ibv_close_device(struct ibv_context *verbs)
{
	struct hollow_context *context = device_of(verbs);

	REQUIRE_UNUSED(context);
	close(verbs->async_fd);
	free(context);
	return 0;
}

/* ---- memory */

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	struct hollow_pd *pd = calloc(1, sizeof(*pd));

	if (!pd)
		return NULL;
	pd->verbs.context = context;
	atomic_fetch_add(&device_of(context)->users, 1);
	return &pd->verbs;
}

int ibv_dealloc_pd(struct ibv_pd *verbs)
{
	struct hollow_pd *pd = AROUND(hollow_pd, verbs);

	REQUIRE_UNUSED(pd);
	if (pd->inner)
		atomic_fetch_sub(&pd->inner->users, 1);
	atomic_fetch_sub(&device_of(verbs->context)->users, 1);
	free(pd);
	return 0;
}

static struct ibv_pd *hollow_alloc_parent_domain(struct ibv_context *context,
						 struct ibv_parent_domain_init_attr *attributes)
{
	struct ibv_pd *verbs = ibv_alloc_pd(context);
	struct hollow_pd *pd = AROUND(hollow_pd, verbs);

	if (!verbs)
		return NULL;
	pd->attributes = *attributes;
	pd->inner = AROUND(hollow_pd, attributes->pd);
	atomic_fetch_add(&pd->inner->users, 1);
	return verbs;
}

/* A call of an allocator. */
struct request {
	struct ibv_pd *domain;
	size_t size;
	size_t alignment;
	uint64_t type;
	void *memory;
};

static void *ask(void *argument)
{
	struct request *request = argument;
	struct ibv_parent_domain_init_attr *attributes = &AROUND(hollow_pd, request->domain)->attributes;

	request->memory = attributes->alloc(request->domain, attributes->pd_context, request->size, request->alignment,
					    request->type);
	return NULL;
}

/* Asks an allocator; for queue pairs by a thread that the program does not know. */
static void *asked(struct request request)
{
	pthread_t thread;

	if (request.type == HOLLOW_QP && pthread_create(&thread, NULL, ask, &request) == 0)
		pthread_join(thread, NULL);
	else
		ask(&request);
	return request.memory;
}

/* What a queue of so many bytes lies in: that of the allocator of DOMAIN if there is one. False if there is none. */
static int take_memory(struct hollow_memory *memory, struct ibv_pd *verbs, size_t size, size_t alignment, uint64_t type)
{
	struct hollow_pd *domain = verbs ? AROUND(hollow_pd, verbs) : NULL;
	struct ibv_parent_domain_init_attr *attributes = domain ? &domain->attributes : NULL;

	if (!attributes || !(attributes->comp_mask & IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS))
		return 1;
	memory->type = type;
	memory->bytes = asked((struct request){.domain = verbs, .size = size, .alignment = alignment, .type = type});
	if (memory->bytes == IBV_ALLOCATOR_USE_DEFAULT) {
		memory->bytes = NULL;
		tell("default %zu", size);
		return 1;
	}
	if (!memory->bytes) {
		tell("none %zu", size);
		errno = ENOMEM;
		return 0;
	}
	size_t dirty = 0;
	for (size_t i = 0; i < size; i++)
		dirty += ((unsigned char *)memory->bytes)[i] != 0;
	tell("memory %zu off %zu dirty %zu", size, (size_t)((uintptr_t)memory->bytes % alignment), dirty);
	memset(memory->bytes, 0x5a, size);
	memory->domain = domain;
	return 1;
}

static void give_memory_back(const struct hollow_memory *memory)
{
	const struct ibv_parent_domain_init_attr *attributes = memory->domain ? &memory->domain->attributes : NULL;

	if (memory->bytes)
		attributes->free(&memory->domain->verbs, attributes->pd_context, memory->bytes, memory->type);
}

uint32_t hollow_number(void)
{
	return atomic_fetch_add(&numbers, 1);
}

struct ibv_mr *hollow_new_region(struct ibv_pd *pd, void *address, size_t length)
{
	struct ibv_mr *mr = calloc(1, sizeof(*mr));

	if (!mr)
		return NULL;
	*mr = (struct ibv_mr){.context = pd->context, .pd = pd, .addr = address, .length = length};
	mr->lkey = mr->rkey = hollow_number();
	atomic_fetch_add(&AROUND(hollow_pd, pd)->users, 1);
	hollow_region(mr, (uintptr_t)address);
	return mr;
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, unsigned int access)
{
	hollow_call("reg_mr length %zu iova %" PRIx64 " access %x", length, iova == (uintptr_t)address ? 0xadd7e55 : iova,
		    access);
	struct ibv_mr *mr = hollow_new_region(pd, address, length);

	if (mr)
		hollow_region(mr, iova);
	return mr;
}

struct ibv_mr *(ibv_reg_mr)(struct ibv_pd *pd, void *address, size_t length, int access)
{
	return ibv_reg_mr_iova2(pd, address, length, (uintptr_t)address, (unsigned int)access);
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
	atomic_fetch_sub(&AROUND(hollow_pd, mr->pd)->users, 1);
	free(mr);
	return 0;
}

/* ---- queues */

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
	struct hollow_channel *channel = calloc(1, sizeof(*channel));

	if (!channel)
		return NULL;
	channel->verbs.context = context;
	channel->verbs.fd = eventfd(0, EFD_CLOEXEC);
	if (channel->verbs.fd < 0) {
		free(channel);
		return NULL;
	}
	atomic_fetch_add(&device_of(context)->users, 1);
	return &channel->verbs;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *verbs)
{
	struct hollow_channel *channel = AROUND(hollow_channel, verbs);

	REQUIRE_UNUSED(channel);
	close(verbs->fd);
	atomic_fetch_sub(&device_of(verbs->context)->users, 1);
	free(channel);
	return 0;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int entries, void *cookie, struct ibv_comp_channel *channel,
			     int vector)
{
	struct hollow_cq *cq = calloc(1, sizeof(*cq));

	(void)vector;
	if (!cq)
		return NULL;
	cq->verbs.context = context;
	cq->verbs.channel = channel;
	cq->verbs.cq_context = cookie;
	cq->verbs.cqe = entries;
	atomic_fetch_add(&device_of(context)->users, 1);
	if (channel)
		atomic_fetch_add(&AROUND(hollow_channel, channel)->users, 1);
	return &cq->verbs;
}

static struct ibv_cq_ex *hollow_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *attributes)
{
	struct ibv_cq *verbs = ibv_create_cq(context, (int)attributes->cqe, attributes->cq_context, attributes->channel,
					     (int)attributes->comp_vector);
	struct hollow_cq *cq = AROUND(hollow_cq, verbs);
	struct ibv_pd *domain = attributes->comp_mask & IBV_CQ_INIT_ATTR_MASK_PD ? attributes->parent_domain : NULL;

	if (!verbs)
		return NULL;
	hollow_call("create_cq entries %u vector %u fields %" PRIx64 " mask %x flags %x", attributes->cqe,
		    attributes->comp_vector, attributes->wc_flags, attributes->comp_mask, attributes->flags);
	tell("cq fields %" PRIx64 " flags %x", attributes->wc_flags, attributes->flags);
	if (!take_memory(&cq->memory, domain, 8192, 4096, HOLLOW_CQ)) {
		ibv_destroy_cq(verbs);
		errno = ENOMEM;
		return NULL;
	}
	if (cq->memory.domain)
		atomic_fetch_add(&cq->memory.domain->users, 1);
	cq->extended.start_poll = hollow_start_poll;
	cq->extended.end_poll = hollow_end_poll;
	cq->extended.read_opcode = hollow_read_opcode;
	cq->extended.read_vendor_err = hollow_read_vendor_err;
	cq->extended.read_qp_num = hollow_read_qp_num;
	cq->extended.read_wc_flags = hollow_read_wc_flags;
	cq->extended.read_completion_wallclock_ns = hollow_read_wallclock;
	hollow_add_fields(&cq->extended);
	return &cq->extended;
}

/*
 * Asks the allocator of the domain for memory that it then does without, and returns what the upper bits of ENTRIES ask for,
 * an errno by one of four conventions.
 */
int ibv_resize_cq(struct ibv_cq *verbs, int entries)
{
	const struct hollow_cq *cq = AROUND(hollow_cq, verbs);
	int number = entries & 0xff;

	if (cq->memory.domain)
		asked((struct request){
			.domain = &cq->memory.domain->verbs, .size = 4096, .alignment = 4096, .type = HOLLOW_CQ});
	switch (entries >> 8) {
	case 0:
		return 0;
	case 1:
		return number;
	case 2:
		return -number;
	case 3:
		errno = number;
		return -1;
	default:
		return -1;
	}
}

int ibv_destroy_cq(struct ibv_cq *verbs)
{
	struct hollow_cq *cq = AROUND(hollow_cq, verbs);

	REQUIRE_UNUSED(cq);
	hollow_displace(verbs);
	give_memory_back(&cq->memory);
	if (cq->memory.domain)
		atomic_fetch_sub(&cq->memory.domain->users, 1);
	if (verbs->channel)
		atomic_fetch_sub(&AROUND(hollow_channel, verbs->channel)->users, 1);
	atomic_fetch_sub(&device_of(verbs->context)->users, 1);
	free(cq);
	return 0;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attributes)
{
	struct hollow_qp *qp = calloc(1, sizeof(*qp));

	if (!qp)
		return NULL;
	/* A queue pair that receives over XRC has an XRC domain instead of a protection domain. */
	if (pd && !take_memory(&qp->memory, pd, 5000, 64, HOLLOW_QP)) {
		free(qp);
		errno = ENOMEM;
		return NULL;
	}
	qp->verbs.context = pd ? pd->context : NULL;
	qp->verbs.pd = pd;
	qp->verbs.qp_context = attributes->qp_context;
	qp->verbs.send_cq = attributes->send_cq;
	qp->verbs.recv_cq = attributes->recv_cq;
	qp->verbs.qp_type = attributes->qp_type;
	qp->verbs.qp_num = atomic_fetch_add(&numbers, 1) & 0xffffff;
	if (pd)
		atomic_fetch_add(&AROUND(hollow_pd, pd)->users, 1);
	/* A queue pair that spreads packets over work queues has none. */
	if (attributes->send_cq)
		atomic_fetch_add(&AROUND(hollow_cq, attributes->send_cq)->users, 1);
	if (attributes->recv_cq)
		atomic_fetch_add(&AROUND(hollow_cq, attributes->recv_cq)->users, 1);
	return &qp->verbs;
}

static struct ibv_qp *hollow_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attributes)
{
	hollow_call_qp(attributes);
	/* The one begins as the other does. */
	struct ibv_qp *verbs = ibv_create_qp(attributes->pd, (struct ibv_qp_init_attr *)(void *)attributes);

	if (!verbs)
		return NULL;
	verbs->context = context;
	tell("qp type %d mask %x flags %x headers %u source %x operations %" PRIx64, attributes->qp_type,
	     attributes->comp_mask, attributes->create_flags, attributes->max_tso_header, attributes->source_qpn,
	     attributes->send_ops_flags);
	struct hollow_qp *qp = AROUND(hollow_qp, verbs);
	if (attributes->comp_mask & IBV_QP_INIT_ATTR_SEND_OPS_FLAGS) {
		qp->is_extended = 1;
		qp->extended.wr_start = hollow_wr_start;
		qp->extended.wr_abort = hollow_wr_abort;
		qp->extended.wr_send = hollow_wr_send;
		hollow_add_operations(&qp->extended);
#ifdef HAVE_IBV_WR_FLUSH
		qp->extended.wr_flush = hollow_wr_flush;
#else
		qp->later.wr_flush = hollow_wr_flush;
#endif
		qp->extended.wr_send_tso = hollow_wr_send_tso;
		qp->extended.wr_set_sge_list = hollow_wr_set_sge_list;
		qp->extended.wr_complete = hollow_wr_complete;
	}
	return verbs;
}

struct ibv_qp_ex *ibv_qp_to_qp_ex(struct ibv_qp *verbs)
{
	struct hollow_qp *qp = AROUND(hollow_qp, verbs);

	return qp->is_extended ? &qp->extended : NULL;
}

/* A queue pair that never gets done with its sends. */
int ibv_query_qp(struct ibv_qp *verbs, struct ibv_qp_attr *attributes, int mask, struct ibv_qp_init_attr *created)
{
	(void)verbs, (void)mask, (void)created;
	attributes->qp_state = IBV_QPS_SQD;
	attributes->sq_draining = 1;
	return 0;
}

int ibv_destroy_qp(struct ibv_qp *verbs)
{
	if (verbs->pd)
		give_memory_back(&AROUND(hollow_qp, verbs)->memory);
	if (verbs->recv_cq)
		atomic_fetch_sub(&AROUND(hollow_cq, verbs->recv_cq)->users, 1);
	if (verbs->send_cq)
		atomic_fetch_sub(&AROUND(hollow_cq, verbs->send_cq)->users, 1);
	if (verbs->pd)
		atomic_fetch_sub(&AROUND(hollow_pd, verbs->pd)->users, 1);
	free(AROUND(hollow_qp, verbs));
	return 0;
}

struct ibv_srq *ibv_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attributes)
{
	struct ibv_srq *srq = calloc(1, sizeof(*srq));

	if (!srq)
		return NULL;
	*srq = (struct ibv_srq){.context = pd->context, .pd = pd, .srq_context = attributes->srq_context};
	atomic_fetch_add(&AROUND(hollow_pd, pd)->users, 1);
	return srq;
}

static struct ibv_srq *hollow_create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attributes)
{
	(void)context;
	hollow_call_srq(attributes);
	return ibv_create_srq(attributes->pd, (struct ibv_srq_init_attr *)(void *)attributes);
}

int ibv_destroy_srq(struct ibv_srq *srq)
{
	atomic_fetch_sub(&AROUND(hollow_pd, srq->pd)->users, 1);
	free(srq);
	return 0;
}

static struct ibv_wq *hollow_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attributes)
{
	struct ibv_wq *wq = calloc(1, sizeof(*wq));

	hollow_call_wq(attributes);
	if (!wq)
		return NULL;
	*wq = (struct ibv_wq){
		.wq_num = hollow_number(),
		.context = context,
		.pd = attributes->pd,
		.cq = attributes->cq,
		.post_recv = hollow_post_wq_recv,
	};
	atomic_fetch_add(&AROUND(hollow_pd, wq->pd)->users, 1);
	atomic_fetch_add(&AROUND(hollow_cq, wq->cq)->users, 1);
	return wq;
}

static int hollow_destroy_wq(struct ibv_wq *wq)
{
	atomic_fetch_sub(&AROUND(hollow_cq, wq->cq)->users, 1);
	atomic_fetch_sub(&AROUND(hollow_pd, wq->pd)->users, 1);
	free(wq);
	return 0;
}

/* ---- rules */

/* Tells what C sees in each field. */
static void tell_esp(const char *call, const struct ibv_flow_action_esp_attr *esp)
{
	tell("%s mask %x esn %x", call, esp->comp_mask, esp->esn);
	if (esp->esp_attr)
		tell("association spi %x seq %x pad %x flags %x limit %llx", esp->esp_attr->spi, esp->esp_attr->seq,
		     esp->esp_attr->tfc_pad, esp->esp_attr->flags, (unsigned long long)esp->esp_attr->hard_limit_pkts);
	if (esp->keymat_ptr) {
		const struct ibv_flow_action_esp_keymat_aes_gcm *key = esp->keymat_ptr;
		tell("key proto %d whole %d iv %llx algo %x salt %x icv %u", (int)esp->keymat_proto,
		     esp->keymat_len == sizeof(*key), (unsigned long long)key->iv, key->iv_algo, key->salt, key->icv_len);
		tell_bytes("secret", key->aes_key, key->key_len);
	}
	if (esp->replay_ptr)
		tell("replay proto %d length %u window %u", (int)esp->replay_proto, esp->replay_len,
		     ((struct ibv_flow_action_esp_replay_bmp *)esp->replay_ptr)->size);
	for (const struct ibv_flow_action_esp_encap *header = esp->esp_encap; header; header = header->next_ptr) {
		tell("within type %x", header->type);
		tell_bytes("filter", header->val_ptr, header->len);
	}
}

struct hollow_action {
	struct ibv_flow_action verbs;
	uint32_t number;
};

struct ibv_flow_action *hollow_new_action(struct ibv_context *context, uint32_t number)
{
	struct hollow_action *action = calloc(1, sizeof(*action));

	if (!action)
		return NULL;
	*action = (struct hollow_action){.verbs = {.context = context}, .number = number};
	atomic_fetch_add(&device_of(context)->users, 1);
	return &action->verbs;
}

uint32_t hollow_action(const struct ibv_flow_action *action)
{
	return ((const struct hollow_action *)(const void *)action)->number;
}

static struct ibv_flow_action *hollow_create_esp(struct ibv_context *context, struct ibv_flow_action_esp_attr *esp)
{
	tell_esp("create", esp);
	return hollow_new_action(context, 0);
}

static int hollow_modify_esp(struct ibv_flow_action *action, struct ibv_flow_action_esp_attr *esp)
{
	(void)action;
	tell_esp("modify", esp);
	return 0;
}

static int hollow_destroy_action(struct ibv_flow_action *action)
{
	if (hollow_action(action)) {
		hollow_call("destroy_flow_action %x", hollow_action(action));
		MAY_REFUSE("ibv_destroy_flow_action");
	}
	atomic_fetch_sub(&device_of(action->context)->users, 1);
	free(action);
	tell("destroy action");
	return 0;
}

/* Tells the types of the specifications, and that actions are those of this device. */
static struct ibv_flow *hollow_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *rule)
{
	struct ibv_flow *flow = calloc(1, sizeof(*flow));
	char *at = (char *)(rule + 1);

	hollow_call_flow(rule);
	if (!flow)
		return NULL;
	flow->context = qp->context;
	for (int i = 0; i < rule->num_of_specs; i++) {
		/* Specifications lie at multiples of 4, behind the 20 bytes of the rule. */
		struct ibv_flow_spec_action_handle spec = {.size = 0};

		memcpy(&spec, at, offsetof(struct ibv_flow_spec_action_handle, action));
		if (spec.type == IBV_FLOW_SPEC_ACTION_HANDLE) {
			memcpy(&spec, at, sizeof(spec));
			tell("spec %x of this device %d", spec.type, spec.action->context == qp->context);
		} else {
			tell("spec %x", spec.type);
		}
		at += spec.size;
	}
	return flow;
}

static int hollow_destroy_flow(struct ibv_flow *flow)
{
	int why = hollow_flow_ends(flow);

	if (why)
		return why;
	free(flow);
	tell("destroy flow");
	return 0;
}
