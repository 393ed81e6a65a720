/* Steering by rules of the kernel and by tables of the application. Run on the hollow device only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../verbs/esp.h"
#include "verbena_mlx5.h"

/*
 * The function of all releases, whose actions have 16 bytes. In the headers of later releases, its name is a macro for another function
 * with larger actions.
 */
#undef mlx5dv_create_flow
struct ibv_flow *mlx5dv_create_flow(struct mlx5dv_flow_matcher *matcher, struct mlx5dv_flow_match_parameters *value, size_t count,
				    struct mlx5dv_flow_action_attr actions[]);

struct flow_action {
	uint32_t type;
	union {
		void *object;
		uint32_t tag;
	};
};

_Static_assert(sizeof(struct flow_action) == 16 && offsetof(struct flow_action, object) == offsetof(struct mlx5dv_flow_action_attr, qp),
	       "another mlx5dv_flow_action_attr");

int64_t verbena_mlx5_matcher_create(int64_t context, int type, int flags, int priority, int criteria, int64_t mask,
				    int table_type)
{
	struct mlx5dv_flow_matcher_attr attributes = {
		.type = (enum ibv_flow_attr_type)(unsigned int)type,
		.flags = (uint32_t)flags,
		.priority = (uint16_t)priority,
		.match_criteria_enable = (uint8_t)criteria,
		.match_mask = POINTER(mask),
		.comp_mask = table_type < 0 ? 0 : MLX5DV_FLOW_MATCHER_MASK_FT_TYPE,
	};

	if (table_type >= 0)
		attributes.ft_type = (enum mlx5dv_flow_table_type)(unsigned int)table_type;
	return verbena_handle(mlx5dv_create_flow_matcher(VERBS(context), &attributes));
}

int verbena_mlx5_matcher_destroy(int64_t matcher)
{
	return verbena_result(mlx5dv_destroy_flow_matcher(OBJECT(mlx5dv_flow_matcher, matcher)));
}

/* Creates a rule with COUNT actions, each of which is an object or a tag. */
int64_t verbena_mlx5_flow_create(int64_t matcher, int64_t value, int64_t actions, int count)
{
	const struct verbena_mlx5_action *wanted = POINTER(actions);
	struct flow_action *own = calloc((size_t)count + 1, sizeof(*own));

	if (!own)
		return -ENOMEM;
	for (int i = 0; i < count; i++) {
		own[i].type = wanted[i].type;
		if (wanted[i].type == MLX5DV_FLOW_ACTION_TAG)
			own[i].tag = (uint32_t)wanted[i].object;
		else
			own[i].object = POINTER(wanted[i].object);
	}
	int64_t flow = verbena_handle(
		mlx5dv_create_flow(OBJECT(mlx5dv_flow_matcher, matcher), POINTER(value), (size_t)count, (void *)own));
	free(own);
	return flow;
}

int verbena_mlx5_flow_destroy(int64_t flow)
{
	return verbena_result(ibv_destroy_flow(OBJECT(ibv_flow, flow)));
}

int64_t verbena_mlx5_flow_modify_header(int64_t context, int64_t changes, int length, int table_type)
{
	return verbena_handle(mlx5dv_create_flow_action_modify_header(VERBS(context), (size_t)length, POINTER(changes),
								      (enum mlx5dv_flow_table_type)(unsigned int)table_type));
}

int64_t verbena_mlx5_flow_reformat(int64_t context, int64_t data, int length, int type, int table_type)
{
	return verbena_handle(mlx5dv_create_flow_action_packet_reformat(
		VERBS(context), (size_t)length, length ? POINTER(data) : NULL,
		(enum mlx5dv_flow_action_packet_reformat_type)(unsigned int)type,
		(enum mlx5dv_flow_table_type)(unsigned int)table_type));
}

int64_t verbena_mlx5_flow_esp(int64_t context, int64_t record, int flags)
{
	struct mlx5dv_flow_action_esp own = {.comp_mask = MLX5DV_FLOW_ACTION_ESP_MASK_FLAGS, .action_flags = (uint32_t)flags};
	struct verbena_esp_action action;
	int failed = verbena_esp_prepare(&action, record);

	return failed ? failed : verbena_handle(mlx5dv_create_flow_action_esp(VERBS(context), &action.verbs, &own));
}

