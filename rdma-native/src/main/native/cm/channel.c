/*
 * Event channels. An event is copied and acknowledged as soon as it is read, because rdma_destroy_id() waits for all
 * acknowledgements. The receiver of the cookie checks whether the id still exists.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "verbena_cm.h"

/* Creates a channel. Its descriptor does not block, because await_event polls it. */
int64_t verbena_cm_create_channel(void)
{
	struct verbena_channel *channel = malloc(sizeof(*channel));

	if (!channel)
		return -ENOMEM;
	errno = 0;
	channel->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	channel->cm = channel->wake < 0 ? NULL : rdma_create_event_channel();
	if (channel->cm) {
		fcntl(channel->cm->fd, F_SETFL, fcntl(channel->cm->fd, F_GETFL) | O_NONBLOCK);
		return (int64_t)(intptr_t)channel;
	}
	int why = errno ? errno : ENODEV;
	if (channel->wake >= 0)
		close(channel->wake);
	free(channel);
	return -why;
}

/* Destroys a channel, which must have no ids. */
int verbena_cm_destroy_channel(int64_t handle)
{
	struct verbena_channel *channel = OBJECT(verbena_channel, handle);

	rdma_destroy_event_channel(channel->cm);
	close(channel->wake);
	free(channel);
	return 0;
}

/* Ends the current or the next wait for a channel. */
int verbena_cm_wake_channel(int64_t handle)
{
	return eventfd_write(OBJECT(verbena_channel, handle)->wake, 1) == 0 || errno == EAGAIN ? 0 : -errno;
}

/* Copies the connection parameters of the peer. */
static void describe_connection(const struct rdma_conn_param *from, struct verbena_cm_parameters *to)
{
	to->responder_resources = from->responder_resources;
	to->initiator_depth = from->initiator_depth;
	to->flow_control = from->flow_control;
	to->retries = from->retry_count;
	to->rnr_retries = from->rnr_retry_count;
	to->srq = from->srq;
	to->qp_num = (int32_t)from->qp_num;
}

static void describe_data(const void *data, uint8_t length, struct verbena_cm_parameters *to)
{
	if (!data)
		return;
	to->length = length;
	memcpy(to->data, data, length);
}

static void describe(const struct rdma_cm_event *from, struct verbena_cm_event *to)
{
	const struct rdma_cm_id *told = from->listen_id && from->event == RDMA_CM_EVENT_CONNECT_REQUEST ? from->listen_id
													 : from->id;
	int group = from->event == RDMA_CM_EVENT_MULTICAST_JOIN || from->event == RDMA_CM_EVENT_MULTICAST_ERROR;

	memset(to, 0, sizeof(*to));
	to->type = from->event;
	to->status = from->status;
	to->cookie = (uint64_t)(uintptr_t)told->context;
	if (from->event == RDMA_CM_EVENT_CONNECT_REQUEST)
		to->id = (int64_t)(intptr_t)from->id;
	if ((int)from->event == VERBENA_CM_EVENT_USER) {
		memcpy(&to->membership, &from->param, sizeof(to->membership));
		return;
	}
	to->datagram = group || from->id->ps == RDMA_PS_UDP || from->id->ps == RDMA_PS_IPOIB;
	if (!to->datagram) {
		describe_connection(&from->param.conn, &to->parameters);
		describe_data(from->param.conn.private_data, from->param.conn.private_data_len, &to->parameters);
		return;
	}
	to->ah = from->param.ud.ah_attr;
	to->qkey = (int32_t)from->param.ud.qkey;
	to->parameters.qp_num = (int32_t)from->param.ud.qp_num;
	if (group) /* the private data are the context of the join */
		to->membership = (uint64_t)(uintptr_t)from->param.ud.private_data;
	else
		describe_data(from->param.ud.private_data, from->param.ud.private_data_len, &to->parameters);
}

/* Waits for an event and returns 1, or 0 after TIMEOUT_MS, a signal or a wake-up. */
int verbena_cm_await_event(int64_t handle, struct verbena_cm_event *event, int timeout_ms)
{
	struct verbena_channel *channel = OBJECT(verbena_channel, handle);
	struct pollfd polled[] = {{.fd = channel->cm->fd, .events = POLLIN}, {.fd = channel->wake, .events = POLLIN}};
	struct rdma_cm_event *read;

	if (poll(polled, 2, timeout_ms) < 0)
		return errno == EINTR ? 0 : -errno;
	if (polled[1].revents) {
		eventfd_t count;
		eventfd_read(channel->wake, &count);
	}
	if (!polled[0].revents)
		return 0;
	errno = 0;
	if (rdma_get_cm_event(channel->cm, &read))
		return errno == EAGAIN ? 0 : verbena_cm_answer(-1);
	describe(read, event);
	rdma_ack_cm_event(read);
	return 1;
}
