/* Objects of another process: numbers of the kernel go out, and objects for them come in. */
#include "verbena_verbs.h"

/* The descriptor by which the kernel knows an open device. */
int verbena_verbs_descriptor(int64_t context)
{
	return OBJECT(verbena_context, context)->verbs->cmd_fd;
}

/* The number that the kernel has for a protection domain. */
int verbena_verbs_pd_number(int64_t pd)
{
	return (int)OBJECT(ibv_pd, pd)->handle;
}

/* That of a region. */
int verbena_verbs_mr_number(int64_t mr)
{
	return (int)OBJECT(ibv_mr, mr)->handle;
}

/* That of memory of the device; -EOPNOTSUPP where the driver does not tell. */
int verbena_verbs_dm_number(int64_t dm)
{
	const struct ibv_dm *memory = OBJECT(ibv_dm, dm);

	return memory->comp_mask & IBV_DM_MASK_HANDLE ? (int)memory->handle : -EOPNOTSUPP;
}

/* The protection domain that the kernel knows by NUMBER. */
int64_t verbena_verbs_import_pd(int64_t context, int number)
{
	return verbena_handle(ibv_import_pd(OBJECT(verbena_context, context)->verbs, (uint32_t)number));
}

/* Forgets it, and leaves it to whom it is of. */
int verbena_verbs_unimport_pd(int64_t pd)
{
	ibv_unimport_pd(OBJECT(ibv_pd, pd));
	return 0;
}

/* The region of PD that the kernel knows by NUMBER. */
int64_t verbena_verbs_import_mr(int64_t pd, int number)
{
	return verbena_handle(ibv_import_mr(OBJECT(ibv_pd, pd), (uint32_t)number));
}

/* Where it begins, for the process that it is of. */
int64_t verbena_verbs_mr_address(int64_t mr)
{
	return (int64_t)(intptr_t)OBJECT(ibv_mr, mr)->addr;
}

/* Its bytes. */
int64_t verbena_verbs_mr_length(int64_t mr)
{
	return (int64_t)OBJECT(ibv_mr, mr)->length;
}

/* Forgets it, and leaves it to whom it is of. */
int verbena_verbs_unimport_mr(int64_t mr)
{
	ibv_unimport_mr(OBJECT(ibv_mr, mr));
	return 0;
}

/* The memory of the device that the kernel knows by NUMBER. */
int64_t verbena_verbs_import_dm(int64_t context, int number)
{
	return verbena_handle(ibv_import_dm(OBJECT(verbena_context, context)->verbs, (uint32_t)number));
}

/* Forgets it, and leaves it to whom it is of. */
int verbena_verbs_unimport_dm(int64_t dm)
{
	ibv_unimport_dm(OBJECT(ibv_dm, dm));
	return 0;
}
