/* Receiving: one wait, then everything that is there. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>

#include "verbena_umad.h"

enum { MAD_SIZE = 256, SLICE_MS = 20, SIMULATED_FD = 1024 };

/* Whether FD is one of ibsim's, which the kernel does not know: it can be polled only alone, and its read blocks. */
static bool is_simulated(int fd)
{
	return fd >= SIMULATED_FD && fcntl(fd, F_GETFD) < 0;
}

/* Whether FD, which may be -1 for none, is readable or broken after TIMEOUT_MS; 1, 0 or -errno. */
static int await_one(int fd, int timeout_ms)
{
	struct pollfd one = {.fd = fd, .events = POLLIN};
	int ready = poll(&one, 1, timeout_ms);
	return ready < 0 ? -errno : ready;
}

/* Waits in slices, and looks at WAKE between them. */
static int await_simulated(int fd, int wake, int timeout_ms)
{
	for (;;) {
		int slice = timeout_ms < 0 || timeout_ms > SLICE_MS ? SLICE_MS : timeout_ms;
		int ready = await_one(fd, slice);
		if (ready)
			return ready;
		if (timeout_ms > 0)
			timeout_ms -= slice;
		if (timeout_ms == 0 || await_one(wake, 0))
			return 0;
	}
}

/* Waits until FD has something to say: 1, or 0 after TIMEOUT_MS or when WAKE is readable. */
static int await(int fd, int wake, int timeout_ms)
{
	struct pollfd both[] = {{.fd = fd, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
	int ready = poll(both, 2, timeout_ms);
	if (ready < 0)
		return -errno;
	return both[0].revents ? 1 : 0;
}

/* Reads one message into MESSAGE of SIZE bytes and writes down its length; 0, or -EAGAIN if there is none. */
static int receive_one(int fd, struct ib_user_mad *message, int size)
{
	int length = size - (int)sizeof(*message);
	int agent = umad_recv(fd, message, &length, 0);
	if (agent < 0)
		return agent;
	message->length = (uint32_t)(length + (int)sizeof(*message));
	return 0;
}

/*
 * Fills at most MAX slots of SLOT_SIZE bytes; how many. After -ENOSPC the first slot has the header of the message that
 * did not fit, which the kernel keeps.
 */
int verbena_umad_receive(int fd, int wake, void *slots, int slot_size, int max, int timeout_ms)
{
	if (slot_size < (int)sizeof(struct ib_user_mad) + MAD_SIZE || max < 1)
		return -EINVAL;
	if (fd < 0)
		return -EBADF;
	bool simulated = is_simulated(fd);
	int ready = simulated ? await_simulated(fd, wake, timeout_ms) : await(fd, wake, timeout_ms);
	if (ready <= 0)
		return ready == -EINTR ? 0 : ready;
	if (simulated)
		max = 1;
	for (int count = 0; count < max; count++) {
		char *slot = (char *)slots + (size_t)count * (size_t)slot_size;
		int failed = receive_one(fd, (void *)slot, slot_size);
		if (failed)
			return count > 0 || failed == -EAGAIN ? count : failed;
	}
	return max;
}
