/*
 * Makes the calls of io.verbena.linux.HollowSteeringCalls with libmlx5 itself, in the same order, so that the hollow device writes the same
 * lines for both. With the argument "refused", each call fails once with ENOSPC.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "reference.h"

#define PART 64

static struct ibv_context *context;
static struct mlx5dv_devx_obj *devx;

static struct ibv_qp *pair(void)
{
	struct ibv_pd *pd = ibv_alloc_pd(context);
	struct ibv_cq *cq = ibv_create_cq(context, 16, NULL, NULL, 0);
	struct ibv_qp_init_attr_ex attributes = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = {.max_send_wr = 16, .max_recv_wr = 16, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = pd,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(context, &attributes);

	if (!qp)
		die("ibv_create_qp_ex");
	return qp;
}

/* Returns bytes that count up, in one of a few buffers. */
static void *counting(int length, int first)
{
	static uint64_t buffers[16][PART];
	static int next;
	unsigned char *bytes = (unsigned char *)buffers[next++ % 16];

	for (int i = 0; i < length; i++)
		bytes[i] = (unsigned char)(first + i);
	return bytes;
}

/* A mask or a value. */
static struct {
	struct mlx5dv_flow_match_parameters head;
	unsigned char bytes[7 * PART];
} parameters;

static struct mlx5dv_flow_match_parameters *filled(int length, int byte)
{
	parameters.head.match_sz = (size_t)length;
	memset(parameters.bytes, byte, (size_t)length);
	return &parameters.head;
}

static struct mlx5dv_flow_match_parameters *value(int length, int first)
{
	parameters.head.match_sz = (size_t)length;
	memcpy(parameters.bytes, counting(length, first), (size_t)length);
	return &parameters.head;
}

/* ---- rules of the kernel */

static struct ibv_flow_action *encryption(uint32_t esn_mask, uint32_t flags)
{
	struct ibv_flow_action_esp association = {.spi = 0x1234,
						  .seq = 0x5678,
						  .tfc_pad = 3,
						  .flags = IBV_FLOW_ACTION_ESP_FLAGS_ENCRYPT | IBV_FLOW_ACTION_ESP_FLAGS_TRANSPORT,
						  .hard_limit_pkts = 0x1122334455};
	struct ibv_flow_action_esp_keymat_aes_gcm key = {.iv = 0x1020304050607080, .salt = 0x9abcdef0, .icv_len = 16, .key_len = 32};
	struct ibv_flow_action_esp_attr attributes = {.esp_attr = &association,
						      .keymat_proto = IBV_FLOW_ACTION_ESP_KEYMAT_AES_GCM,
						      .keymat_len = sizeof(key),
						      .keymat_ptr = &key,
						      .comp_mask = esn_mask,
						      .esn = esn_mask ? 9 : 0};
	struct mlx5dv_flow_action_esp own = {.comp_mask = MLX5DV_FLOW_ACTION_ESP_MASK_FLAGS, .action_flags = flags};

	memcpy(key.aes_key, counting(32, 0x60), 32);
	if (!flags)
		return mlx5dv_create_flow_action_esp(context, &attributes, &own);
	return OBJECT("mlx5dv_create_flow_action_esp", mlx5dv_create_flow_action_esp(context, &attributes, &own));
}

