/* The attributes of an action that encrypts or decrypts packets (IPsec ESP), from its record. For libraries of drivers, too. */
#ifndef VERBENA_ESP_H
#define VERBENA_ESP_H

#include "verbena_verbs.h"

#define VERBENA_ESP_HEADERS 16

/* The place of the filter in a specification, by its type. */
struct verbena_esp_filter {
	uint32_t type;
	uint16_t offset;
	uint16_t length;
};

#define VERBENA_ESP_FILTER(type, spec) {type, offsetof(struct spec, val), sizeof(((struct spec *)0)->val)}

static const struct verbena_esp_filter verbena_esp_filters[] = {
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_ETH, ibv_flow_spec_eth),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_IPV4_EXT, ibv_flow_spec_ipv4_ext),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_IPV6, ibv_flow_spec_ipv6),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_ESP, ibv_flow_spec_esp),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_TCP, ibv_flow_spec_tcp_udp),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_UDP, ibv_flow_spec_tcp_udp),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_VXLAN_TUNNEL, ibv_flow_spec_tunnel),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_GRE, ibv_flow_spec_gre),
	VERBENA_ESP_FILTER(IBV_FLOW_SPEC_MPLS, ibv_flow_spec_mpls),
};

static inline const struct verbena_esp_filter *verbena_esp_filter_of(uint32_t type)
{
	for (size_t i = 0; i < sizeof(verbena_esp_filters) / sizeof(*verbena_esp_filters); i++)
		if (verbena_esp_filters[i].type == type)
			return &verbena_esp_filters[i];
	return NULL;
}

/* The attributes for libibverbs with the structures that they point to. */
struct verbena_esp_action {
	struct ibv_flow_action_esp_attr verbs;
	struct ibv_flow_action_esp_replay_bmp replay;
	struct ibv_flow_action_esp_encap headers[VERBENA_ESP_HEADERS];
};

/* Links the filters of COUNT specifications from SPEC. */
static inline int verbena_esp_link(struct verbena_esp_action *action, char *spec, uint32_t count)
{
	if (count > VERBENA_ESP_HEADERS)
		return -EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t type = (uint32_t)((struct ibv_flow_spec *)(void *)spec)->hdr.type;
		const struct verbena_esp_filter *filter = verbena_esp_filter_of(type);

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
static inline int verbena_esp_prepare(struct verbena_esp_action *action, int64_t record)
{
	struct verbena_esp *esp = OBJECT(verbena_esp, record);

	*action = (struct verbena_esp_action){.verbs = {.comp_mask = 0}};
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
	return verbena_esp_link(action, (char *)(esp + 1), esp->headers);
}

#endif
