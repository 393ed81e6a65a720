/* Devices and the memory of queues. Written against the headers of rdma-core 44 and later; run on the hollow device only. */
#include "newer.h"

#include <string.h>

/* The attributes up to rdma-core 64: bits that a library does not know are ignored and cleared. */
#define ALL_ATTRIBUTES 0x1ffff

_Static_assert(sizeof(struct verbena_mlx5_device) >= sizeof(struct mlx5dv_context), "mlx5dv_context has grown");
_Static_assert(offsetof(struct verbena_mlx5_device, core_clock) == offsetof(struct mlx5dv_context, hca_core_clock),
	       "another mlx5dv_context");
_Static_assert(offsetof(struct verbena_mlx5_device, signature) == offsetof(struct mlx5dv_context, sig_caps),
	       "another mlx5dv_context");
_Static_assert(offsetof(struct verbena_mlx5_device, max_copy) == offsetof(struct mlx5dv_context, max_wr_memcpy_length),
	       "another mlx5dv_context");
_Static_assert(offsetof(struct verbena_mlx5_device, crypto) == offsetof(struct mlx5dv_context, crypto_caps),
	       "another mlx5dv_context");
#ifdef HAVE_MLX5DV_REG_DMABUF_MR
_Static_assert(offsetof(struct verbena_mlx5_device, max_reads) == offsetof(struct mlx5dv_context, max_dc_rd_atom),
	       "another mlx5dv_context");
_Static_assert(offsetof(struct verbena_mlx5_device, unordered_receives) == offsetof(struct mlx5dv_context, ooo_recv_wrs_caps),
	       "another mlx5dv_context");
#endif

/* Returns 1 if libmlx5 drives the device, and 0 if not. */
int verbena_mlx5_is_supported(int64_t context)
{
	return mlx5dv_is_supported(VERBS(context)->device);
}

/* Queries the attributes of a device; EOPNOTSUPP if it is no mlx5 device. */
int verbena_mlx5_query_device(int64_t context, int64_t attributes)
{
	struct verbena_mlx5_device *device = OBJECT(verbena_mlx5_device, attributes);

	*device = (struct verbena_mlx5_device){.comp_mask = ALL_ATTRIBUTES};
	return verbena_result(mlx5dv_query_device(VERBS(context), (struct mlx5dv_context *)(void *)device));
}

int verbena_mlx5_query_port(int64_t context, int port, int64_t attributes)
{
	return verbena_result(mlx5dv_query_port(VERBS(context), (uint32_t)port, OBJECT(mlx5dv_port, attributes)));
}

int verbena_mlx5_get_clock_info(int64_t context, int64_t clock)
{
	return verbena_result(mlx5dv_get_clock_info(VERBS(context), OBJECT(mlx5dv_clock_info, clock)));
}

/* Returns a queue pair number that the kernel gives to no queue pair. */
int verbena_mlx5_reserved_qpn_alloc(int64_t context)
{
	uint32_t number = 0;
	int result = verbena_result(mlx5dv_reserved_qpn_alloc(VERBS(context), &number));

	return result ? result : (int)number;
}

int verbena_mlx5_reserved_qpn_dealloc(int64_t context, int number)
{
	return verbena_result(mlx5dv_reserved_qpn_dealloc(VERBS(context), (uint32_t)number));
}

typedef int get_data_direct_sysfs_path_function(struct ibv_context *context, char *path, size_t length);
typedef int devx_uar_export_dmabuf_fd_function(struct mlx5dv_devx_uar *uar);

int verbena_mlx5_sysfs_path(int64_t context, int64_t path, int length)
{
	return NEWER(verbena_result, get_data_direct_sysfs_path, VERBS(context), POINTER(path), (size_t)length);
}

/* Returns a DMA-BUF descriptor, or -errno; the function itself returns -1 and sets errno, or -errno. */
int verbena_mlx5_uar_dmabuf(int64_t registers)
{
	errno = 0;
	int descriptor = NEWER(, devx_uar_export_dmabuf_fd, OBJECT(mlx5dv_devx_uar, registers));

	return descriptor >= 0 || descriptor == VERBENA_NOT_IN_LIBRARY ? descriptor : -verbena_errno(descriptor);
}

/* ---- the memory of queues */

int verbena_mlx5_raw_qp(int64_t queue_pair, int64_t queue)
{
	struct mlx5dv_obj object = {.qp = {.in = OBJECT(ibv_qp, queue_pair), .out = OBJECT(mlx5dv_qp, queue)}};

	object.qp.out->comp_mask = MLX5DV_QP_MASK_UAR_MMAP_OFFSET | MLX5DV_QP_MASK_RAW_QP_HANDLES | MLX5DV_QP_MASK_RAW_QP_TIR_ADDR;
	return verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP));
}

int verbena_mlx5_raw_cq(int64_t completion_queue, int64_t queue)
{
	struct mlx5dv_obj object = {.cq = {.in = OBJECT(ibv_cq, completion_queue), .out = OBJECT(mlx5dv_cq, queue)}};

	return verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ));
}

int verbena_mlx5_raw_srq(int64_t shared_receive_queue, int64_t queue)
{
	struct mlx5dv_obj object = {.srq = {.in = OBJECT(ibv_srq, shared_receive_queue), .out = OBJECT(mlx5dv_srq, queue)}};

	object.srq.out->comp_mask = MLX5DV_SRQ_MASK_SRQN;
	return verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_SRQ));
}

int verbena_mlx5_raw_rwq(int64_t work_queue, int64_t queue)
{
	struct mlx5dv_obj object = {.rwq = {.in = OBJECT(ibv_wq, work_queue), .out = OBJECT(mlx5dv_rwq, queue)}};

	return verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_RWQ));
}

int verbena_mlx5_raw_dm(int64_t memory, int64_t attributes)
{
	struct mlx5dv_obj object = {.dm = {.in = OBJECT(ibv_dm, memory), .out = OBJECT(mlx5dv_dm, attributes)}};

	object.dm.out->comp_mask = MLX5DV_DM_MASK_REMOTE_VA;
	return verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_DM));
}

/* Returns the number of a protection domain, 24 bits. */
int verbena_mlx5_raw_pd(int64_t domain)
{
	struct mlx5dv_pd found = {0};
	struct mlx5dv_obj object = {.pd = {.in = OBJECT(ibv_pd, domain), .out = &found}};
	int result = verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_PD));

	return result ? result : (int)found.pdn;
}

/* Copies the address vector of an address handle. */
int verbena_mlx5_raw_ah(int64_t address_handle, int64_t vector)
{
	struct mlx5dv_ah found = {0};
	struct mlx5dv_obj object = {.ah = {.in = OBJECT(ibv_ah, address_handle), .out = &found}};
	int result = verbena_result(mlx5dv_init_obj(&object, MLX5DV_OBJ_AH));

	if (!result)
		memcpy(POINTER(vector), found.av, sizeof(*found.av));
	return result;
}

int64_t verbena_mlx5_map_op(int64_t memory, int operation)
{
	return verbena_handle(mlx5dv_dm_map_op_addr(OBJECT(ibv_dm, memory), (uint8_t)operation));
}

/* Copies the public fields of an object. */
int verbena_mlx5_copy(int64_t object, int64_t fields, int length)
{
	memcpy(POINTER(fields), POINTER(object), (size_t)length);
	return 0;
}
