/*
 * Waits for streams. rpoll() of librdmacm 44 miscounts its callers when a timeout expires, and after the next event no poll of
 * the process returns. Therefore rpoll() is called without a timeout, and a timer is among the polled descriptors.
 *
 * Until a stream is connected, rpoll() polls a descriptor that a thread of librdmacm reads as well, and an event that this thread
 * has read does not wake rpoll(). Therefore it is called in short steps until then.
 */
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <rdma/rsocket.h>

#include "verbena_cm.h"

#define NANOS 1000000000
#define STEP (NANOS / 50)

/* The events of a stream that listens or may not be connected yet. */
#define UNSETTLED POLLPRI

/* Java accesses these structures in place. */
_Static_assert(sizeof(struct pollfd) == 8 && offsetof(struct pollfd, events) == 4 && offsetof(struct pollfd, revents) == 6,
	       "struct pollfd");

/* The descriptors with which one thread waits and others end the wait. */
struct verbena_wait {
	int wake;
	int timer;
};

int64_t verbena_cm_create_wait(void)
{
	struct verbena_wait *wait = malloc(sizeof(*wait));

	if (!wait)
		return -ENOMEM;
	wait->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	wait->timer = wait->wake < 0 ? -1 : timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (wait->timer >= 0)
		return (int64_t)(intptr_t)wait;
	int why = errno;
	if (wait->wake >= 0)
		close(wait->wake);
	free(wait);
	return -why;
}

int verbena_cm_destroy_wait(int64_t handle)
{
	struct verbena_wait *wait = OBJECT(verbena_wait, handle);

	close(wait->timer);
	close(wait->wake);
	free(wait);
	return 0;
}

/* Ends the current or the next wait. */
int verbena_cm_wake(int64_t handle)
{
	return eventfd_write(OBJECT(verbena_wait, handle)->wake, 1) == 0 || errno == EAGAIN ? 0 : -errno;
}

/* Starts the timer with a time in nanoseconds; 0 stops it and clears its expiration. */
static int set_timer(int timer, int64_t nanos)
{
	struct itimerspec spec = {.it_value = {.tv_sec = nanos / NANOS, .tv_nsec = nanos % NANOS}};

	return timerfd_settime(timer, 0, &spec, NULL) == 0 ? 0 : -errno;
}

/* Calls rpoll() with a timeout in nanoseconds; returns as poll(2), but 0 after a signal. */
static int poll_once(struct verbena_wait *wait, struct pollfd *polled, int count, int64_t nanos)
{
	int failed = nanos > 0 ? set_timer(wait->timer, nanos) : 0;

	if (failed)
		return failed;
	int ready = rpoll(polled, (nfds_t)count, nanos > 0 ? -1 : 0);
	if (ready < 0)
		ready = errno == EINTR ? 0 : -errno;
	if (nanos > 0)
		set_timer(wait->timer, 0);
	return ready;
}

static int any(const struct pollfd *polled, int count)
{
	for (int i = 0; i < count; i++)
		if (polled[i].revents)
			return 1;
	return 0;
}

/*
 * Waits for one of COUNT streams, a struct pollfd each at ADDRESS, followed by space for two more. Returns 1 if a stream is ready,
 * or 0 after the timeout in nanoseconds, a signal or a wake-up.
 */
int verbena_cm_await_streams(int64_t handle, int64_t address, int count, int64_t nanos)
{
	struct verbena_wait *wait = OBJECT(verbena_wait, handle);
	struct pollfd *polled = (struct pollfd *)(intptr_t)address;
	struct pollfd *wake = &polled[count], *timer = &polled[count + 1];
	int unsettled = 0, ready;

	for (int i = 0; i < count; i++) {
		polled[i].revents = 0;
		unsettled |= polled[i].events & UNSETTLED;
	}
	*wake = (struct pollfd){.fd = wait->wake, .events = POLLIN};
	*timer = (struct pollfd){.fd = wait->timer, .events = POLLIN};
	do {
		int64_t step = unsettled && nanos > STEP ? STEP : nanos;
		ready = poll_once(wait, polled, count + 2, step);
		nanos -= step;
	} while (ready == 1 && timer->revents && nanos > 0);
	if (ready > 0 && wake->revents) {
		eventfd_t told;
		eventfd_read(wait->wake, &told);
	}
	return ready > 0 ? any(polled, count) : ready;
}
