/* Opening a device, which the libraries of drivers do with attributes of their own. */
#ifndef VERBENA_OPENING_H
#define VERBENA_OPENING_H

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "verbena_verbs.h"

/* Opens a device with ATTRIBUTES, or returns NULL and sets errno. */
typedef struct ibv_context *verbena_opener(struct ibv_device *device, void *attributes);

/* Opens the device NAME, or returns NULL and sets errno. */
static inline struct ibv_context *verbena_open_named(const char *name, verbena_opener *opener, void *attributes)
{
	struct ibv_context *context = NULL;
	struct ibv_device **devices = ibv_get_device_list(NULL);

	if (!devices)
		return NULL;
	errno = ENODEV;
	for (struct ibv_device **device = devices; *device && !context; device++)
		if (strcmp((*device)->name, name) == 0) {
			errno = 0;
			context = opener(*device, attributes);
			if (!context && !errno)
				errno = EIO;
			break;
		}
	int why = errno;
	ibv_free_device_list(devices);
	errno = why;
	return context;
}

/* Wraps an open device, or returns -errno if it is NULL. */
static inline int64_t verbena_adopt(struct ibv_context *verbs)
{
	struct verbena_context *context = verbs ? malloc(sizeof(*context)) : NULL;
	int why = errno ? errno : ENOMEM;

	if (context && (context->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) >= 0) {
		context->verbs = verbs;
		if (verbs->async_fd >= 0) /* devices of VFIO have none */
			fcntl(verbs->async_fd, F_SETFL, fcntl(verbs->async_fd, F_GETFL) | O_NONBLOCK);
		return verbena_handle(context);
	}
	if (context)
		why = errno;
	free(context);
	if (verbs)
		ibv_close_device(verbs);
	return -why;
}

#endif
