/* Device memory. */
#include "verbena_verbs.h"

/* Allocates LENGTH bytes, aligned to 2^ALIGNMENT. */
int64_t verbena_verbs_alloc_dm(int64_t context, int64_t length, int alignment)
{
	struct ibv_alloc_dm_attr attributes = {.length = (size_t)length, .log_align_req = (uint32_t)alignment};

	return verbena_handle(ibv_alloc_dm(OBJECT(verbena_context, context)->verbs, &attributes));
}

/* Frees device memory, which must have no regions. */
int verbena_verbs_free_dm(int64_t dm)
{
	return verbena_result(ibv_free_dm(OBJECT(ibv_dm, dm)));
}

/* Registers LENGTH bytes at OFFSET. */
int64_t verbena_verbs_reg_dm_mr(int64_t pd, int64_t dm, int64_t offset, int64_t length, int access)
{
	return verbena_handle(ibv_reg_dm_mr(OBJECT(ibv_pd, pd), OBJECT(ibv_dm, dm), (uint64_t)offset, (size_t)length,
					    (unsigned int)access));
}

/* Copies LENGTH bytes from ADDRESS to OFFSET. */
int verbena_verbs_write_dm(int64_t dm, int64_t offset, int64_t address, int64_t length)
{
	return verbena_result(ibv_memcpy_to_dm(OBJECT(ibv_dm, dm), (uint64_t)offset, (const void *)(intptr_t)address,
					       (size_t)length));
}

/* Copies LENGTH bytes from OFFSET to ADDRESS. */
int verbena_verbs_read_dm(int64_t dm, int64_t offset, int64_t address, int64_t length)
{
	return verbena_result(ibv_memcpy_from_dm((void *)(intptr_t)address, OBJECT(ibv_dm, dm), (uint64_t)offset,
						 (size_t)length));
}
