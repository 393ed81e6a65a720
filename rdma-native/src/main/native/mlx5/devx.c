/* Commands of the firmware. Run on the hollow device only. */
#include <poll.h>

#include "verbena_mlx5.h"

int verbena_mlx5_general_cmd(int64_t context, int64_t in, int in_length, int64_t out, int out_length)
{
	return verbena_result(
		mlx5dv_devx_general_cmd(VERBS(context), POINTER(in), (size_t)in_length, POINTER(out), (size_t)out_length));
}

int64_t verbena_mlx5_obj_create(int64_t context, int64_t in, int in_length, int64_t out, int out_length)
{
	return verbena_handle(
		mlx5dv_devx_obj_create(VERBS(context), POINTER(in), (size_t)in_length, POINTER(out), (size_t)out_length));
}

/* The object and the buffers of a command. */
#define COMMAND(type) OBJECT(type, object), POINTER(in), (size_t)in_length, POINTER(out), (size_t)out_length

int verbena_mlx5_obj_query(int64_t object, int64_t in, int in_length, int64_t out, int out_length)
{
	return verbena_result(mlx5dv_devx_obj_query(COMMAND(mlx5dv_devx_obj)));
}

int verbena_mlx5_obj_modify(int64_t object, int64_t in, int in_length, int64_t out, int out_length)
{
	return verbena_result(mlx5dv_devx_obj_modify(COMMAND(mlx5dv_devx_obj)));
}

int verbena_mlx5_obj_destroy(int64_t object)
{
	return verbena_result(mlx5dv_devx_obj_destroy(OBJECT(mlx5dv_devx_obj, object)));
}

int verbena_mlx5_obj_query_async(int64_t object, int64_t in, int in_length, int out_length, int64_t id, int64_t completions)
{
	return verbena_result(mlx5dv_devx_obj_query_async(OBJECT(mlx5dv_devx_obj, object), POINTER(in), (size_t)in_length,
							  (size_t)out_length, (uint64_t)id,
							  OBJECT(mlx5dv_devx_cmd_comp, completions)));
}

/* Queries or changes an object of verbs, according to KIND. */
int verbena_mlx5_verbs_command(int kind, int modify, int64_t object, int64_t in, int in_length, int64_t out, int out_length)
{
	switch (kind << 1 | (modify != 0)) {
	case 0:
		return verbena_result(mlx5dv_devx_cq_query(COMMAND(ibv_cq)));
	case 1:
		return verbena_result(mlx5dv_devx_cq_modify(COMMAND(ibv_cq)));
	case 2:
		return verbena_result(mlx5dv_devx_qp_query(COMMAND(ibv_qp)));
	case 3:
		return verbena_result(mlx5dv_devx_qp_modify(COMMAND(ibv_qp)));
	case 4:
		return verbena_result(mlx5dv_devx_srq_query(COMMAND(ibv_srq)));
	case 5:
		return verbena_result(mlx5dv_devx_srq_modify(COMMAND(ibv_srq)));
	case 6:
		return verbena_result(mlx5dv_devx_wq_query(COMMAND(ibv_wq)));
	case 7:
		return verbena_result(mlx5dv_devx_wq_modify(COMMAND(ibv_wq)));
	case 8:
		return verbena_result(mlx5dv_devx_ind_tbl_query(COMMAND(ibv_rwq_ind_table)));
	case 9:
		return verbena_result(mlx5dv_devx_ind_tbl_modify(COMMAND(ibv_rwq_ind_table)));
	default:
		return -EINVAL;
	}
}

int64_t verbena_mlx5_umem_reg(int64_t context, int64_t address, int64_t length, int access)
{
	return verbena_handle(mlx5dv_devx_umem_reg(VERBS(context), POINTER(address), (size_t)length, (uint32_t)access));
}

/* Registers memory, or that of a DMA-BUF DESCRIPTOR at the offset ADDRESS. */
int64_t verbena_mlx5_umem_reg_ex(int64_t context, int64_t address, int64_t length, int access, int64_t page_sizes, int descriptor)
{
	struct mlx5dv_devx_umem_in memory = {
		.addr = POINTER(address),
		.size = (size_t)length,
		.access = (uint32_t)access,
		.pgsz_bitmap = (uint64_t)page_sizes,
		.comp_mask = descriptor < 0 ? 0 : MLX5DV_UMEM_MASK_DMABUF,
		.dmabuf_fd = descriptor < 0 ? 0 : descriptor,
	};

	return verbena_handle(mlx5dv_devx_umem_reg_ex(VERBS(context), &memory));
}