static void kernel(void)
{
	struct ibv_qp *qp = pair();
	struct ibv_counters_init_attr of_counters = {0};
	struct ibv_counters *counters = ibv_create_counters(context, &of_counters);
	struct mlx5dv_flow_matcher_attr attributes = {
		.type = IBV_FLOW_ATTR_NORMAL, .match_criteria_enable = 1, .match_mask = filled(PART, 0xff)};
	struct mlx5dv_flow_matcher *first =
		OBJECT("mlx5dv_create_flow_matcher", mlx5dv_create_flow_matcher(context, &attributes));
	attributes = (struct mlx5dv_flow_matcher_attr){
		.type = IBV_FLOW_ATTR_NORMAL,
		.flags = IBV_FLOW_ATTR_FLAGS_EGRESS | IBV_FLOW_ATTR_FLAGS_DONT_TRAP,
		.priority = 0xfedc,
		.match_criteria_enable = 3,
		.match_mask = filled(2 * PART, 0x7f),
		.comp_mask = MLX5DV_FLOW_MATCHER_MASK_FT_TYPE,
		.ft_type = MLX5DV_FLOW_TABLE_TYPE_RDMA_TX,
	};
	struct mlx5dv_flow_matcher *second =
		OBJECT("mlx5dv_create_flow_matcher", mlx5dv_create_flow_matcher(context, &attributes));
	attributes = (struct mlx5dv_flow_matcher_attr){.type = IBV_FLOW_ATTR_ALL_DEFAULT, .match_mask = filled(0, 0)};
	struct mlx5dv_flow_matcher *empty = mlx5dv_create_flow_matcher(context, &attributes);
	attributes = (struct mlx5dv_flow_matcher_attr){.type = IBV_FLOW_ATTR_SNIFFER,
						       .match_mask = filled(0, 0),
						       .comp_mask = MLX5DV_FLOW_MATCHER_MASK_FT_TYPE,
						       .ft_type = MLX5DV_FLOW_TABLE_TYPE_NIC_RX};
	struct mlx5dv_flow_matcher *sniffer = mlx5dv_create_flow_matcher(context, &attributes);

	struct ibv_flow_action *change =
		OBJECT("mlx5dv_create_flow_action_modify_header",
		       mlx5dv_create_flow_action_modify_header(context, 16, counting(16, 0x10), MLX5DV_FLOW_TABLE_TYPE_NIC_TX));
	struct ibv_flow_action *adding =
		OBJECT("mlx5dv_create_flow_action_packet_reformat",
		       mlx5dv_create_flow_action_packet_reformat(context, 50, counting(50, 0x20),
								 MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TO_L3_TUNNEL,
								 MLX5DV_FLOW_TABLE_TYPE_FDB));
	struct ibv_flow_action *removing =
		OBJECT("mlx5dv_create_flow_action_packet_reformat",
		       mlx5dv_create_flow_action_packet_reformat(context, 0, NULL,
								 MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TUNNEL_TO_L2,
								 MLX5DV_FLOW_TABLE_TYPE_RDMA_RX));
	struct ibv_flow_action *secret = encryption(IBV_FLOW_ACTION_ESP_MASK_ESN, MLX5DV_FLOW_ACTION_FLAGS_REQUIRE_METADATA);
	struct ibv_flow_action *plain = encryption(0, 0);

	struct mlx5dv_flow_action_attr actions[] = {
		{.type = MLX5DV_FLOW_ACTION_IBV_COUNTER, .counter = counters},
		{.type = MLX5DV_FLOW_ACTION_TAG, .tag_value = 0xabcdef},
		{.type = MLX5DV_FLOW_ACTION_IBV_FLOW_ACTION, .action = change},
		{.type = MLX5DV_FLOW_ACTION_IBV_FLOW_ACTION, .action = secret},
		{.type = MLX5DV_FLOW_ACTION_DEST_IBV_QP, .qp = qp},
	};
	struct ibv_flow *rule = OBJECT("mlx5dv_create_flow", mlx5dv_create_flow(first, value(PART, 0x30), 5, actions));
	struct mlx5dv_flow_action_attr by_objects[] = {
		{.type = MLX5DV_FLOW_ACTION_COUNTERS_DEVX, .obj = devx},
		{.type = MLX5DV_FLOW_ACTION_IBV_FLOW_ACTION, .action = adding},
		{.type = MLX5DV_FLOW_ACTION_DEST_DEVX, .obj = devx},
	};
	struct ibv_flow *other = OBJECT("mlx5dv_create_flow", mlx5dv_create_flow(second, value(2 * PART, 0), 3, by_objects));
	struct mlx5dv_flow_action_attr drops = {.type = MLX5DV_FLOW_ACTION_DROP};
	struct ibv_flow *drop = mlx5dv_create_flow(empty, filled(0, 0), 1, &drops);
	struct mlx5dv_flow_action_attr misses[] = {{.type = MLX5DV_FLOW_ACTION_IBV_FLOW_ACTION, .action = removing},
						   {.type = MLX5DV_FLOW_ACTION_DEFAULT_MISS}};
	struct ibv_flow *miss = mlx5dv_create_flow(sniffer, filled(0, 0), 2, misses);

	RESULT("ibv_destroy_flow", ibv_destroy_flow(rule));
	RESULT("mlx5dv_destroy_flow_matcher", mlx5dv_destroy_flow_matcher(first));
	RESULT("ibv_destroy_flow_action", ibv_destroy_flow_action(change));
	ibv_destroy_flow_action(secret);
	ibv_destroy_flow_action(plain);
	ibv_destroy_flow(drop);
	mlx5dv_destroy_flow_matcher(empty);
	ibv_destroy_flow(other);
	mlx5dv_destroy_flow_matcher(second);
	ibv_destroy_flow_action(adding);
	ibv_destroy_flow(miss);
	ibv_destroy_flow_action(removing);
	mlx5dv_destroy_flow_matcher(sniffer);
	ibv_destroy_counters(counters);
	ibv_destroy_qp(qp);

	struct mlx5dv_steering_anchor_attr of_anchor = {.ft_type = MLX5DV_FLOW_TABLE_TYPE_RDMA_RX, .priority = 0x1234};
	struct mlx5dv_steering_anchor *anchor =
		OBJECT("mlx5dv_create_steering_anchor", mlx5dv_create_steering_anchor(context, &of_anchor));
	say("anchor %x", anchor->id);
	RESULT("mlx5dv_destroy_steering_anchor", mlx5dv_destroy_steering_anchor(anchor));
}

