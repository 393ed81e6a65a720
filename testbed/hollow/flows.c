/* The functions of libmlx5 for rules of the kernel in the format of the device. */
#include <inttypes.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>

#include "hollow.h"

void hollow_call_match(const char *name, const struct mlx5dv_flow_match_parameters *match)
{
	hollow_call("  %s of %zu bytes", name, match->match_sz);
	for (size_t i = 0; i < match->match_sz; i += 64)
		hollow_call_bytes("  ", (const char *)match->match_buf + i, match->match_sz - i < 64 ? match->match_sz - i : 64);
}

struct mlx5dv_flow_matcher {
	struct ibv_context *context;
	uint32_t number;
	int users;
};

/* A rule, which libibverbs destroys by its first member. */
struct hollow_flow {
	struct ibv_flow verbs;
	struct mlx5dv_flow_matcher *matcher;
};

static uint32_t numbers = 0x1b00;

struct mlx5dv_flow_matcher *mlx5dv_create_flow_matcher(struct ibv_context *context, struct mlx5dv_flow_matcher_attr *attributes)
{
	hollow_call("mlx5dv_create_flow_matcher type %d flags %x priority %u criteria %x mask %" PRIx64 " table %d",
		    (int)attributes->type, attributes->flags, attributes->priority, attributes->match_criteria_enable,
		    attributes->comp_mask, (int)attributes->ft_type);
	hollow_call_match("mask", attributes->match_mask);
	MAY_REFUSE_OBJECT("mlx5dv_create_flow_matcher");
	struct mlx5dv_flow_matcher *matcher = calloc(1, sizeof(*matcher));
	if (matcher)
		*matcher = (struct mlx5dv_flow_matcher){.context = context, .number = ++numbers};
	return matcher;
}

int mlx5dv_destroy_flow_matcher(struct mlx5dv_flow_matcher *matcher)
{
	hollow_call("mlx5dv_destroy_flow_matcher %x", matcher->number);
	MAY_REFUSE("mlx5dv_destroy_flow_matcher");
	if (matcher->users)
		return EBUSY;
	free(matcher);
	return 0;
}

/* An action of mlx5dv_create_flow; in the headers of later releases, this is a macro for another function with larger ones. */
struct hollow_flow_action {
	enum mlx5dv_flow_action_type type;
	union {
		struct ibv_qp *qp;
		struct ibv_counters *counter;
		struct ibv_flow_action *action;
		uint32_t tag_value;
		struct mlx5dv_devx_obj *obj;
	};
};

#undef mlx5dv_create_flow
struct ibv_flow *mlx5dv_create_flow(struct mlx5dv_flow_matcher *matcher, struct mlx5dv_flow_match_parameters *value, size_t count,
				    struct mlx5dv_flow_action_attr actions[]);

static void call_action(const struct hollow_flow_action *action)
{
	switch (action->type) {
	case MLX5DV_FLOW_ACTION_DEST_IBV_QP:
		hollow_call("  to a queue pair %d", action->qp->context != NULL);
		break;
	case MLX5DV_FLOW_ACTION_DROP:
	case MLX5DV_FLOW_ACTION_DEFAULT_MISS:
		hollow_call("  type %d", (int)action->type);
		break;
	case MLX5DV_FLOW_ACTION_IBV_COUNTER:
		hollow_call("  counters %d", action->counter->context != NULL);
		break;
	case MLX5DV_FLOW_ACTION_IBV_FLOW_ACTION:
		hollow_call("  action %x", hollow_action(action->action));
		break;
	case MLX5DV_FLOW_ACTION_TAG:
		hollow_call("  tag %x", action->tag_value);
		break;
	case MLX5DV_FLOW_ACTION_DEST_DEVX:
	case MLX5DV_FLOW_ACTION_COUNTERS_DEVX:
		hollow_call("  type %d object %x", (int)action->type, hollow_object(action->obj));
		break;
	default:
		hollow_call("  unknown type %d", (int)action->type);
	}
}

