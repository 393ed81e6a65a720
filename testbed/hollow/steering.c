/*
 * The functions of libmlx5 for rules in tables of the application, mlx5dv_dr_*. An object that others use cannot be destroyed, as in
 * libmlx5.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "hollow.h"

/* What all objects are: a number of their kind, how many others use them, and the objects that they use. */
#define MAX_USED 8
struct object {
	uint32_t number;
	int users;
	struct object *used[MAX_USED];
};

struct mlx5dv_dr_domain {
	struct object is;
};

struct mlx5dv_dr_table {
	struct object is;
};

struct mlx5dv_dr_matcher {
	struct object is;
};

struct mlx5dv_dr_rule {
	struct object is;
};

struct mlx5dv_dr_action {
	struct object is;
};

static uint32_t numbers = 0x2a00;

static void *new_object(void)
{
	struct object *object = calloc(1, sizeof(*object));

	if (object)
		object->number = ++numbers;
	return object;
}

/* Makes USER an object that uses another, or none. */
static void use(void *user, void *used)
{
	struct object *object = user, *other = used;

	if (!object || !other)
		return;
	for (int i = 0; i < MAX_USED; i++)
		if (!object->used[i]) {
			object->used[i] = other;
			other->users++;
			return;
		}
	abort();
}

static int destroy(const char *name, void *destroyed)
{
	struct object *object = destroyed;

	hollow_call("%s %x", name, object->number);
	MAY_REFUSE(name);
	if (object->users)
		return EBUSY;
	for (int i = 0; i < MAX_USED && object->used[i]; i++)
		object->used[i]->users--;
	free(object);
	return 0;
}

static uint32_t number_of(const void *object)
{
	return object ? ((const struct object *)object)->number : 0;
}