/* ---- tables of the application */

static struct mlx5dv_dr_domain *domain, *fabric;
static struct mlx5dv_dr_table *table;
static struct mlx5dv_dr_matcher *matcher;

/* Makes a rule with COUNT actions. */
static struct mlx5dv_dr_rule *rule_of(int first, size_t count, struct mlx5dv_dr_action *actions[])
{
	return mlx5dv_dr_rule_create(matcher, value(7 * PART, first), count, actions);
}

static char text[1 << 16];

/* Evaluates CALL, which writes a description to FILE, and leaves it in TEXT. */
#define DUMPED(name, call)                                                                                            \
	do {                                                                                                          \
		FILE *file = fmemopen(text, sizeof(text), "w");                                                       \
		RESULT(name, call);                                                                                   \
		fclose(file);                                                                                         \
	} while (0)

static void dumps(struct mlx5dv_dr_table *root, struct mlx5dv_dr_rule *rule)
{
	DUMPED("mlx5dv_dump_dr_domain", mlx5dv_dump_dr_domain(file, domain));
	/* Java asks again with more memory. */
	FILE *again = fmemopen(text, sizeof(text), "w");
	mlx5dv_dump_dr_domain(again, domain);
	fclose(again);
	say("dump of %zu bytes ends with %.8s", strlen(text), text + strlen(text) - 9);
	DUMPED("mlx5dv_dump_dr_table", mlx5dv_dump_dr_table(file, root));
	say("dump %.*s", (int)strcspn(text, "\n"), text);
	DUMPED("mlx5dv_dump_dr_matcher", mlx5dv_dump_dr_matcher(file, matcher));
	say("dump %.*s", (int)strcspn(text, "\n"), text);
	DUMPED("mlx5dv_dump_dr_rule", mlx5dv_dump_dr_rule(file, rule));
	say("dump %.*s", (int)strcspn(text, "\n"), text);
}

