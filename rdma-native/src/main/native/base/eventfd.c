#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base.h"

/* Creates an eventfd, or returns -errno. */
JNIEXPORT jint JNICALL FN(EventFd, create)(JNIEnv *env, jclass cls)
{
	(void)env, (void)cls;
	int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Makes FD readable. A counter that is full is readable already. */
JNIEXPORT jint JNICALL FN(EventFd, wake)(JNIEnv *env, jclass cls, jint fd)
{
	(void)env, (void)cls;
	return eventfd_write(fd, 1) == 0 || errno == EAGAIN ? 0 : -errno;
}

/* Makes FD unreadable, and returns 1 if it was readable, 0 if not. */
JNIEXPORT jint JNICALL FN(EventFd, drain)(JNIEnv *env, jclass cls, jint fd)
{
	(void)env, (void)cls;
	eventfd_t count;
	if (eventfd_read(fd, &count) == 0)
		return 1;
	return errno == EAGAIN ? 0 : -errno;
}

/* Closes FD. */
JNIEXPORT jint JNICALL FN(EventFd, close)(JNIEnv *env, jclass cls, jint fd)
{
	(void)env, (void)cls;
	return close(fd) == 0 ? 0 : -errno;
}
