/*
 * A device without anything in it, hollow0: preload this library, and libibverbs has that one device, whatever the host
 * has. Its objects are as libibverbs defines them; posting counts, and each signalled request is a completion at once. It
 * keeps the order of the kernel: what something else was made of is not given back (EBUSY). What is given back is freed,
 * so that a sanitizer sees each use after that.
 *
 * One thread at a time may post to and poll what belongs together.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <infiniband/verbs.h>

struct hollow_context {
	struct ibv_context verbs;
	atomic_int users;
};

struct hollow_pd {
	struct ibv_pd verbs;
	atomic_int users;
};

struct hollow_channel {
	struct ibv_comp_channel verbs;
	atomic_int users;
};

struct hollow_cq {
	struct ibv_cq verbs;
	atomic_int users;
	/* Completions that nobody has polled yet, and the request that the last of them is of. */
	uint64_t pending;
	uint64_t id;
	uint32_t qp_num;
};

struct hollow_qp {
	struct ibv_qp verbs;
	uint64_t requests;
	uint64_t bytes;
};

static struct ibv_device hollow0 = {
	.node_type = IBV_NODE_CA,
	.transport_type = IBV_TRANSPORT_IB,
	.name = "hollow0",
	.dev_name = "uverbs-hollow0",
};

static atomic_uint numbers = 1;

/* The object around MEMBER, which is its first. */
#define AROUND(type, member) ((struct type *)(void *)(member))

/* Leaves the function that this is in if something that was made of OBJECT is left. */
#define REQUIRE_UNUSED(object)                                                                                        \
	do {                                                                                                          \
		if (atomic_load(&(object)->users))                                                                    \
			return EBUSY;                                                                                 \
	} while (0)

/* ---- data */

static void count(struct hollow_qp *qp, const struct ibv_sge *segments, int number)
{
	qp->requests++;
	for (int i = 0; i < number; i++)
		qp->bytes += segments[i].length;
}

static int hollow_post_send(struct ibv_qp *verbs, struct ibv_send_wr *request, struct ibv_send_wr **bad)
{
	struct hollow_qp *qp = AROUND(hollow_qp, verbs);
	struct hollow_cq *cq = AROUND(hollow_cq, verbs->send_cq);

	(void)bad;
	for (; request; request = request->next) {
		count(qp, request->sg_list, request->num_sge);
		if (request->send_flags & IBV_SEND_SIGNALED) {
			cq->id = request->wr_id;
			cq->qp_num = verbs->qp_num;
			cq->pending++;
		}
	}
	return 0;
}

static int hollow_post_recv(struct ibv_qp *verbs, struct ibv_recv_wr *request, struct ibv_recv_wr **bad)
{
	(void)bad;
	for (; request; request = request->next)
		count(AROUND(hollow_qp, verbs), request->sg_list, request->num_sge);
	return 0;
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
	return taken;
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

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	struct hollow_context *context = calloc(1, sizeof(*context));

	if (!context)
		return NULL;
	context->verbs = (struct ibv_context){
		.device = device,
		.ops = {
			.post_send = hollow_post_send,
			.post_recv = hollow_post_recv,
			.poll_cq = hollow_poll_cq,
			.req_notify_cq = hollow_req_notify_cq,
		},
		.cmd_fd = -1,
		.async_fd = eventfd(0, EFD_CLOEXEC),
		.num_comp_vectors = 1,
	};
	if (context->verbs.async_fd >= 0)
		return &context->verbs;
	free(context);
	return NULL;
}

int ibv_close_device(struct ibv_context *verbs)
{
	struct hollow_context *context = AROUND(hollow_context, verbs);

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
	atomic_fetch_add(&AROUND(hollow_context, context)->users, 1);
	return &pd->verbs;
}

int ibv_dealloc_pd(struct ibv_pd *verbs)
{
	struct hollow_pd *pd = AROUND(hollow_pd, verbs);

	REQUIRE_UNUSED(pd);
	atomic_fetch_sub(&AROUND(hollow_context, verbs->context)->users, 1);
	free(pd);
	return 0;
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, unsigned int access)
{
	struct ibv_mr *mr = calloc(1, sizeof(*mr));

	(void)iova;
	(void)access;
	if (!mr)
		return NULL;
	*mr = (struct ibv_mr){.context = pd->context, .pd = pd, .addr = address, .length = length};
	mr->lkey = mr->rkey = atomic_fetch_add(&numbers, 1);
	atomic_fetch_add(&AROUND(hollow_pd, pd)->users, 1);
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
	atomic_fetch_add(&AROUND(hollow_context, context)->users, 1);
	return &channel->verbs;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *verbs)
{
	struct hollow_channel *channel = AROUND(hollow_channel, verbs);

	REQUIRE_UNUSED(channel);
	close(verbs->fd);
	atomic_fetch_sub(&AROUND(hollow_context, verbs->context)->users, 1);
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
	atomic_fetch_add(&AROUND(hollow_context, context)->users, 1);
	if (channel)
		atomic_fetch_add(&AROUND(hollow_channel, channel)->users, 1);
	return &cq->verbs;
}

int ibv_destroy_cq(struct ibv_cq *verbs)
{
	struct hollow_cq *cq = AROUND(hollow_cq, verbs);

	REQUIRE_UNUSED(cq);
	if (verbs->channel)
		atomic_fetch_sub(&AROUND(hollow_channel, verbs->channel)->users, 1);
	atomic_fetch_sub(&AROUND(hollow_context, verbs->context)->users, 1);
	free(cq);
	return 0;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attributes)
{
	struct hollow_qp *qp = calloc(1, sizeof(*qp));

	if (!qp)
		return NULL;
	qp->verbs.context = pd->context;
	qp->verbs.pd = pd;
	qp->verbs.qp_context = attributes->qp_context;
	qp->verbs.send_cq = attributes->send_cq;
	qp->verbs.recv_cq = attributes->recv_cq;
	qp->verbs.qp_type = attributes->qp_type;
	qp->verbs.qp_num = atomic_fetch_add(&numbers, 1) & 0xffffff;
	atomic_fetch_add(&AROUND(hollow_pd, pd)->users, 1);
	atomic_fetch_add(&AROUND(hollow_cq, attributes->send_cq)->users, 1);
	atomic_fetch_add(&AROUND(hollow_cq, attributes->recv_cq)->users, 1);
	return &qp->verbs;
}

int ibv_destroy_qp(struct ibv_qp *verbs)
{
	atomic_fetch_sub(&AROUND(hollow_cq, verbs->recv_cq)->users, 1);
	atomic_fetch_sub(&AROUND(hollow_cq, verbs->send_cq)->users, 1);
	atomic_fetch_sub(&AROUND(hollow_pd, verbs->pd)->users, 1);
	free(AROUND(hollow_qp, verbs));
	return 0;
}