static void call_actions(struct mlx5dv_dr_action *actions[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		hollow_call("  action %x", number_of(actions[i]));
}

/* ---- domains and tables */

struct mlx5dv_dr_domain *mlx5dv_dr_domain_create(struct ibv_context *context, enum mlx5dv_dr_domain_type type)
{
	(void)context;
	hollow_call("mlx5dv_dr_domain_create type %d", (int)type);
	MAY_REFUSE_OBJECT("mlx5dv_dr_domain_create");
	return new_object();
}

int mlx5dv_dr_domain_destroy(struct mlx5dv_dr_domain *domain)
{
	return destroy("mlx5dv_dr_domain_destroy", domain);
}

int mlx5dv_dr_domain_sync(struct mlx5dv_dr_domain *domain, uint32_t flags)
{
	hollow_call("mlx5dv_dr_domain_sync %x flags %x", number_of(domain), flags);
	MAY_REFUSE("mlx5dv_dr_domain_sync");
	return 0;
}

void mlx5dv_dr_domain_set_reclaim_device_memory(struct mlx5dv_dr_domain *domain, bool enable)
{
	hollow_call("mlx5dv_dr_domain_set_reclaim_device_memory %x %d", number_of(domain), enable);
}

void mlx5dv_dr_domain_allow_duplicate_rules(struct mlx5dv_dr_domain *domain, bool allow)
{
	hollow_call("mlx5dv_dr_domain_allow_duplicate_rules %x %d", number_of(domain), allow);
}

struct mlx5dv_dr_table *mlx5dv_dr_table_create(struct mlx5dv_dr_domain *domain, uint32_t level)
{
	hollow_call("mlx5dv_dr_table_create domain %x level %u", number_of(domain), level);
	MAY_REFUSE_OBJECT("mlx5dv_dr_table_create");
	struct mlx5dv_dr_table *table = new_object();
	use(table, domain);
	return table;
}

int mlx5dv_dr_table_destroy(struct mlx5dv_dr_table *table)
{
	return destroy("mlx5dv_dr_table_destroy", table);
}

/* ---- matchers and rules */

struct mlx5dv_dr_matcher *mlx5dv_dr_matcher_create(struct mlx5dv_dr_table *table, uint16_t priority, uint8_t criteria,
						   struct mlx5dv_flow_match_parameters *mask)
{
	hollow_call("mlx5dv_dr_matcher_create table %x priority %u criteria %x", number_of(table), priority, criteria);
	hollow_call_match("mask", mask);
	MAY_REFUSE_OBJECT("mlx5dv_dr_matcher_create");
	struct mlx5dv_dr_matcher *matcher = new_object();
	use(matcher, table);
	return matcher;
}

int mlx5dv_dr_matcher_destroy(struct mlx5dv_dr_matcher *matcher)
{
	return destroy("mlx5dv_dr_matcher_destroy", matcher);
}

int mlx5dv_dr_matcher_set_layout(struct mlx5dv_dr_matcher *matcher, struct mlx5dv_dr_matcher_layout *layout)
{
	hollow_call("mlx5dv_dr_matcher_set_layout %x flags %x rules %u", number_of(matcher), layout->flags,
		    layout->log_num_of_rules_hint);
	MAY_REFUSE("mlx5dv_dr_matcher_set_layout");
	return 0;
}

struct mlx5dv_dr_rule *mlx5dv_dr_rule_create(struct mlx5dv_dr_matcher *matcher, struct mlx5dv_flow_match_parameters *value,
					     size_t count, struct mlx5dv_dr_action *actions[])
{
	hollow_call("mlx5dv_dr_rule_create matcher %x actions %zu", number_of(matcher), count);
	hollow_call_match("value", value);
	call_actions(actions, count);
	MAY_REFUSE_OBJECT("mlx5dv_dr_rule_create");
	struct mlx5dv_dr_rule *rule = new_object();
	use(rule, matcher);
	for (size_t i = 0; i < count; i++)
		use(rule, actions[i]);
	return rule;
}

int mlx5dv_dr_rule_destroy(struct mlx5dv_dr_rule *rule)
{
	return destroy("mlx5dv_dr_rule_destroy", rule);
}

/* ---- actions */

/* Makes an action that uses two objects, or NULL. */
static struct mlx5dv_dr_action *new_action(void *one, void *other)
{
	struct mlx5dv_dr_action *action = new_object();

	use(action, one);
	use(action, other);
	return action;
}

int mlx5dv_dr_action_destroy(struct mlx5dv_dr_action *action)
{
	return destroy("mlx5dv_dr_action_destroy", action);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_ibv_qp(struct ibv_qp *qp)
{
	hollow_call("mlx5dv_dr_action_create_dest_ibv_qp %d", qp->context != NULL);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_ibv_qp");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_table(struct mlx5dv_dr_table *table)
{
	hollow_call("mlx5dv_dr_action_create_dest_table %x", number_of(table));
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_table");
	return new_action(table, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_root_table(struct mlx5dv_dr_table *table, uint16_t priority)
{
	hollow_call("mlx5dv_dr_action_create_dest_root_table %x priority %u", number_of(table), priority);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_root_table");
	return new_action(table, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_vport(struct mlx5dv_dr_domain *domain, uint32_t vport)
{
	hollow_call("mlx5dv_dr_action_create_dest_vport domain %x port %x", number_of(domain), vport);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_vport");
	return new_action(domain, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_ib_port(struct mlx5dv_dr_domain *domain, uint32_t port)
{
	hollow_call("mlx5dv_dr_action_create_dest_ib_port domain %x port %x", number_of(domain), port);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_ib_port");
	return new_action(domain, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_devx_tir(struct mlx5dv_devx_obj *object)
{
	hollow_call("mlx5dv_dr_action_create_dest_devx_tir %x", hollow_object(object));
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_devx_tir");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_dest_array(struct mlx5dv_dr_domain *domain, size_t count,
							    struct mlx5dv_dr_action_dest_attr *destinations[])
{
	hollow_call("mlx5dv_dr_action_create_dest_array domain %x destinations %zu", number_of(domain), count);
	for (size_t i = 0; i < count; i++)
		if (destinations[i]->type == MLX5DV_DR_ACTION_DEST_REFORMAT)
			hollow_call("  type %d reformat %x destination %x", (int)destinations[i]->type,
				    number_of(destinations[i]->dest_reformat->reformat),
				    number_of(destinations[i]->dest_reformat->dest));
		else
			hollow_call("  type %d destination %x", (int)destinations[i]->type, number_of(destinations[i]->dest));
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_dest_array");
	struct mlx5dv_dr_action *action = new_action(domain, NULL);
	for (size_t i = 0; i < count; i++)
		if (destinations[i]->type == MLX5DV_DR_ACTION_DEST_REFORMAT) {
			use(action, destinations[i]->dest_reformat->reformat);
			use(action, destinations[i]->dest_reformat->dest);
		} else {
			use(action, destinations[i]->dest);
		}
	return action;
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_drop(void)
{
	hollow_call("mlx5dv_dr_action_create_drop");
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_drop");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_default_miss(void)
{
	hollow_call("mlx5dv_dr_action_create_default_miss");
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_default_miss");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_tag(uint32_t tag)
{
	hollow_call("mlx5dv_dr_action_create_tag %x", tag);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_tag");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_flow_counter(struct mlx5dv_devx_obj *object, uint32_t offset)
{
	hollow_call("mlx5dv_dr_action_create_flow_counter %x offset %u", hollow_object(object), offset);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_flow_counter");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_aso(struct mlx5dv_dr_domain *domain, struct mlx5dv_devx_obj *object,
						     uint32_t offset, uint32_t flags, uint8_t reg)
{
	hollow_call("mlx5dv_dr_action_create_aso domain %x object %x offset %u flags %x register %u", number_of(domain),
		    hollow_object(object), offset, flags, reg);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_aso");
	return new_action(domain, NULL);
}

int mlx5dv_dr_action_modify_aso(struct mlx5dv_dr_action *action, uint32_t offset, uint32_t flags, uint8_t reg)
{
	hollow_call("mlx5dv_dr_action_modify_aso %x offset %u flags %x register %u", number_of(action), offset, flags, reg);
	MAY_REFUSE("mlx5dv_dr_action_modify_aso");
	return 0;
}

int mlx5dv_dr_aso_other_domain_link(struct mlx5dv_devx_obj *object, struct mlx5dv_dr_domain *peer,
				    struct mlx5dv_dr_domain *domain, uint32_t flags, uint8_t reg)
{
	hollow_call("mlx5dv_dr_aso_other_domain_link object %x peer %x domain %x flags %x register %u", hollow_object(object),
		    number_of(peer), number_of(domain), flags, reg);
	MAY_REFUSE("mlx5dv_dr_aso_other_domain_link");
	return 0;
}

int mlx5dv_dr_aso_other_domain_unlink(struct mlx5dv_devx_obj *object, struct mlx5dv_dr_domain *domain)
{
	hollow_call("mlx5dv_dr_aso_other_domain_unlink object %x domain %x", hollow_object(object), number_of(domain));
	MAY_REFUSE("mlx5dv_dr_aso_other_domain_unlink");
	return 0;
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_packet_reformat(struct mlx5dv_dr_domain *domain, uint32_t flags,
								 enum mlx5dv_flow_action_packet_reformat_type type,
								 size_t length, void *data)
{
	hollow_call("mlx5dv_dr_action_create_packet_reformat domain %x flags %x type %d data %d", number_of(domain), flags,
		    (int)type, data != NULL);
	hollow_call_bytes("  headers", data, length);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_packet_reformat");
	return new_action(domain, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_modify_header(struct mlx5dv_dr_domain *domain, uint32_t flags, size_t length,
							       __be64 changes[])
{
	hollow_call("mlx5dv_dr_action_create_modify_header domain %x flags %x", number_of(domain), flags);
	hollow_call_bytes("  changes", changes, length);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_modify_header");
	return new_action(domain, NULL);
}

static void call_meter(const struct mlx5dv_dr_flow_meter_attr *attributes)
{
	hollow_call("  next %x active %u register %u", number_of(attributes->next_table), attributes->active,
		    attributes->reg_c_index);
	hollow_call_bytes("  parameters", attributes->flow_meter_parameter, attributes->flow_meter_parameter_sz);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_flow_meter(struct mlx5dv_dr_flow_meter_attr *attributes)
{
	hollow_call("mlx5dv_dr_action_create_flow_meter");
	call_meter(attributes);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_flow_meter");
	return new_action(attributes->next_table, NULL);
}

int mlx5dv_dr_action_modify_flow_meter(struct mlx5dv_dr_action *action, struct mlx5dv_dr_flow_meter_attr *attributes, __be64 fields)
{
	hollow_call("mlx5dv_dr_action_modify_flow_meter %x", number_of(action));
	hollow_call_bytes("  fields", &fields, sizeof(fields));
	call_meter(attributes);
	MAY_REFUSE("mlx5dv_dr_action_modify_flow_meter");
	return 0;
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_flow_sampler(struct mlx5dv_dr_flow_sampler_attr *attributes)
{
	hollow_call("mlx5dv_dr_action_create_flow_sampler ratio %u next %x", attributes->sample_ratio,
		    number_of(attributes->default_next_table));
	hollow_call_bytes("  change", &attributes->action, sizeof(attributes->action));
	call_actions(attributes->sample_actions, attributes->num_sample_actions);
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_flow_sampler");
	struct mlx5dv_dr_action *action = new_action(attributes->default_next_table, NULL);
	for (uint32_t i = 0; i < attributes->num_sample_actions; i++)
		use(action, attributes->sample_actions[i]);
	return action;
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_pop_vlan(void)
{
	hollow_call("mlx5dv_dr_action_create_pop_vlan");
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_pop_vlan");
	return new_action(NULL, NULL);
}

struct mlx5dv_dr_action *mlx5dv_dr_action_create_push_vlan(struct mlx5dv_dr_domain *domain, __be32 header)
{
	hollow_call("mlx5dv_dr_action_create_push_vlan domain %x", number_of(domain));
	hollow_call_bytes("  header", &header, sizeof(header));
	MAY_REFUSE_OBJECT("mlx5dv_dr_action_create_push_vlan");
	return new_action(domain, NULL);
}

/* ---- descriptions, of which that of a domain is long */

#define LINES 1000

int mlx5dv_dump_dr_domain(FILE *file, struct mlx5dv_dr_domain *domain)
{
	hollow_call("mlx5dv_dump_dr_domain %x", number_of(domain));
	MAY_REFUSE("mlx5dv_dump_dr_domain");
	for (int i = 0; i < LINES; i++)
		fprintf(file, "domain %x line %d\n", number_of(domain), i);
	return 0;
}

#define DUMP(name)                                                                                                    \
	int mlx5dv_dump_dr_##name(FILE *file, struct mlx5dv_dr_##name *name)                                          \
	{                                                                                                             \
		hollow_call("mlx5dv_dump_dr_" #name " %x", number_of(name));                                          \
		MAY_REFUSE("mlx5dv_dump_dr_" #name);                                                                  \
		fprintf(file, #name " %x\n", number_of(name));                                                        \
		return 0;                                                                                             \
	}

DUMP(table)
DUMP(matcher)
DUMP(rule)
