/* Open ports and their agents. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <unistd.h>

#include "verbena_umad.h"

_Static_assert(sizeof(struct ib_user_mad) == 64, "the header of an open port");

/* libibumad returns -EIO or -EPERM for every failure; errno has the reason of the failed system call. */
static int result(int answer)
{
	if (answer >= 0)
		return answer;
	return errno ? -errno : answer;
}

/* Returns whether the kernel has user MADs, without which libibumad prints a warning. */
static bool has_user_mads(void)
{
	int fd = open(IB_UMAD_ABI_DIR "/" IB_UMAD_ABI_FILE, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Opens port NUMBER of DEVICE, and returns the descriptor. */
int verbena_umad_open(const char *device, int number)
{
	if (!has_user_mads())
		return -EOPNOTSUPP;
	errno = 0;
	int fd = umad_open_port(device, number);
	if (fd == -EINVAL)                                 /* the result for an unknown name or number */
		return -ENODEV;
	if (fd == -EIO)
		return result(fd);
	if (fd >= 0 && umad_size() != sizeof(struct ib_user_mad)) {
		umad_close_port(fd);                       /* a kernel before 2.6.24: a header without pkey_index */
		return -EPROTONOSUPPORT;
	}
	return fd;
}

/* Opens the device file that sets IsSM of port NUMBER of DEVICE until it is closed. Does not wait for another holder. */
int verbena_umad_open_issm(const char *device, int number)
{
	char path[PATH_MAX];
	int failed = umad_get_issm_path(device, number, path, sizeof(path));

	if (failed)
		return failed < 0 ? failed : -EIO;
	int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	return fd >= 0 ? fd : -errno;
}

/* Closes FD. */
int verbena_umad_close(int fd)
{
	return close(fd) == 0 ? 0 : -errno;
}

/* Registers an agent for CLASS with a mask of 128 methods, and returns its id. */
int verbena_umad_register(int fd, int class, int version, int rmpp, int64_t methods0, int64_t methods64)
{
	long methods[] = {methods0, methods64};
	errno = 0;
	return result(umad_register(fd, class, version, (uint8_t)rmpp, methods));
}

/* Registers an agent for a vendor CLASS with OUI, and returns its id. */
int verbena_umad_register_vendor(int fd, int class, int oui, int rmpp, int64_t methods0, int64_t methods64)
{
	long methods[] = {methods0, methods64};
	uint8_t bytes[] = {(uint8_t)(oui >> 16), (uint8_t)(oui >> 8), (uint8_t)oui};
	errno = 0;
	return result(umad_register_oui(fd, class, (uint8_t)rmpp, bytes, methods));
}

/* Unregisters an agent. */
int verbena_umad_unregister(int fd, int agent)
{
	errno = 0;
	return result(umad_unregister(fd, agent));
}

/* Sends a MESSAGE with LENGTH bytes after its header. */
int verbena_umad_send(int fd, int agent, void *message, int length, int timeout_ms, int retries)
{
	errno = 0;
	return result(umad_send(fd, agent, message, length, timeout_ms, retries));
}