int64_t verbena_mlx5_anchor_create(int64_t context, int table_type, int priority)
{
	struct mlx5dv_steering_anchor_attr attributes = {
		.ft_type = (enum mlx5dv_flow_table_type)(unsigned int)table_type,
		.priority = (uint16_t)priority,
	};

	return verbena_handle(mlx5dv_create_steering_anchor(VERBS(context), &attributes));
}

int verbena_mlx5_anchor_destroy(int64_t anchor)
{
	return verbena_result(mlx5dv_destroy_steering_anchor(OBJECT(mlx5dv_steering_anchor, anchor)));
}

/* ---- domains, tables, matchers and rules of the application */

int64_t verbena_mlx5_domain_create(int64_t context, int type)
{
	return verbena_handle(mlx5dv_dr_domain_create(VERBS(context), (enum mlx5dv_dr_domain_type)(unsigned int)type));
}

int verbena_mlx5_domain_destroy(int64_t domain)
{
	return verbena_result(mlx5dv_dr_domain_destroy(OBJECT(mlx5dv_dr_domain, domain)));
}

int verbena_mlx5_domain_sync(int64_t domain, int flags)
{
	return verbena_result(mlx5dv_dr_domain_sync(OBJECT(mlx5dv_dr_domain, domain), (uint32_t)flags));
}

int verbena_mlx5_domain_reclaim(int64_t domain, int enabled)
{
	mlx5dv_dr_domain_set_reclaim_device_memory(OBJECT(mlx5dv_dr_domain, domain), enabled != 0);
	return 0;
}

int verbena_mlx5_domain_duplicates(int64_t domain, int allowed)
{
	mlx5dv_dr_domain_allow_duplicate_rules(OBJECT(mlx5dv_dr_domain, domain), allowed != 0);
	return 0;
}

int64_t verbena_mlx5_table_create(int64_t domain, int level)
{
	return verbena_handle(mlx5dv_dr_table_create(OBJECT(mlx5dv_dr_domain, domain), (uint32_t)level));
}

int verbena_mlx5_table_destroy(int64_t table)
{
	return verbena_result(mlx5dv_dr_table_destroy(OBJECT(mlx5dv_dr_table, table)));
}

int64_t verbena_mlx5_dr_matcher_create(int64_t table, int priority, int criteria, int64_t mask)
{
	return verbena_handle(mlx5dv_dr_matcher_create(OBJECT(mlx5dv_dr_table, table), (uint16_t)priority, (uint8_t)criteria,
						       POINTER(mask)));
}

int verbena_mlx5_dr_matcher_destroy(int64_t matcher)
{
	return verbena_result(mlx5dv_dr_matcher_destroy(OBJECT(mlx5dv_dr_matcher, matcher)));
}

int verbena_mlx5_dr_matcher_layout(int64_t matcher, int flags, int log_rules)
{
	struct mlx5dv_dr_matcher_layout layout = {.flags = (uint32_t)flags, .log_num_of_rules_hint = (uint32_t)log_rules};

	return verbena_result(mlx5dv_dr_matcher_set_layout(OBJECT(mlx5dv_dr_matcher, matcher), &layout));
}

int64_t verbena_mlx5_rule_create(int64_t matcher, int64_t value, int64_t actions, int count)
{
	return verbena_handle(mlx5dv_dr_rule_create(OBJECT(mlx5dv_dr_matcher, matcher), POINTER(value), (size_t)count,
						    POINTER(actions)));
}

int verbena_mlx5_rule_destroy(int64_t rule)
{
	return verbena_result(mlx5dv_dr_rule_destroy(OBJECT(mlx5dv_dr_rule, rule)));
}

/* ---- actions */

int64_t verbena_mlx5_to_qp(int64_t queue_pair)
{
	return verbena_handle(mlx5dv_dr_action_create_dest_ibv_qp(OBJECT(ibv_qp, queue_pair)));
}

int64_t verbena_mlx5_to_table(int64_t table)
{
	return verbena_handle(mlx5dv_dr_action_create_dest_table(OBJECT(mlx5dv_dr_table, table)));
}

int64_t verbena_mlx5_to_root_table(int64_t table, int priority)
{
	return verbena_handle(mlx5dv_dr_action_create_dest_root_table(OBJECT(mlx5dv_dr_table, table), (uint16_t)priority));
}

