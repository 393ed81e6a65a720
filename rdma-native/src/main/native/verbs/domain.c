/* Thread domains, parent domains and XRC domains. */
#include <fcntl.h>
#include <unistd.h>

#include "verbena_verbs.h"

/* Allocates a thread domain. */
int64_t verbena_verbs_alloc_td(int64_t context)
{
	struct ibv_td_init_attr attributes = {0};

	return verbena_handle(ibv_alloc_td(OBJECT(verbena_context, context)->verbs, &attributes));
}

/* Deallocates a thread domain. */
int verbena_verbs_dealloc_td(int64_t td)
{
	return verbena_result(ibv_dealloc_td(OBJECT(ibv_td, td)));
}

/* Allocates a parent domain of PD with TD and ALLOCATOR unless these are 0; dealloc_pd deallocates it. */
int64_t verbena_verbs_alloc_parent_domain(int64_t context, int64_t pd, int64_t td, int64_t allocator)
{
	struct ibv_parent_domain_init_attr attributes = {.pd = OBJECT(ibv_pd, pd), .td = OBJECT(ibv_td, td)};

	if (allocator)
		verbena_verbs_use_allocator(&attributes, allocator);
	return verbena_handle(ibv_alloc_parent_domain(OBJECT(verbena_context, context)->verbs, &attributes));
}

/*
 * Opens the XRC domain of the inode of FILE. CREATE creates it if there is none, EXCLUSIVE fails if there is one. Without FILE,
 * creates a private domain. The kernel keeps the inode, not the descriptor.
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

/* Closes an XRC domain, which must have no objects. */
int verbena_verbs_close_xrcd(int64_t xrcd)
{
	return verbena_result(ibv_close_xrcd(OBJECT(ibv_xrcd, xrcd)));
}
