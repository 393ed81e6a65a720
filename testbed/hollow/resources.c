/* The functions of libmlx5 for packet pacing, scheduling and doorbells; see mlx5.c. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "hollow.h"

struct mlx5dv_pp *mlx5dv_pp_alloc(struct ibv_context *context, size_t length, const void *parameters, uint32_t flags)
{
	(void)context;
	hollow_call("mlx5dv_pp_alloc flags %x", flags);
	hollow_call_bytes("  parameters", parameters, length);
	MAY_REFUSE_OBJECT("mlx5dv_pp_alloc");
	struct mlx5dv_pp *pp = calloc(1, sizeof(*pp));
	if (pp)
		pp->index = 0xfc01;
	return pp;
}

void mlx5dv_pp_free(struct mlx5dv_pp *pp)
{
	hollow_call("mlx5dv_pp_free %x", pp->index);
	free(pp);
}

struct mlx5dv_sched_node {
	uint32_t number;
};

struct mlx5dv_sched_leaf {
	uint32_t number;
};

static void call_limits(const char *name, uint32_t number, const struct mlx5dv_sched_attr *attributes)
{
	hollow_call("%s %x parent %x flags %x share %u rate %u mask %" PRIx64, name, number,
		    attributes->parent ? attributes->parent->number : 0, attributes->flags, attributes->bw_share,
		    attributes->max_avg_bw, attributes->comp_mask);
}

struct mlx5dv_sched_node *mlx5dv_sched_node_create(struct ibv_context *context, const struct mlx5dv_sched_attr *attributes)
{
	static uint32_t numbers;

	(void)context;
	call_limits("mlx5dv_sched_node_create", 0, attributes);
	MAY_REFUSE_OBJECT("mlx5dv_sched_node_create");
	struct mlx5dv_sched_node *node = calloc(1, sizeof(*node));
	if (node)
		node->number = 0xc00 + ++numbers;
	return node;
}

struct mlx5dv_sched_leaf *mlx5dv_sched_leaf_create(struct ibv_context *context, const struct mlx5dv_sched_attr *attributes)
{
	static uint32_t numbers;

	(void)context;
	call_limits("mlx5dv_sched_leaf_create", 0, attributes);
	MAY_REFUSE_OBJECT("mlx5dv_sched_leaf_create");
	struct mlx5dv_sched_leaf *leaf = calloc(1, sizeof(*leaf));
	if (leaf)
		leaf->number = 0xd00 + ++numbers;
	return leaf;
}

int mlx5dv_sched_node_modify(struct mlx5dv_sched_node *node, const struct mlx5dv_sched_attr *attributes)
{
	call_limits("mlx5dv_sched_node_modify", node->number, attributes);
	MAY_REFUSE("mlx5dv_sched_node_modify");
	return 0;
}

int mlx5dv_sched_leaf_modify(struct mlx5dv_sched_leaf *leaf, const struct mlx5dv_sched_attr *attributes)
{
	call_limits("mlx5dv_sched_leaf_modify", leaf->number, attributes);
	MAY_REFUSE("mlx5dv_sched_leaf_modify");
	return 0;
}

int mlx5dv_sched_node_destroy(struct mlx5dv_sched_node *node)
{
	hollow_call("mlx5dv_sched_node_destroy %x", node->number);
	MAY_REFUSE("mlx5dv_sched_node_destroy");
	free(node);
	return 0;
}

int mlx5dv_sched_leaf_destroy(struct mlx5dv_sched_leaf *leaf)
{
	hollow_call("mlx5dv_sched_leaf_destroy %x", leaf->number);
	MAY_REFUSE("mlx5dv_sched_leaf_destroy");
	free(leaf);
	return 0;
}

int mlx5dv_modify_qp_sched_elem(struct ibv_qp *qp, const struct mlx5dv_sched_leaf *requests,
				const struct mlx5dv_sched_leaf *responses)
{
	(void)qp;
	hollow_call("mlx5dv_modify_qp_sched_elem %x %x", requests ? requests->number : 0, responses ? responses->number : 0);
	MAY_REFUSE("mlx5dv_modify_qp_sched_elem");
	return 0;
}

struct mlx5dv_var *mlx5dv_alloc_var(struct ibv_context *context, uint32_t flags)
{
	(void)context;
	hollow_call("mlx5dv_alloc_var flags %x", flags);
	MAY_REFUSE_OBJECT("mlx5dv_alloc_var");
	struct mlx5dv_var *var = calloc(1, sizeof(*var));
	if (var)
		*var = (struct mlx5dv_var){.page_id = 0xe01, .length = 0xe02, .mmap_off = 0xe03000};
	return var;
}

void mlx5dv_free_var(struct mlx5dv_var *var)
{
	hollow_call("mlx5dv_free_var %x", var->page_id);
	free(var);
}

struct mlx5dv_devx_uar *mlx5dv_devx_alloc_uar(struct ibv_context *context, uint32_t flags)
{
	(void)context;
	hollow_call("mlx5dv_devx_alloc_uar type %x", flags);
	MAY_REFUSE_OBJECT("mlx5dv_devx_alloc_uar");
	struct mlx5dv_devx_uar *uar = calloc(1, sizeof(*uar));
	if (uar)
		*uar = (struct mlx5dv_devx_uar){.reg_addr = (void *)(uintptr_t)0xf01800,
						.base_addr = (void *)(uintptr_t)0xf01000,
						.page_id = 0xf02,
						.mmap_off = 0xf03000};
	return uar;
}

void mlx5dv_devx_free_uar(struct mlx5dv_devx_uar *uar)
{
	hollow_call("mlx5dv_devx_free_uar %x", uar->page_id);
	free(uar);
}
