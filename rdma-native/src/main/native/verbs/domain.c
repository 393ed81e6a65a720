/* Domains of other kinds: of threads, around another domain, of extended reliable connections. */
#include <fcntl.h>
#include <unistd.h>

#include "verbena_verbs.h"

/* A thread domain. */
int64_t verbena_verbs_alloc_td(int64_t context)
{
	struct ibv_td_init_attr attributes = {0};

	return verbena_handle(ibv_alloc_td(OBJECT(verbena_context, context)->verbs, &attributes));
}

/* Ends a thread domain. */
int verbena_verbs_dealloc_td(int64_t td)
{
	return verbena_result(ibv_dealloc_td(OBJECT(ibv_td, td)));
}

/* A domain around PD, for the threads of TD and with the memory of ALLOCATOR unless these are 0; dealloc_pd ends it. */
int64_t verbena_verbs_alloc_parent_domain(int64_t context, int64_t pd, int64_t td, int64_t allocator)
{
	struct ibv_parent_domain_init_attr attributes = {.pd = OBJECT(ibv_pd, pd), .td = OBJECT(ibv_td, td)};

	if (allocator)
		verbena_verbs_use_allocator(&attributes, allocator);
	return verbena_handle(ibv_alloc_parent_domain(OBJECT(verbena_context, context)->verbs, &attributes));
}

/*
 * The XRC domain of the inode of FILE: CREATE makes it where there is none, EXCLUSIVE refuses one that is there. Without
 * FILE, a domain of its own. The kernel keeps the inode, not the descriptor.
 */
int64_t verbena_verbs_open_xrcd(int64_t context, const char *file, int create, int exclusive)
{
	struct ibv_xrcd_init_attr attributes = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0),
	};

	if (file) {
		attributes.fd = open(file, O_RDONLY | O_CLOEXEC);
		if (attributes.fd < 0)
			return -errno;
	}
	int64_t domain = verbena_handle(ibv_open_xrcd(OBJECT(verbena_context, context)->verbs, &attributes));
	if (file)
		close(attributes.fd);
	return domain;
}

/* Closes it; nothing of it may be left. */
int verbena_verbs_close_xrcd(int64_t xrcd)
{
	return verbena_result(ibv_close_xrcd(OBJECT(ibv_xrcd, xrcd)));
}
