/* Receiving: one wait, followed by all available messages. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include "verbena_umad.h"

enum { MAD_SIZE = 256, SLICE_MS = 20, SIMULATED_FD = 1024, WINDOW = 1 << 20 };

/* Returns whether FD belongs to ibsim. Such a descriptor is unknown to the kernel: it is polled alone, and its read blocks. */
static bool is_simulated(int fd)
{
	return fd >= SIMULATED_FD && fcntl(fd, F_GETFD) < 0;
}

/* Returns 1 if FD, which may be -1 for none, is readable or broken within TIMEOUT_MS; otherwise 0 or -errno. */
static int await_one(int fd, int timeout_ms)
{
	struct pollfd one = {.fd = fd, .events = POLLIN};
	int ready = poll(&one, 1, timeout_ms);
	return ready < 0 ? -errno : ready;
}

/* Waits in slices, and checks WAKE between them. */
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

/* Waits until FD is readable and returns 1, or 0 after TIMEOUT_MS or when WAKE is readable. */
static int await(int fd, int wake, int timeout_ms)
{
	struct pollfd both[] = {{.fd = fd, .events = POLLIN}, {.fd = wake, .events = POLLIN}};
	int ready = poll(both, 2, timeout_ms);
	if (ready < 0)
		return -errno;
	return both[0].revents ? 1 : 0;
}

/* Reads one message into MESSAGE of SIZE bytes and sets its length; returns 0, or -EAGAIN if there is none. */
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
 * Fills at most MAX slots of SLOT_SIZE bytes, and returns their number. After -ENOSPC the first slot has the header of the
 * message that did not fit, which the kernel keeps.
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

/* Maps the WINDOW bytes of MEMORY repeatedly into an area of SIZE bytes; returns MAP_FAILED on failure. */
static char *map_repeatedly(int memory, size_t size)
{
	char *area = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	for (size_t at = 0; area != MAP_FAILED && at < size; at += WINDOW) {
		if (mmap(area + at, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory, 0) == MAP_FAILED) {
			munmap(area, size);
			area = MAP_FAILED;
		}
	}
	return area;
}

/*
 * Discards the first message, which has LENGTH bytes. The kernel returns a message only as a whole, so it is read into an area
 * that maps the same memory repeatedly.
 */
int verbena_umad_discard(int fd, int length)
{
	size_t size = ((size_t)(length < 0 ? 0 : length) / WINDOW + 1) * WINDOW;
	int memory = memfd_create("verbena-discard", MFD_CLOEXEC);

	if (memory < 0)
		return -errno;
	char *area = ftruncate(memory, WINDOW) == 0 ? map_repeatedly(memory, size) : MAP_FAILED;
	int failed = area == MAP_FAILED || read(fd, area, size) < 0 ? -errno : 0;
	if (area != MAP_FAILED)
		munmap(area, size);
	close(memory);
	return failed == -EAGAIN ? 0 : failed;
}
