/*
 * Lets programs use librspreload that it would otherwise leave on TCP, or refuse: LD_PRELOAD=shim.so:librspreload.so PROGRAM.
 *
 * The preload library of rdma-core 44 does not know the flags SOCK_CLOEXEC and SOCK_NONBLOCK, accept4, ioctl(FIONBIO), fcntl64, and
 * F_SETFD, and it fails for socket options that rsockets do not have. This library is loaded before it and calls it with what it knows.
 * It also implements epoll, which knows no rsockets, by poll: level-triggered, for programs that use one thread for it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/* Functions of the next library are looked up at each call, which is fast enough for tests. */
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int next_fcntl(int fd, int command, long argument)
{
	int result = NEXT(fcntl)(fd, command, argument);

	/* The descriptors of rsockets are not inherited by other programs in any case. */
	return result < 0 && (command == F_SETFD || command == F_GETFD) ? 0 : result;
}

static int with_flags(int fd, int flags)
{
	if (fd >= 0 && (flags & SOCK_NONBLOCK))
		next_fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

int socket(int domain, int type, int protocol)
{
	int flags = type & (SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (domain != AF_INET && domain != AF_INET6)
		return NEXT(socket)(domain, type, protocol);
	return with_flags(NEXT(socket)(domain, type & ~flags, protocol), flags);
}

int accept4(int fd, struct sockaddr *address, socklen_t *length, int flags)
{
	return with_flags(NEXT(accept)(fd, address, length), flags);
}

int fcntl(int fd, int command, ...)
{
	va_list arguments;
	long argument;

	va_start(arguments, command);
	argument = va_arg(arguments, long);
	va_end(arguments);
	return next_fcntl(fd, command, argument);
}

int fcntl64(int fd, int command, ...) __attribute__((alias("fcntl")));

int ioctl(int fd, unsigned long request, ...)
{
	va_list arguments;
	void *argument;
	int flags;

	va_start(arguments, request);
	argument = va_arg(arguments, void *);
	va_end(arguments);
	if (request != FIONBIO)
		return NEXT(ioctl)(fd, request, argument);
	flags = next_fcntl(fd, F_GETFL, 0);
	if (flags < 0)
		return flags;
	return next_fcntl(fd, F_SETFL, *(int *)argument ? flags | O_NONBLOCK : flags & ~O_NONBLOCK);
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
	int result = NEXT(setsockopt)(fd, level, name, value, length);

	return result < 0 && (errno == ENOTSUP || errno == ENOPROTOOPT) ? 0 : result;
}

#define MAX_WATCHED 256

static struct {
	int instance, fd;
	struct epoll_event event;
} watched[MAX_WATCHED];
static int watches;

static int find(int instance, int fd)
{
	int i = 0;

	while (i < watches && (watched[i].instance != instance || watched[i].fd != fd))
		i++;
	return i;
}

int epoll_create1(int flags)
{
	/* The number of an open file, which stands for the instance. */
	return open("/dev/null", O_RDONLY | (flags & EPOLL_CLOEXEC ? O_CLOEXEC : 0));
}

int epoll_create(int size)
{
	(void)size;
	return epoll_create1(0);
}

int epoll_ctl(int instance, int operation, int fd, struct epoll_event *event)
{
	int i = find(instance, fd);

	if (operation == EPOLL_CTL_DEL) {
		if (i < watches)
			watched[i] = watched[--watches];
		return 0;
	}
	if (i == MAX_WATCHED) {
		errno = ENOSPC;
		return -1;
	}
	watched[i].instance = instance;
	watched[i].fd = fd;
	watched[i].event = *event;
	watches += i == watches;
	return 0;
}

int epoll_wait(int instance, struct epoll_event *events, int max, int timeout)
{
	struct pollfd polled[MAX_WATCHED];
	int indexes[MAX_WATCHED], count = 0, found = 0;

	for (int i = 0; i < watches; i++) {
		if (watched[i].instance == instance) {
			/* The flags of poll and of epoll for reading, writing, errors and hang-ups have the same values. */
			polled[count].fd = watched[i].fd;
			polled[count].events = watched[i].event.events & (POLLIN | POLLOUT | POLLPRI);
			indexes[count++] = i;
		}
	}
	int result = NEXT(poll)(polled, count, timeout);

	for (int i = 0; result > 0 && i < count && found < max; i++) {
		if (polled[i].revents) {
			events[found] = watched[indexes[i]].event;
			events[found++].events = polled[i].revents;
		}
	}
	return result < 0 ? result : found;
}
