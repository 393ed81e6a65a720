/*
 * Tells the subnet administration what a query is to find: a multicast group with a member, a service, a subscription to
 * traps, and an alias GUID. It knows the records from the architecture, and nothing of Verbena.
 *
 * usage: register SM_LID OWN_LID OWN_PORT_GUID, numbers as strtoull reads them
 */
#include <arpa/inet.h>
#include <endian.h>
#include <infiniband/umad.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SA_CLASS = 3, CLASS_VERSION = 2, SET = 2, MAD = 256, DATA = 200, TIMEOUT = 1000, RETRIES = 3 };
#define WELL_KNOWN_QKEY 0x80010000

struct __attribute__((packed)) sa_mad {
	uint8_t base_version, mgmt_class, class_version, method;
	uint16_t status, class_specific;
	uint64_t tid;
	uint16_t attribute, reserved;
	uint32_t modifier;
	uint8_t rmpp[12];
	uint64_t sm_key;
	uint16_t attribute_offset, reserved2;
	uint64_t component_mask;
	uint8_t data[DATA];
};

struct gid {
	uint64_t prefix, guid;
};

struct __attribute__((packed)) mc_member_record {
	struct gid mgid, port_gid;
	uint32_t q_key;
	uint16_t mlid;
	uint8_t mtu, traffic_class;
	uint16_t p_key;
	uint8_t rate, packet_life_time;
	uint32_t sl_flow_label_hop_limit;
	uint8_t scope_join_state, proxy_join, reserved[2];
};

struct __attribute__((packed)) service_record {
	uint64_t id;
	struct gid gid;
	uint16_t p_key, reserved;
	uint32_t lease;
	uint8_t key[16];
	char name[64];
	uint8_t data8[16];
	uint16_t data16[8];
	uint32_t data32[4];
	uint64_t data64[2];
};

struct __attribute__((packed)) inform_info {
	struct gid gid;
	uint16_t lid_range_begin, lid_range_end, reserved;
	uint8_t is_generic, subscribe;
	uint16_t type, trap_number;
	uint32_t qpn_resp_time_value, producer_type;
};

struct __attribute__((packed)) guid_info_record {
	uint16_t lid;
	uint8_t block, reserved[5];
	uint64_t guid[8];
};

static int fd, agent;
static uint16_t sm_lid;

static void set(const char *what, uint16_t attribute, uint64_t mask, const void *record, size_t length)
{
	static uint64_t tid;
	void *message = calloc(1, umad_size() + MAD);
	struct sa_mad *mad = umad_get_mad(message);
	int received = MAD;

	*mad = (struct sa_mad){
		.base_version = 1, .mgmt_class = SA_CLASS, .class_version = CLASS_VERSION, .method = SET,
		.tid = htobe64(++tid), .attribute = htons(attribute), .component_mask = htobe64(mask)
	};
	memcpy(mad->data, record, length);
	umad_set_addr(message, sm_lid, 1, 0, WELL_KNOWN_QKEY);
	if (umad_send(fd, agent, message, MAD, TIMEOUT, RETRIES) < 0 || umad_recv(fd, message, &received, 5 * TIMEOUT) < 0
	    || umad_status(message) || mad->status) {
		fprintf(stderr, "register: %s failed, status 0x%04x\n", what, ntohs(mad->status));
		exit(1);
	}
	free(message);
}

int main(int count, char **arguments)
{
	uint64_t prefix = htobe64(0xfe80000000000000), guid;

	if (count != 4)
		return 2;
	sm_lid = strtoull(arguments[1], NULL, 0);
	guid = htobe64(strtoull(arguments[3], NULL, 0));
	if (umad_init() < 0 || (fd = umad_open_port(NULL, 1)) < 0
	    || (agent = umad_register(fd, SA_CLASS, CLASS_VERSION, 0, NULL)) < 0)
		return 1;

	struct mc_member_record member = {
		.mgid = { htobe64(0xff12a01cfe800000), htobe64(0x1234) }, .port_gid = { prefix, guid },
		.q_key = htonl(0x0b1b0c1c), .traffic_class = 0x25, .p_key = htons(0xffff),
		.sl_flow_label_hop_limit = htonl(0x3abcde00), .scope_join_state = 0x21
	};
	set("the join of a multicast group", 0x38, 0x130c7, &member, sizeof(member));

	struct service_record service = {
		.id = htobe64(0x1000000000abcdef), .gid = { prefix, guid }, .p_key = htons(0xffff), .lease = htonl(0x1234),
		.key = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }, .name = "verbena.oracle",
		.data8 = { 0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf },
		.data16 = { htons(0xb001), htons(0xb102), htons(0xb203), htons(0xb304), htons(0xb405), htons(0xb506),
			    htons(0xb607), htons(0xb708) },
		.data32 = { htonl(0xc0000001), htonl(0xc1000002), htonl(0xc2000003), htonl(0xc3000004) },
		.data64 = { htobe64(0xd000000000000001), htobe64(0xd100000000000002) }
	};
	set("the registration of a service", 0x31, 0x1fffffffff, &service, sizeof(service));

	struct inform_info inform = {
		.lid_range_begin = 0xffff, .is_generic = 1, .subscribe = 1, .type = htons(0xffff), .trap_number = htons(64),
		.qpn_resp_time_value = htonl(0x112), .producer_type = htonl(0xffffff)
	};
	set("the subscription to a trap", 0x03, 0, &inform, sizeof(inform));

	struct guid_info_record alias = {
		.lid = htons(strtoull(arguments[2], NULL, 0)),
		.guid = { 0, htobe64(0x0123456789abcdef), 0, 0, htobe64(0x13579bdf02468ace) }
	};
	set("the setting of alias GUIDs", 0x30, 0x3 | 0x12ULL << 4, &alias, sizeof(alias));
	return 0;
}