int64_t verbena_mlx5_to_vport(int64_t domain, int port)
{
	return verbena_handle(mlx5dv_dr_action_create_dest_vport(OBJECT(mlx5dv_dr_domain, domain), (uint32_t)port));
}

int64_t verbena_mlx5_to_ib_port(int64_t domain, int port)
{
	return verbena_handle(mlx5dv_dr_action_create_dest_ib_port(OBJECT(mlx5dv_dr_domain, domain), (uint32_t)port));
}

int64_t verbena_mlx5_to_tir(int64_t object)
{
	return verbena_handle(mlx5dv_dr_action_create_dest_devx_tir(OBJECT(mlx5dv_devx_obj, object)));
}

/* Creates an action with COUNT destinations, each an action, with another that reformats before it or 0. */
int64_t verbena_mlx5_to_array(int64_t domain, int64_t destinations, int count)
{
	const int64_t *wanted = POINTER(destinations);
	struct both {
		struct mlx5dv_dr_action_dest_attr attributes;
		struct mlx5dv_dr_action_dest_reformat reformat;
	} *own = calloc((size_t)count + 1, sizeof(*own));
	struct mlx5dv_dr_action_dest_attr **list = calloc((size_t)count + 1, sizeof(*list));

	for (int i = 0; own && list && i < count; i++) {
		struct mlx5dv_dr_action *to = POINTER(wanted[2 * i]), *reformat = POINTER(wanted[2 * i + 1]);
		list[i] = &own[i].attributes;
		if (reformat) {
			own[i].reformat = (struct mlx5dv_dr_action_dest_reformat){.reformat = reformat, .dest = to};
			own[i].attributes.type = MLX5DV_DR_ACTION_DEST_REFORMAT;
			own[i].attributes.dest_reformat = &own[i].reformat;
		} else {
			own[i].attributes.type = MLX5DV_DR_ACTION_DEST;
			own[i].attributes.dest = to;
		}
	}
	int64_t action = own && list ? verbena_handle(mlx5dv_dr_action_create_dest_array(OBJECT(mlx5dv_dr_domain, domain),
											 (size_t)count, list)) :
				       -ENOMEM;
	free(list);
	free(own);
	return action;
}

int64_t verbena_mlx5_drop(void)
{
	return verbena_handle(mlx5dv_dr_action_create_drop());
}

int64_t verbena_mlx5_default_miss(void)
{
	return verbena_handle(mlx5dv_dr_action_create_default_miss());
}

int64_t verbena_mlx5_tag(int tag)
{
	return verbena_handle(mlx5dv_dr_action_create_tag((uint32_t)tag));
}

int64_t verbena_mlx5_counter(int64_t object, int offset)
{
	return verbena_handle(mlx5dv_dr_action_create_flow_counter(OBJECT(mlx5dv_devx_obj, object), (uint32_t)offset));
}

int64_t verbena_mlx5_aso(int64_t domain, int64_t object, int offset, int flags, int reg)
{
	return verbena_handle(mlx5dv_dr_action_create_aso(OBJECT(mlx5dv_dr_domain, domain), OBJECT(mlx5dv_devx_obj, object),
							  (uint32_t)offset, (uint32_t)flags, (uint8_t)reg));
}

int verbena_mlx5_modify_aso(int64_t action, int offset, int flags, int reg)
{
	return verbena_result(mlx5dv_dr_action_modify_aso(OBJECT(mlx5dv_dr_action, action), (uint32_t)offset, (uint32_t)flags,
							  (uint8_t)reg));
}

int64_t verbena_mlx5_reformat(int64_t domain, int flags, int type, int64_t data, int length)
{
	return verbena_handle(mlx5dv_dr_action_create_packet_reformat(
		OBJECT(mlx5dv_dr_domain, domain), (uint32_t)flags,
		(enum mlx5dv_flow_action_packet_reformat_type)(unsigned int)type, (size_t)length, length ? POINTER(data) : NULL));
}

int64_t verbena_mlx5_modify_header(int64_t domain, int flags, int64_t changes, int length)
{
	return verbena_handle(mlx5dv_dr_action_create_modify_header(OBJECT(mlx5dv_dr_domain, domain), (uint32_t)flags,
								    (size_t)length, POINTER(changes)));
}

