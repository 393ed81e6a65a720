/* Sharing of objects between processes, by their numbers in the kernel. */
#include "verbena_verbs.h"

/* Returns the file descriptor of an open device. */
int verbena_verbs_descriptor(int64_t context)
{
	return OBJECT(verbena_context, context)->verbs->cmd_fd;
}

/* Returns the number of a protection domain. */
int verbena_verbs_pd_number(int64_t pd)
{
	return (int)OBJECT(ibv_pd, pd)->handle;
}

/* Returns the number of a region. */
int verbena_verbs_mr_number(int64_t mr)
{
	return (int)OBJECT(ibv_mr, mr)->handle;
}

/* Returns the number of device memory, or -EOPNOTSUPP if the driver does not report it. */
int verbena_verbs_dm_number(int64_t dm)
{
	const struct ibv_dm *memory = OBJECT(ibv_dm, dm);

	return memory->comp_mask & IBV_DM_MASK_HANDLE ? (int)memory->handle : -EOPNOTSUPP;
}

/* Imports protection domain NUMBER. */
int64_t verbena_verbs_import_pd(int64_t context, int number)
{
	return verbena_handle(ibv_import_pd(OBJECT(verbena_context, context)->verbs, (uint32_t)number));
}

/* Releases an imported object, which its owner keeps. */
int verbena_verbs_unimport_pd(int64_t pd)
{
	ibv_unimport_pd(OBJECT(ibv_pd, pd));
	return 0;
}

/* Imports region NUMBER of PD. */
int64_t verbena_verbs_import_mr(int64_t pd, int number)
{
	return verbena_handle(ibv_import_mr(OBJECT(ibv_pd, pd), (uint32_t)number));
}

/* Returns the address of a region in its own process. */
int64_t verbena_verbs_mr_address(int64_t mr)
{
	return (int64_t)(intptr_t)OBJECT(ibv_mr, mr)->addr;
}

/* Returns the length of a region in bytes. */
int64_t verbena_verbs_mr_length(int64_t mr)
{
	return (int64_t)OBJECT(ibv_mr, mr)->length;
}

/* Releases an imported object, which its owner keeps. */
int verbena_verbs_unimport_mr(int64_t mr)
{
	ibv_unimport_mr(OBJECT(ibv_mr, mr));
	return 0;
}

/* Imports device memory NUMBER. */
int64_t verbena_verbs_import_dm(int64_t context, int number)
{
	return verbena_handle(ibv_import_dm(OBJECT(verbena_context, context)->verbs, (uint32_t)number));
}

/* Releases an imported object, which its owner keeps. */
int verbena_verbs_unimport_dm(int64_t dm)
{
	ibv_unimport_dm(OBJECT(ibv_dm, dm));
	return 0;
}
