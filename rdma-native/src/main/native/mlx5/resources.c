/* Packet pacing, scheduling, doorbells of virtual devices, and registers. Run on the hollow device only. */
#include "verbena_mlx5.h"

int64_t verbena_mlx5_pp_alloc(int64_t context, int length, int64_t parameters, int flags)
{
	return verbena_handle(mlx5dv_pp_alloc(VERBS(context), (size_t)length, POINTER(parameters), (uint32_t)flags));
}

int verbena_mlx5_pp_free(int64_t pacing)
{
	mlx5dv_pp_free(OBJECT(mlx5dv_pp, pacing));
	return 0;
}

static struct mlx5dv_sched_attr limits(int64_t parent, int flags, int share, int max_rate)
{
	return (struct mlx5dv_sched_attr){
		.parent = OBJECT(mlx5dv_sched_node, parent),
		.flags = (uint32_t)flags,
		.bw_share = (uint32_t)share,
		.max_avg_bw = (uint32_t)max_rate,
	};
}

int64_t verbena_mlx5_sched_node_create(int64_t context, int64_t parent, int flags, int share, int max_rate)
{
	struct mlx5dv_sched_attr attributes = limits(parent, flags, share, max_rate);

	return verbena_handle(mlx5dv_sched_node_create(VERBS(context), &attributes));
}

int64_t verbena_mlx5_sched_leaf_create(int64_t context, int64_t parent, int flags, int share, int max_rate)
{
	struct mlx5dv_sched_attr attributes = limits(parent, flags, share, max_rate);

	return verbena_handle(mlx5dv_sched_leaf_create(VERBS(context), &attributes));
}

int verbena_mlx5_sched_node_modify(int64_t node, int flags, int share, int max_rate)
{
	struct mlx5dv_sched_attr attributes = limits(0, flags, share, max_rate);

	return verbena_result(mlx5dv_sched_node_modify(OBJECT(mlx5dv_sched_node, node), &attributes));
}

int verbena_mlx5_sched_leaf_modify(int64_t leaf, int flags, int share, int max_rate)
{
	struct mlx5dv_sched_attr attributes = limits(0, flags, share, max_rate);

	return verbena_result(mlx5dv_sched_leaf_modify(OBJECT(mlx5dv_sched_leaf, leaf), &attributes));
}

int verbena_mlx5_sched_node_destroy(int64_t node)
{
	return verbena_result(mlx5dv_sched_node_destroy(OBJECT(mlx5dv_sched_node, node)));
}

int verbena_mlx5_sched_leaf_destroy(int64_t leaf)
{
	return verbena_result(mlx5dv_sched_leaf_destroy(OBJECT(mlx5dv_sched_leaf, leaf)));
}

int verbena_mlx5_modify_qp_sched(int64_t queue_pair, int64_t requester, int64_t responder)
{
	return verbena_result(mlx5dv_modify_qp_sched_elem(OBJECT(ibv_qp, queue_pair), OBJECT(mlx5dv_sched_leaf, requester),
							  OBJECT(mlx5dv_sched_leaf, responder)));
}

int64_t verbena_mlx5_alloc_var(int64_t context, int flags)
{
	return verbena_handle(mlx5dv_alloc_var(VERBS(context), (uint32_t)flags));
}

int verbena_mlx5_free_var(int64_t variable)
{
	mlx5dv_free_var(OBJECT(mlx5dv_var, variable));
	return 0;
}

int64_t verbena_mlx5_alloc_uar(int64_t context, int type)
{
	return verbena_handle(mlx5dv_devx_alloc_uar(VERBS(context), (uint32_t)type));
}

int verbena_mlx5_free_uar(int64_t registers)
{
	mlx5dv_devx_free_uar(OBJECT(mlx5dv_devx_uar, registers));
	return 0;
}