int verbena_mlx5_umem_dereg(int64_t memory)
{
	return verbena_result(mlx5dv_devx_umem_dereg(OBJECT(mlx5dv_devx_umem, memory)));
}

int verbena_mlx5_query_eqn(int64_t context, int vector)
{
	uint32_t number = 0;
	int result = verbena_result(mlx5dv_devx_query_eqn(VERBS(context), (uint32_t)vector, &number));

	return result ? result : (int)number;
}

int64_t verbena_mlx5_create_cmd_comp(int64_t context)
{
	return verbena_handle(mlx5dv_devx_create_cmd_comp(VERBS(context)));
}

int verbena_mlx5_destroy_cmd_comp(int64_t completions)
{
	mlx5dv_devx_destroy_cmd_comp(OBJECT(mlx5dv_devx_cmd_comp, completions));
	return 0;
}

int verbena_mlx5_get_cmd_comp(int64_t completions, int64_t completion, int length)
{
	return verbena_result(mlx5dv_devx_get_async_cmd_comp(OBJECT(mlx5dv_devx_cmd_comp, completions), POINTER(completion),
							     (size_t)length));
}

int64_t verbena_mlx5_create_event_channel(int64_t context, int flags)
{
	return verbena_handle(mlx5dv_devx_create_event_channel(
		VERBS(context), (enum mlx5dv_devx_create_event_channel_flags)(unsigned int)flags));
}

int verbena_mlx5_destroy_event_channel(int64_t channel)
{
	mlx5dv_devx_destroy_event_channel(OBJECT(mlx5dv_devx_event_channel, channel));
	return 0;
}

int verbena_mlx5_subscribe(int64_t channel, int64_t object, int64_t events, int length, int64_t cookie)
{
	return verbena_result(mlx5dv_devx_subscribe_devx_event(OBJECT(mlx5dv_devx_event_channel, channel),
							       OBJECT(mlx5dv_devx_obj, object), (uint16_t)length,
							       POINTER(events), (uint64_t)cookie));
}

int verbena_mlx5_subscribe_fd(int64_t channel, int descriptor, int64_t object, int event)
{
	return verbena_result(mlx5dv_devx_subscribe_devx_event_fd(OBJECT(mlx5dv_devx_event_channel, channel), descriptor,
								  OBJECT(mlx5dv_devx_obj, object), (uint16_t)event));
}

/* Returns the number of bytes of an event, or -errno. */
int verbena_mlx5_get_event(int64_t channel, int64_t event, int length)
{
	errno = 0;
	ssize_t count =
		mlx5dv_devx_get_event(OBJECT(mlx5dv_devx_event_channel, channel), POINTER(event), (size_t)length);
	return count >= 0 ? (int)count : -verbena_errno((int)count);
}

int64_t verbena_mlx5_alloc_msi(int64_t context)
{
	return verbena_handle(mlx5dv_devx_alloc_msi_vector(VERBS(context)));
}

int verbena_mlx5_free_msi(int64_t vector)
{
	return verbena_result(mlx5dv_devx_free_msi_vector(OBJECT(mlx5dv_devx_msi_vector, vector)));
}

int64_t verbena_mlx5_create_eq(int64_t context, int64_t in, int in_length, int64_t out, int out_length)
{
	return verbena_handle(
		mlx5dv_devx_create_eq(VERBS(context), POINTER(in), (size_t)in_length, POINTER(out), (size_t)out_length));
}

int verbena_mlx5_destroy_eq(int64_t queue)
{
	return verbena_result(mlx5dv_devx_destroy_eq(OBJECT(mlx5dv_devx_eq, queue)));
}

/* Returns 1 if DESCRIPTOR can be read, 0 after the timeout or a signal, or -errno. */
int verbena_mlx5_wait_readable(int descriptor, int timeout_millis)
{
	struct pollfd waited = {.fd = descriptor, .events = POLLIN};
	int count = poll(&waited, 1, timeout_millis);

	return count >= 0 ? count : errno == EINTR ? 0 : -errno;
}
