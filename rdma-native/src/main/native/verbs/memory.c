/* Protection domains, memory regions, memory windows. */
#include "verbena_verbs.h"

/* Allocates a protection domain. */
int64_t verbena_verbs_alloc_pd(int64_t context)
{
	return verbena_handle(ibv_alloc_pd(OBJECT(verbena_context, context)->verbs));
}

/* Deallocates a protection domain. */
int verbena_verbs_dealloc_pd(int64_t pd)
{
	return verbena_result(ibv_dealloc_pd(OBJECT(ibv_pd, pd)));
}

/* Registers LENGTH bytes at ADDRESS, which peers address as IOVA. */
int64_t verbena_verbs_reg_mr(int64_t pd, int64_t address, int64_t length, int64_t iova, int access)
{
	void *memory = (void *)(intptr_t)address;
	unsigned int flags = (unsigned int)access;

	if (iova == address)
		return verbena_handle(ibv_reg_mr(OBJECT(ibv_pd, pd), memory, (size_t)length, flags));
	return verbena_handle(ibv_reg_mr_iova2(OBJECT(ibv_pd, pd), memory, (size_t)length, (uint64_t)iova, flags));
}

/* Registers memory of another device by its DMA-BUF descriptor. */
int64_t verbena_verbs_reg_dmabuf_mr(int64_t pd, int64_t offset, int64_t length, int64_t iova, int fd, int access)
{
	return verbena_handle(
		ibv_reg_dmabuf_mr(OBJECT(ibv_pd, pd), (uint64_t)offset, (size_t)length, (uint64_t)iova, fd, access));
}

/* Allocates a region that discards writes and reads as zeros. */
int64_t verbena_verbs_alloc_null_mr(int64_t pd)
{
	return verbena_handle(ibv_alloc_null_mr(OBJECT(ibv_pd, pd)));
}

/* Returns the local key. */
int verbena_verbs_lkey(int64_t mr)
{
	return (int)OBJECT(ibv_mr, mr)->lkey;
}

/* Returns the remote key. */
int verbena_verbs_rkey(int64_t mr)
{
	return (int)OBJECT(ibv_mr, mr)->rkey;
}

/*
 * Changes the parts of a region that FLAGS select. Returns 0, or errno in the lower 16 bits and above them the negated enum
 * ibv_rereg_mr_err_code, which describes the state of the region.
 */
int verbena_verbs_rereg_mr(int64_t mr, int flags, int64_t pd, int64_t address, int64_t length, int access)
{
	errno = 0;
	int left = ibv_rereg_mr(OBJECT(ibv_mr, mr), flags, OBJECT(ibv_pd, pd), (void *)(intptr_t)address,
				(size_t)length, access);
	return left ? -left << 16 | (errno & 0xffff) : 0;
}

/* Advises the device of the use of COUNT segments. */
int verbena_verbs_advise_mr(int64_t pd, int advice, int flags, int64_t segments, int count)
{
	return verbena_result(ibv_advise_mr(OBJECT(ibv_pd, pd), (enum ibv_advise_mr_advice)advice, (uint32_t)flags,
					    OBJECT(ibv_sge, segments), (uint32_t)count));
}

/* Deregisters a region. */
int verbena_verbs_dereg_mr(int64_t mr)
{
	return verbena_result(ibv_dereg_mr(OBJECT(ibv_mr, mr)));
}

/* Allocates a memory window. */
int64_t verbena_verbs_alloc_mw(int64_t pd, int type)
{
	return verbena_handle(ibv_alloc_mw(OBJECT(ibv_pd, pd), (enum ibv_mw_type)type));
}

/* Returns the key of a window, which a bind of type 1 changes. */
int verbena_verbs_window_rkey(int64_t mw)
{
	return (int)OBJECT(ibv_mw, mw)->rkey;
}

/* Deallocates a window. */
int verbena_verbs_dealloc_mw(int64_t mw)
{
	return verbena_result(ibv_dealloc_mw(OBJECT(ibv_mw, mw)));
}

/* Binds a window of type 1. */
int verbena_verbs_bind_mw(int64_t qp, int64_t mw, int64_t id, int flags, int64_t mr, int64_t address, int64_t length,
			  int access)
{
	struct ibv_mw_bind bind = {
		.wr_id = (uint64_t)id,
		.send_flags = (unsigned int)flags,
		.bind_info = {
			.mr = OBJECT(ibv_mr, mr),
			.addr = (uint64_t)address,
			.length = (uint64_t)length,
			.mw_access_flags = (unsigned int)access,
		},
	};
	return verbena_result(ibv_bind_mw(OBJECT(ibv_qp, qp), OBJECT(ibv_mw, mw), &bind));
}

/* Prepares the library for fork; returns -EINVAL if memory is registered already. */
int verbena_verbs_fork_init(void)
{
	return verbena_result(ibv_fork_init());
}

/* Returns whether a fork is safe: enum ibv_fork_status. */
int verbena_verbs_fork_status(void)
{
	return (int)ibv_is_fork_initialized();
}
