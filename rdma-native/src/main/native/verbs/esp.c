/* Flow actions that encrypt or decrypt packets (IPsec ESP). */
#include "verbena_verbs.h"

#define MAX_HEADERS 16

/* The place of the filter in a specification, by its type. */
struct filter {
	uint32_t type;
	uint16_t offset;
	uint16_t length;
};

#define FILTER(type, spec) {type, offsetof(struct spec, val), sizeof(((struct spec *)0)->val)}

static const struct filter filters[] = {
	FILTER(IBV_FLOW_SPEC_ETH, ibv_flow_spec_eth),
	FILTER(IBV_FLOW_SPEC_IPV4_EXT, ibv_flow_spec_ipv4_ext),
	FILTER(IBV_FLOW_SPEC_IPV6, ibv_flow_spec_ipv6),
	FILTER(IBV_FLOW_SPEC_ESP, ibv_flow_spec_esp),
	FILTER(IBV_FLOW_SPEC_TCP, ibv_flow_spec_tcp_udp),
	FILTER(IBV_FLOW_SPEC_UDP, ibv_flow_spec_tcp_udp),
	FILTER(IBV_FLOW_SPEC_VXLAN_TUNNEL, ibv_flow_spec_tunnel),
	FILTER(IBV_FLOW_SPEC_GRE, ibv_flow_spec_gre),
	FILTER(IBV_FLOW_SPEC_MPLS, ibv_flow_spec_mpls),
};

static const struct filter *filter_of(uint32_t type)
{
	for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++)
		if (filters[i].type == type)
			return &filters[i];
	return NULL;
}

/* The attributes for libibverbs with the structures that they point to. */
struct action {
	struct ibv_flow_action_esp_attr verbs;
	struct ibv_flow_action_esp_replay_bmp replay;
	struct ibv_flow_action_esp_encap headers[MAX_HEADERS];
};

/* Links the filters of COUNT specifications from SPEC. */
static int link_headers(struct action *action, char *spec, uint32_t count)
{
	if (count > MAX_HEADERS)
		return -EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t type = (uint32_t)((struct ibv_flow_spec *)(void *)spec)->hdr.type;
		const struct filter *filter = filter_of(type);

		if (!filter)
			return -EINVAL;
		action->headers[i] = (struct ibv_flow_action_esp_encap){
			.val_ptr = spec + filter->offset,
			.next_ptr = i + 1 < count ? &action->headers[i + 1] : NULL,
			.len = filter->length,
			.type = (uint16_t)type,
		};
		spec += ((struct ibv_flow_spec *)(void *)spec)->hdr.size;
	}
	if (count)
		action->verbs.esp_encap = action->headers;
	return 0;
}

/* Prepares ACTION, whose pointers refer to itself and to RECORD. */
static int prepare(struct action *action, int64_t record)
{
	struct verbena_esp *esp = OBJECT(verbena_esp, record);

	*action = (struct action){.verbs = {.comp_mask = 0}};
	if (esp->parts & VERBENA_ESP_ASSOCIATION)
		action->verbs.esp_attr = &esp->association;
	if (esp->parts & VERBENA_ESP_KEY) {
		action->verbs.keymat_proto = IBV_FLOW_ACTION_ESP_KEYMAT_AES_GCM;
		action->verbs.keymat_len = sizeof(esp->key);
		action->verbs.keymat_ptr = &esp->key;
	}
	if (esp->parts & VERBENA_ESP_REPLAY) {
		action->replay.size = esp->replay_window;
		action->verbs.replay_proto = IBV_FLOW_ACTION_ESP_REPLAY_BMP;
		action->verbs.replay_len = sizeof(action->replay);
		action->verbs.replay_ptr = &action->replay;
	}
	if (esp->parts & VERBENA_ESP_ESN) {
		action->verbs.comp_mask = IBV_FLOW_ACTION_ESP_MASK_ESN;
		action->verbs.esn = esp->extended_sequence;
	}
	return link_headers(action, (char *)(esp + 1), esp->headers);
}

/* Creates the action of RECORD, a struct verbena_esp. */
int64_t verbena_verbs_create_esp(int64_t context, int64_t record)
{
	struct action action;
	int failed = prepare(&action, record);

	if (failed)
		return failed;
	return verbena_handle(
		ibv_create_flow_action_esp(OBJECT(verbena_context, context)->verbs, &action.verbs));
}

/* Changes the parts of an action that RECORD contains. */
int verbena_verbs_modify_esp(int64_t handle, int64_t record)
{
	struct action action;
	int failed = prepare(&action, record);

	if (failed)
		return failed;
	return verbena_result(ibv_modify_flow_action_esp(OBJECT(ibv_flow_action, handle), &action.verbs));
}

/* Destroys an action, which no rule may use. */
int verbena_verbs_destroy_action(int64_t action)
{
	return verbena_result(ibv_destroy_flow_action(OBJECT(ibv_flow_action, action)));
}
