/* Completion channels, completion queues, shared receive queues. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "verbena_verbs.h"

/* Creates a completion channel. Its descriptor does not block, because await_completions polls it. */
int64_t verbena_verbs_create_channel(int64_t context)
{
	struct verbena_channel *channel = malloc(sizeof(*channel));

	if (!channel)
		return -ENOMEM;
	errno = 0;
	channel->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	channel->verbs = channel->wake < 0 ? NULL : ibv_create_comp_channel(OBJECT(verbena_context, context)->verbs);
	if (channel->verbs) {
		fcntl(channel->verbs->fd, F_SETFL, fcntl(channel->verbs->fd, F_GETFL) | O_NONBLOCK);
		return verbena_handle(channel);
	}
	int why = errno ? errno : ENOMEM;
	if (channel->wake >= 0)
		close(channel->wake);
	free(channel);
	return -why;
}

/* Destroys a channel, which no queue may use. */
int verbena_verbs_destroy_channel(int64_t handle)
{
	struct verbena_channel *channel = OBJECT(verbena_channel, handle);
	int failed = verbena_result(ibv_destroy_comp_channel(channel->verbs));

	if (failed)
		return failed;
	close(channel->wake);
	free(channel);
	return 0;
}

/* Returns the channel of a handle, or NULL for 0. */
static struct ibv_comp_channel *channel_or_null(int64_t channel)
{
	return channel ? OBJECT(verbena_channel, channel)->verbs : NULL;
}

/* Creates a completion queue with at least ENTRIES entries. */
int64_t verbena_verbs_create_cq(int64_t context, int entries, int64_t cookie, int64_t channel, int vector)
{
	return verbena_handle(ibv_create_cq(OBJECT(verbena_context, context)->verbs, entries, (void *)(intptr_t)cookie,
					    channel_or_null(channel), vector));
}

/* Creates a completion queue that reports the FIELDS of IBV_WC_EX, in parent domain DOMAIN unless it is 0. */
int64_t verbena_verbs_create_cq_ex(int64_t context, int entries, int64_t cookie, int64_t channel, int vector,
				   int64_t fields, int flags, int64_t domain)
{
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = (uint32_t)entries,
		.cq_context = (void *)(intptr_t)cookie,
		.channel = channel_or_null(channel),
		.comp_vector = (uint32_t)vector,
		.wc_flags = (uint64_t)fields,
		.comp_mask = (flags ? IBV_CQ_INIT_ATTR_MASK_FLAGS : 0) | (domain ? IBV_CQ_INIT_ATTR_MASK_PD : 0),
		.flags = (uint32_t)flags,
		.parent_domain = OBJECT(ibv_pd, domain),
	};
	return verbena_handle(ibv_create_cq_ex(OBJECT(verbena_context, context)->verbs, &attributes));
}

/* Returns the number of entries. */
int verbena_verbs_cq_entries(int64_t cq)
{
	return OBJECT(ibv_cq, cq)->cqe;
}

/* Changes the number of entries. */
int verbena_verbs_resize_cq(int64_t cq, int entries)
{
	return verbena_result(ibv_resize_cq(OBJECT(ibv_cq, cq), entries));
}

/* Delays events until COUNT completions or PERIOD microseconds. */
int verbena_verbs_moderate_cq(int64_t cq, int count, int period)
{
	struct ibv_modify_cq_attr attributes = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = {.cq_count = (uint16_t)count, .cq_period = (uint16_t)period},
	};
	return verbena_result(ibv_modify_cq(OBJECT(ibv_cq, cq), &attributes));
}

/* Destroys a queue, which no queue pair may use. */
int verbena_verbs_destroy_cq(int64_t cq)
{
	return verbena_result(ibv_destroy_cq(OBJECT(ibv_cq, cq)));
}

/* Creates a shared receive queue, and updates ATTRIBUTES to its sizes. */
int64_t verbena_verbs_create_srq(int64_t pd, struct ibv_srq_init_attr *attributes)
{
	return verbena_handle(ibv_create_srq(OBJECT(ibv_pd, pd), attributes));
}

/* Creates a shared receive queue with a type, enum ibv_srq_type. */
int64_t verbena_verbs_create_srq_ex(int64_t context, struct ibv_srq_init_attr_ex *attributes)
{
	return verbena_handle(ibv_create_srq_ex(OBJECT(verbena_context, context)->verbs, attributes));
}

/* Returns the number by which peers of XRC connections address the queue. */
int verbena_verbs_srq_number(int64_t srq)
{
	uint32_t number = 0;
	int failed = verbena_result(ibv_get_srq_num(OBJECT(ibv_srq, srq), &number));

	return failed ? failed : (int)number;
}

/* Changes the attributes of MASK. */
int verbena_verbs_modify_srq(int64_t srq, struct ibv_srq_attr *attributes, int mask)
{
	return verbena_result(ibv_modify_srq(OBJECT(ibv_srq, srq), attributes, mask));
}

/* Queries the attributes. */
int verbena_verbs_query_srq(int64_t srq, struct ibv_srq_attr *attributes)
{
	return verbena_result(ibv_query_srq(OBJECT(ibv_srq, srq), attributes));
}

/* Destroys a queue, which no queue pair may use. */
int verbena_verbs_destroy_srq(int64_t srq)
{
	return verbena_result(ibv_destroy_srq(OBJECT(ibv_srq, srq)));
}
