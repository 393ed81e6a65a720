/*
 * Waiting, in one poll of the descriptor and an eventfd that ends the wait. Events are acknowledged as soon as they are read,
 * because destroying an object waits for all acknowledgements. The receiver of a cookie checks whether the object still exists.
 */
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "verbena_verbs.h"

#define NANOS 1000000000LL

static int wake_up(int fd)
{
	return eventfd_write(fd, 1) == 0 || errno == EAGAIN ? 0 : -errno;
}

/*
 * Waits until FD is readable and returns 1, or 0 after LEFT or when WAKE is readable, which is then drained. Updates LEFT to the
 * remaining time, which the system call reports and the function of the C library hides.
 */
static int await(int fd, int wake, struct timespec *left)
{
	struct pollfd both[] = {{.fd = fd, .events = POLLIN}, {.fd = wake, .events = POLLIN}};

	if (syscall(SYS_ppoll, both, 2, left, NULL, 0) < 0)
		return errno == EINTR ? 0 : -errno;
	eventfd_t wakes;
	if (both[1].revents && eventfd_read(wake, &wakes) && errno != EAGAIN)
		return -errno;
	return both[0].revents ? 1 : 0;
}

/* Yields the processor. */
void verbena_verbs_yield(void)
{
	sched_yield();
}

/* Ends the current or the next wait for CHANNEL. */
int verbena_verbs_wake_channel(int64_t channel)
{
	return wake_up(OBJECT(verbena_channel, channel)->wake);
}

/* Writes the cookies of at most MAX queues with events, and returns their number. LEFT has the ns to wait, then those left. */
int verbena_verbs_await_completions(int64_t handle, int64_t cookies, int max, int64_t left)
{
	int64_t *nanos = (int64_t *)(intptr_t)left;
	struct timespec time = {.tv_sec = *nanos / NANOS, .tv_nsec = *nanos % NANOS};
	struct verbena_channel *channel = OBJECT(verbena_channel, handle);
	uint64_t *cookie = (uint64_t *)(intptr_t)cookies;
	int ready = await(channel->verbs->fd, channel->wake, &time);
	int count = 0;

	*nanos = time.tv_sec * NANOS + time.tv_nsec;

	if (ready <= 0)
		return ready;
	while (count < max) {
		struct ibv_cq *cq;
		void *context;
		errno = 0;
		if (ibv_get_cq_event(channel->verbs, &cq, &context))
			return count || errno == EAGAIN ? count : -(errno ? errno : EIO);
		ibv_ack_cq_events(cq, 1);
		cookie[count++] = (uint64_t)(uintptr_t)context;
	}
	return count;
}

/* Ends the current or the next wait for events of CONTEXT. */
int verbena_verbs_wake_context(int64_t context)
{
	return wake_up(OBJECT(verbena_context, context)->wake);
}

/* Describes the subject of EVENT. */
static struct verbena_event describe(const struct ibv_async_event *event)
{
	struct verbena_event description = {.type = (int32_t)event->event_type};

	switch (event->event_type) {
	case IBV_EVENT_CQ_ERR:
		description.cookie = (uint64_t)(uintptr_t)event->element.cq->cq_context;
		break;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		description.cookie = (uint64_t)(uintptr_t)event->element.qp->qp_context;
		break;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		description.cookie = (uint64_t)(uintptr_t)event->element.srq->srq_context;
		break;
	case IBV_EVENT_WQ_FATAL:
		description.cookie = (uint64_t)(uintptr_t)event->element.wq->wq_context;
		break;
	default:
		description.port = event->element.port_num;
	}
	return description;
}

/* Writes at most MAX events, and returns their number. */
int verbena_verbs_await_events(int64_t handle, int64_t events, int max, int timeout_ms)
{
	struct verbena_context *context = OBJECT(verbena_context, handle);
	struct verbena_event *description = OBJECT(verbena_event, events);
	struct timespec time = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * (NANOS / 1000)};
	int ready = await(context->verbs->async_fd, context->wake, &time);
	int count = 0;

	if (ready <= 0)
		return ready;
	while (count < max) {
		struct ibv_async_event event;
		errno = 0;
		if (ibv_get_async_event(context->verbs, &event))
			return count || errno == EAGAIN ? count : -(errno ? errno : EIO);
		description[count++] = describe(&event);
		ibv_ack_async_event(&event);
	}
	return count;
}