/* Destroys what another destroys by itself, and fails if it is in use. */
#define REQUIRE(call)                                                                                                 \
	do {                                                                                                          \
		errno = (call);                                                                                       \
		if (errno)                                                                                            \
			die(#call);                                                                                   \
	} while (0)

#define END(action) REQUIRE(mlx5dv_dr_action_destroy(action))

/* Actions that end with the domain of the switch, and with the object of DevX. */
static struct mlx5dv_dr_action *to_vport, *to_port, *adding, *to_receiver;

static void others(void)
{
	struct mlx5dv_dr_table *top = mlx5dv_dr_table_create(domain, 0);
	struct mlx5dv_dr_action *drop = OBJECT("mlx5dv_dr_action_create_drop", mlx5dv_dr_action_create_drop());
	struct mlx5dv_dr_action *miss = OBJECT("mlx5dv_dr_action_create_default_miss", mlx5dv_dr_action_create_default_miss());
	struct mlx5dv_dr_action *pop = OBJECT("mlx5dv_dr_action_create_pop_vlan", mlx5dv_dr_action_create_pop_vlan());
	struct mlx5dv_dr_action *push =
		OBJECT("mlx5dv_dr_action_create_push_vlan", mlx5dv_dr_action_create_push_vlan(domain, htobe32(0x8100a123)));
	struct mlx5dv_dr_action *to_root =
		OBJECT("mlx5dv_dr_action_create_dest_root_table", mlx5dv_dr_action_create_dest_root_table(top, 0xfffe));
	to_receiver = OBJECT("mlx5dv_dr_action_create_dest_devx_tir", mlx5dv_dr_action_create_dest_devx_tir(devx));
	to_vport =
		OBJECT("mlx5dv_dr_action_create_dest_vport", mlx5dv_dr_action_create_dest_vport(fabric, 0xffff));
	to_port =
		OBJECT("mlx5dv_dr_action_create_dest_ib_port", mlx5dv_dr_action_create_dest_ib_port(fabric, 0x10001));
	adding =
		OBJECT("mlx5dv_dr_action_create_packet_reformat",
		       mlx5dv_dr_action_create_packet_reformat(
			       fabric, 0, MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L2_TO_L2_TUNNEL, 42, counting(42, 0x70)));
	struct mlx5dv_dr_action *removing = mlx5dv_dr_action_create_packet_reformat(
		domain, MLX5DV_DR_ACTION_FLAGS_ROOT_LEVEL, MLX5DV_FLOW_ACTION_PACKET_REFORMAT_TYPE_L3_TUNNEL_TO_L2, 18,
		counting(18, 0x80));
	struct mlx5dv_dr_action_dest_reformat reformatted = {.reformat = adding, .dest = to_port};
	struct mlx5dv_dr_action_dest_attr one = {.type = MLX5DV_DR_ACTION_DEST, .dest = to_vport},
					  two = {.type = MLX5DV_DR_ACTION_DEST_REFORMAT, .dest_reformat = &reformatted},
					  *both[] = {&one, &two};
	struct mlx5dv_dr_action *to_all =
		OBJECT("mlx5dv_dr_action_create_dest_array", mlx5dv_dr_action_create_dest_array(fabric, 2, both));
	struct mlx5dv_dr_action *change =
		OBJECT("mlx5dv_dr_action_create_modify_header",
		       mlx5dv_dr_action_create_modify_header(domain, MLX5DV_DR_ACTION_FLAGS_ROOT_LEVEL, 24, counting(24, 0x90)));
	struct mlx5dv_dr_action *below = mlx5dv_dr_action_create_modify_header(domain, 0, 8, counting(8, 0xa0));

	struct mlx5dv_dr_flow_meter_attr of_meter = {.next_table = table,
						     .active = 1,
						     .reg_c_index = 5,
						     .flow_meter_parameter_sz = 32,
						     .flow_meter_parameter = counting(32, 0xb0)};
	struct mlx5dv_dr_action *meter =
		OBJECT("mlx5dv_dr_action_create_flow_meter", mlx5dv_dr_action_create_flow_meter(&of_meter));
	of_meter.active = 0;
	of_meter.flow_meter_parameter_sz = 16;
	of_meter.flow_meter_parameter = counting(16, 0xc0);
	RESULT("mlx5dv_dr_action_modify_flow_meter",
	       mlx5dv_dr_action_modify_flow_meter(meter, &of_meter, htobe64(0x8877665544332211)));
	struct mlx5dv_dr_action *sampled[] = {to_receiver, drop};
	struct mlx5dv_dr_flow_sampler_attr of_sampler = {
		.sample_ratio = 0x1000, .default_next_table = table, .num_sample_actions = 2, .sample_actions = sampled};
	memcpy(&of_sampler.action, counting(8, 0xd0), 8);
	struct mlx5dv_dr_action *sampler =
		OBJECT("mlx5dv_dr_action_create_flow_sampler", mlx5dv_dr_action_create_flow_sampler(&of_sampler));
	of_sampler = (struct mlx5dv_dr_flow_sampler_attr){
		.sample_ratio = 2, .default_next_table = table, .num_sample_actions = 1, .sample_actions = sampled + 1};
	struct mlx5dv_dr_action *half = mlx5dv_dr_action_create_flow_sampler(&of_sampler);

	struct mlx5dv_dr_action *aso =
		OBJECT("mlx5dv_dr_action_create_aso",
		       mlx5dv_dr_action_create_aso(domain, devx, 7, MLX5DV_DR_ACTION_FLAGS_ASO_FIRST_HIT_SET, 3));
	struct mlx5dv_dr_action *kept = mlx5dv_dr_action_create_aso(domain, devx, 8, 0, 1);
	RESULT("mlx5dv_dr_action_modify_aso",
	       mlx5dv_dr_action_modify_aso(aso, 9, MLX5DV_DR_ACTION_FLAGS_ASO_FLOW_METER_RED, 5));
	uint32_t flags[] = {
		MLX5DV_DR_ACTION_FLAGS_ASO_FLOW_METER_YELLOW,    MLX5DV_DR_ACTION_FLAGS_ASO_FLOW_METER_GREEN,
		MLX5DV_DR_ACTION_FLAGS_ASO_FLOW_METER_UNDEFINED, MLX5DV_DR_ACTION_FLAGS_ASO_CT_DIRECTION_INITIATOR,
		MLX5DV_DR_ACTION_FLAGS_ASO_CT_DIRECTION_RESPONDER,
	};
	for (int i = 0; i < 5; i++)
		mlx5dv_dr_action_modify_aso(aso, 0x7fffffff, flags[i], 7);
	RESULT("mlx5dv_dr_aso_other_domain_link",
	       mlx5dv_dr_aso_other_domain_link(devx, domain, fabric, MLX5DV_DR_ACTION_FLAGS_ASO_FLOW_METER_GREEN, 1));
	RESULT("mlx5dv_dr_aso_other_domain_unlink", mlx5dv_dr_aso_other_domain_unlink(devx, fabric));
	mlx5dv_dr_aso_other_domain_link(devx, domain, fabric, MLX5DV_DR_ACTION_FLAGS_ASO_FLOW_METER_GREEN, 1);

	struct mlx5dv_dr_rule *first = rule_of(0x60, 5, (struct mlx5dv_dr_action *[]){aso, meter, pop, push, to_root});
	struct mlx5dv_dr_rule *second = rule_of(0x61, 1, &sampler);
	struct mlx5dv_dr_rule *third = rule_of(0x62, 1, &miss);

	END(to_all);
	END(half);
	REQUIRE(mlx5dv_dr_rule_destroy(second));
	END(sampler);
	END(drop);
	REQUIRE(mlx5dv_dr_rule_destroy(third));
	END(miss);
	REQUIRE(mlx5dv_dr_rule_destroy(first));
	END(pop);

	/* The domain with what is in it. */
	mlx5dv_dr_aso_other_domain_unlink(devx, fabric);
	END(kept);
	END(aso);
	END(below);
	END(change);
	END(removing);
	END(push);
	END(to_root);
	REQUIRE(mlx5dv_dr_table_destroy(top));
	END(meter);
}

static void tables(void)
{
	domain = OBJECT("mlx5dv_dr_domain_create", mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX));
	struct mlx5dv_dr_domain *sends = mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_TX);
	fabric = mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_FDB);
	RESULT("mlx5dv_dr_domain_sync", mlx5dv_dr_domain_sync(domain, MLX5DV_DR_DOMAIN_SYNC_FLAGS_SW | MLX5DV_DR_DOMAIN_SYNC_FLAGS_HW |
									      MLX5DV_DR_DOMAIN_SYNC_FLAGS_MEM));
	mlx5dv_dr_domain_sync(sends, MLX5DV_DR_DOMAIN_SYNC_FLAGS_HW);
	mlx5dv_dr_domain_set_reclaim_device_memory(domain, true);
	mlx5dv_dr_domain_set_reclaim_device_memory(domain, false);
	mlx5dv_dr_domain_allow_duplicate_rules(domain, false);
	mlx5dv_dr_domain_allow_duplicate_rules(domain, true);
	struct mlx5dv_dr_table *root = OBJECT("mlx5dv_dr_table_create", mlx5dv_dr_table_create(domain, 0));
	table = OBJECT("mlx5dv_dr_table_create", mlx5dv_dr_table_create(domain, 0x12345));
	struct mlx5dv_dr_matcher *start =
		OBJECT("mlx5dv_dr_matcher_create", mlx5dv_dr_matcher_create(root, 0, 1, filled(6, 0xff)));
	matcher = OBJECT("mlx5dv_dr_matcher_create", mlx5dv_dr_matcher_create(table, 0xffff, 0x7f, filled(7 * PART, 0xff)));
	struct mlx5dv_dr_matcher_layout layout = {.flags = MLX5DV_DR_MATCHER_LAYOUT_NUM_RULE, .log_num_of_rules_hint = 21};
	RESULT("mlx5dv_dr_matcher_set_layout", mlx5dv_dr_matcher_set_layout(matcher, &layout));
	layout = (struct mlx5dv_dr_matcher_layout){.flags = MLX5DV_DR_MATCHER_LAYOUT_RESIZABLE};
	mlx5dv_dr_matcher_set_layout(matcher, &layout);
	layout = (struct mlx5dv_dr_matcher_layout){
		.flags = MLX5DV_DR_MATCHER_LAYOUT_RESIZABLE | MLX5DV_DR_MATCHER_LAYOUT_NUM_RULE, .log_num_of_rules_hint = 3};
	mlx5dv_dr_matcher_set_layout(matcher, &layout);

	struct ibv_qp *qp = pair();
	struct mlx5dv_dr_action *to_pair = OBJECT("mlx5dv_dr_action_create_dest_ibv_qp", mlx5dv_dr_action_create_dest_ibv_qp(qp));
	struct mlx5dv_dr_action *tag = OBJECT("mlx5dv_dr_action_create_tag", mlx5dv_dr_action_create_tag(0xfedcba));
	struct mlx5dv_dr_action *count =
		OBJECT("mlx5dv_dr_action_create_flow_counter", mlx5dv_dr_action_create_flow_counter(devx, 0x11223344));
	struct mlx5dv_dr_action *to_table =
		OBJECT("mlx5dv_dr_action_create_dest_table", mlx5dv_dr_action_create_dest_table(table));
	struct mlx5dv_dr_rule *first =
		OBJECT("mlx5dv_dr_rule_create", mlx5dv_dr_rule_create(start, value(6, 1), 1, &to_table));
	struct mlx5dv_dr_rule *second = OBJECT(
		"mlx5dv_dr_rule_create",
		mlx5dv_dr_rule_create(matcher, value(7 * PART, 0x40), 3, (struct mlx5dv_dr_action *[]){tag, count, to_pair}));
	dumps(root, second);
	RESULT("mlx5dv_dr_rule_destroy", mlx5dv_dr_rule_destroy(first));
	RESULT("mlx5dv_dr_action_destroy", mlx5dv_dr_action_destroy(to_table));
	RESULT("mlx5dv_dr_matcher_destroy", mlx5dv_dr_matcher_destroy(start));
	REQUIRE(mlx5dv_dr_rule_destroy(second));
	END(to_pair);
	ibv_destroy_qp(qp);
	END(tag);
	struct mlx5dv_dr_rule *last = rule_of(0x50, 1, &count);
	RESULT("mlx5dv_dr_table_destroy", mlx5dv_dr_table_destroy(root));
	RESULT("mlx5dv_dr_domain_destroy", mlx5dv_dr_domain_destroy(sends));
	others();
	REQUIRE(mlx5dv_dr_rule_destroy(last));
	REQUIRE(mlx5dv_dr_matcher_destroy(matcher));
	REQUIRE(mlx5dv_dr_table_destroy(table));
	REQUIRE(mlx5dv_dr_domain_destroy(domain));
	END(count);
	END(adding);
	END(to_port);
	END(to_vport);
	REQUIRE(mlx5dv_dr_domain_destroy(fabric));
	END(to_receiver);
	REQUIRE(mlx5dv_devx_obj_destroy(devx));
}

int main(int count, char **arguments)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	unsigned char in[16] = {1, 3}, out[16];

	refusing = count > 1 && strcmp(arguments[1], "refused") == 0;
	context = ibv_open_device(devices[0]);
	struct mlx5dv_context found = {.comp_mask = 0x1ffff};
	mlx5dv_query_device(context, &found);
	devx = mlx5dv_devx_obj_create(context, in, sizeof(in), out, sizeof(out));
	kernel();
	tables();
	return 0;
}