struct ibv_flow *mlx5dv_create_flow(struct mlx5dv_flow_matcher *matcher, struct mlx5dv_flow_match_parameters *value, size_t count,
				    struct mlx5dv_flow_action_attr actions[])
{
	hollow_call("mlx5dv_create_flow matcher %x actions %zu", matcher->number, count);
	hollow_call_match("value", value);
	for (size_t i = 0; i < count; i++)
		call_action((const struct hollow_flow_action *)(const void *)actions + i);
	MAY_REFUSE_OBJECT("mlx5dv_create_flow");
	struct hollow_flow *flow = calloc(1, sizeof(*flow));
	if (!flow)
		return NULL;
	matcher->users++;
	flow->matcher = matcher;
	flow->verbs.handle = ++numbers;
	flow->verbs.context = matcher->context;
	return &flow->verbs;
}

int hollow_flow_ends(struct ibv_flow *flow)
{
	if (!flow->handle)
		return 0;
	hollow_call("destroy_flow %x", flow->handle);
	MAY_REFUSE("ibv_destroy_flow");
	((struct hollow_flow *)(void *)flow)->matcher->users--;
	return 0;
}

/* ---- actions and anchors */

struct ibv_flow_action *mlx5dv_create_flow_action_esp(struct ibv_context *context, struct ibv_flow_action_esp_attr *esp,
						      struct mlx5dv_flow_action_esp *own)
{
	const struct ibv_flow_action_esp_keymat_aes_gcm *key = esp->keymat_ptr;

	hollow_call("mlx5dv_create_flow_action_esp mask %" PRIx64 " flags %x", own->comp_mask, own->action_flags);
	hollow_call("  mask %x esn %x protocols %d %d replay %d header %d", esp->comp_mask, esp->esn, (int)esp->keymat_proto,
		    (int)esp->replay_proto, esp->replay_ptr != NULL, esp->esp_encap != NULL);
	hollow_call("  association spi %x seq %x pad %x flags %x limit %" PRIx64, esp->esp_attr->spi, esp->esp_attr->seq,
		    esp->esp_attr->tfc_pad, esp->esp_attr->flags, (uint64_t)esp->esp_attr->hard_limit_pkts);
	hollow_call("  key length %u iv %" PRIx64 " algorithm %x salt %x icv %u", esp->keymat_len, (uint64_t)key->iv, key->iv_algo,
		    key->salt, key->icv_len);
	hollow_call_bytes("  key", key->aes_key, key->key_len);
	MAY_REFUSE_OBJECT("mlx5dv_create_flow_action_esp");
	return hollow_new_action(context, ++numbers);
}

struct ibv_flow_action *mlx5dv_create_flow_action_modify_header(struct ibv_context *context, size_t length, uint64_t changes[],
								enum mlx5dv_flow_table_type table)
{
	hollow_call("mlx5dv_create_flow_action_modify_header table %d", (int)table);
	hollow_call_bytes("  changes", changes, length);
	MAY_REFUSE_OBJECT("mlx5dv_create_flow_action_modify_header");
	return hollow_new_action(context, ++numbers);
}

struct ibv_flow_action *mlx5dv_create_flow_action_packet_reformat(struct ibv_context *context, size_t length, void *headers,
								  enum mlx5dv_flow_action_packet_reformat_type type,
								  enum mlx5dv_flow_table_type table)
{
	hollow_call("mlx5dv_create_flow_action_packet_reformat type %d table %d headers %d", (int)type, (int)table, headers != NULL);
	hollow_call_bytes("  headers", headers, length);
	MAY_REFUSE_OBJECT("mlx5dv_create_flow_action_packet_reformat");
	return hollow_new_action(context, ++numbers);
}

struct mlx5dv_steering_anchor *mlx5dv_create_steering_anchor(struct ibv_context *context,
							     struct mlx5dv_steering_anchor_attr *attributes)
{
	(void)context;
	hollow_call("mlx5dv_create_steering_anchor table %d priority %u mask %" PRIx64, (int)attributes->ft_type,
		    attributes->priority, attributes->comp_mask);
	MAY_REFUSE_OBJECT("mlx5dv_create_steering_anchor");
	struct mlx5dv_steering_anchor *anchor = calloc(1, sizeof(*anchor));
	if (anchor)
		anchor->id = 0x1c01;
	return anchor;
}

int mlx5dv_destroy_steering_anchor(struct mlx5dv_steering_anchor *anchor)
{
	hollow_call("mlx5dv_destroy_steering_anchor %x", anchor->id);
	MAY_REFUSE("mlx5dv_destroy_steering_anchor");
	free(anchor);
	return 0;
}