static struct mlx5dv_dr_flow_meter_attr meter(int64_t next_table, int active, int reg, int64_t parameters, int length)
{
	return (struct mlx5dv_dr_flow_meter_attr){
		.next_table = OBJECT(mlx5dv_dr_table, next_table),
		.active = (uint8_t)active,
		.reg_c_index = (uint8_t)reg,
		.flow_meter_parameter_sz = (size_t)length,
		.flow_meter_parameter = POINTER(parameters),
	};
}

int64_t verbena_mlx5_meter(int64_t next_table, int active, int reg, int64_t parameters, int length)
{
	struct mlx5dv_dr_flow_meter_attr attributes = meter(next_table, active, reg, parameters, length);

	return verbena_handle(mlx5dv_dr_action_create_flow_meter(&attributes));
}

int verbena_mlx5_modify_meter(int64_t action, int64_t next_table, int active, int reg, int64_t parameters, int length,
			      int64_t fields)
{
	struct mlx5dv_dr_flow_meter_attr attributes = meter(next_table, active, reg, parameters, length);

	return verbena_result(mlx5dv_dr_action_modify_flow_meter(OBJECT(mlx5dv_dr_action, action), &attributes,
								 htobe64((uint64_t)fields)));
}

int64_t verbena_mlx5_sampler(int ratio, int64_t next_table, int64_t actions, int count, int64_t action)
{
	struct mlx5dv_dr_flow_sampler_attr attributes = {
		.sample_ratio = (uint32_t)ratio,
		.default_next_table = OBJECT(mlx5dv_dr_table, next_table),
		.num_sample_actions = (uint32_t)count,
		.sample_actions = POINTER(actions),
		.action = htobe64((uint64_t)action),
	};

	return verbena_handle(mlx5dv_dr_action_create_flow_sampler(&attributes));
}

int64_t verbena_mlx5_pop_vlan(void)
{
	return verbena_handle(mlx5dv_dr_action_create_pop_vlan());
}

int64_t verbena_mlx5_push_vlan(int64_t domain, int header)
{
	return verbena_handle(
		mlx5dv_dr_action_create_push_vlan(OBJECT(mlx5dv_dr_domain, domain), htobe32((uint32_t)header)));
}

int verbena_mlx5_action_destroy(int64_t action)
{
	return verbena_result(mlx5dv_dr_action_destroy(OBJECT(mlx5dv_dr_action, action)));
}

int verbena_mlx5_aso_link(int64_t object, int64_t peer, int64_t domain, int flags, int reg)
{
	return verbena_result(mlx5dv_dr_aso_other_domain_link(OBJECT(mlx5dv_devx_obj, object), OBJECT(mlx5dv_dr_domain, peer),
							      OBJECT(mlx5dv_dr_domain, domain), (uint32_t)flags, (uint8_t)reg));
}

int verbena_mlx5_aso_unlink(int64_t object, int64_t domain)
{
	return verbena_result(
		mlx5dv_dr_aso_other_domain_unlink(OBJECT(mlx5dv_devx_obj, object), OBJECT(mlx5dv_dr_domain, domain)));
}

/* Writes at most LENGTH bytes of the description of an object to TEXT, and returns the number of its bytes, or -errno. */
#define DUMP(name)                                                                                                    \
	int verbena_mlx5_dump_##name(int64_t object, int64_t text, int length)                                        \
	{                                                                                                             \
		char *written = NULL;                                                                                 \
		size_t size = 0;                                                                                      \
		FILE *file = open_memstream(&written, &size);                                                         \
		if (!file)                                                                                            \
			return -errno;                                                                                \
		int result = verbena_result(mlx5dv_dump_dr_##name(file, OBJECT(mlx5dv_dr_##name, object)));           \
		return finish_dump(file, result, &written, &size, POINTER(text), (size_t)length);                     \
	}

static int finish_dump(FILE *file, int result, char **written, const size_t *size, void *text, size_t length)
{
	if (fclose(file) && !result)
		result = -errno;
	if (!result) {
		memcpy(text, *written, *size < length ? *size : length);
		result = (int)*size;
	}
	free(*written);
	return result;
}

DUMP(domain)
DUMP(table)
DUMP(matcher)
DUMP(rule)
