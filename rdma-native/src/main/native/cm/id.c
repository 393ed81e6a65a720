/* Identifiers, their addresses and their routes. */
#include <endian.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>

#include "verbena_cm.h"

/* Creates an id, whose events carry COOKIE. */
int64_t verbena_cm_create_id(int64_t channel, int space, int64_t cookie)
{
	struct rdma_cm_id *id;

	int failed = verbena_cm_result(rdma_create_id(OBJECT(verbena_channel, channel)->cm, &id, (void *)(intptr_t)cookie,
						      (enum rdma_port_space)space));
	return failed ? failed : (int64_t)(intptr_t)id;
}

/* Sets the cookie of an id. A new connection request has the cookie of the listening id. */
int verbena_cm_set_cookie(int64_t id, int64_t cookie)
{
	OBJECT(rdma_cm_id, id)->context = (void *)(intptr_t)cookie;
	return 0;
}

/* Moves an id to another channel. */
int verbena_cm_migrate_id(int64_t id, int64_t channel)
{
	return verbena_cm_result(rdma_migrate_id(OBJECT(rdma_cm_id, id), OBJECT(verbena_channel, channel)->cm));
}

/* Destroys an id and its connection, after all its events are acknowledged. */
int verbena_cm_destroy_id(int64_t id)
{
	return verbena_cm_result(rdma_destroy_id(OBJECT(rdma_cm_id, id)));
}

/*
 * Opens all devices at once and closes them again. Returns 0, or the errno of the first that cannot be opened, except for lack of
 * permission, which does not go away.
 */
static int try_to_open_devices(struct ibv_device **devices, int count)
{
	struct ibv_context **opened = calloc((size_t)count, sizeof(struct ibv_context *));
	int number = 0, error = opened ? 0 : ENOMEM;

	for (errno = 0; !error && number < count; number++) {
		opened[number] = ibv_open_device(devices[number]);
		if (!opened[number] && errno != EACCES && errno != EPERM)
			error = errno ? errno : ENODEV;
	}
	while (opened && number-- > 0)
		if (opened[number])
			ibv_close_device(opened[number]);
	free(opened);
	return error;
}

/*
 * Makes librdmacm update its list of devices, so that it closes removed devices that no id uses. rdma_get_devices() opens all
 * others, and never uses a device again that it could not open, whatever the reason; so this function refuses if a device cannot
 * be opened, for example for lack of descriptors.
 */
int verbena_cm_forget_removed_devices(void)
{
	int count = 0;
	struct ibv_device **listed = ibv_get_device_list(&count);
	int error = listed ? try_to_open_devices(listed, count) : errno ? errno : ENODEV;
	struct ibv_context **devices;

	if (listed)
		ibv_free_device_list(listed);
	if (error)
		return -error;
	errno = 0;
	devices = rdma_get_devices(NULL);
	if (!devices)
		return errno ? -errno : -ENODEV;
	rdma_free_devices(devices);
	return 0;
}

/* Binds an id to a local address. */
int verbena_cm_bind(int64_t id, void *address)
{
	return verbena_cm_result(rdma_bind_addr(OBJECT(rdma_cm_id, id), address));
}

/* Starts to resolve the device that reaches DESTINATION; SOURCE may be NULL. */
int verbena_cm_resolve_addr(int64_t id, void *source, void *destination, int timeout_ms)
{
	return verbena_cm_result(rdma_resolve_addr(OBJECT(rdma_cm_id, id), source, destination, timeout_ms));
}

/* Starts to resolve the route. */
int verbena_cm_resolve_route(int64_t id, int timeout_ms)
{
	return verbena_cm_result(rdma_resolve_route(OBJECT(rdma_cm_id, id), timeout_ms));
}

/* Sets the path of both directions, a PathRecord, whose layout is that of struct ibv_path_record. */
int verbena_cm_set_path(int64_t id, void *path, int length)
{
	struct ibv_path_data data = {.flags = IBV_PATH_FLAG_GMP | IBV_PATH_FLAG_PRIMARY | IBV_PATH_FLAG_BIDIRECTIONAL};

	if (length != (int)sizeof(data.path))
		return -EINVAL;
	memcpy(&data.path, path, sizeof(data.path));
	return verbena_cm_result(
		rdma_set_option(OBJECT(rdma_cm_id, id), RDMA_OPTION_IB, RDMA_OPTION_IB_PATH, &data, sizeof(data)));
}

/* Reads the resolved path, a PathRecord; librdmacm keeps it in a structure of its own, whose integers are in network byte order. */
int verbena_cm_get_path(int64_t handle, void *path, int length)
{
	struct rdma_cm_id *id = OBJECT(rdma_cm_id, handle);
	const struct ibv_sa_path_rec *from = id->route.path_rec;
	struct ibv_path_record to = {0};

	if (length != (int)sizeof(to))
		return -EINVAL;
	if (!from || id->route.num_paths < 1)
		return -ENODATA;
	to.dgid = from->dgid;
	to.sgid = from->sgid;
	to.dlid = from->dlid;
	to.slid = from->slid;
	to.flowlabel_hoplimit = htobe32((be32toh(from->flow_label) & 0xfffff) << 8 | from->hop_limit);
	to.tclass = from->traffic_class;
	to.reversible_numpath = (uint8_t)((from->reversible ? 0x80 : 0) | (from->numb_path & 0x7f));
	to.pkey = from->pkey;
	to.qosclass_sl = htobe16(from->sl & 0xf);
	to.mtu = (uint8_t)(from->mtu_selector << 6 | (from->mtu & 0x3f));
	to.rate = (uint8_t)(from->rate_selector << 6 | (from->rate & 0x3f));
	to.packetlifetime = (uint8_t)(from->packet_life_time_selector << 6 | (from->packet_life_time & 0x3f));
	to.preference = from->preference;
	memcpy(path, &to, sizeof(to));
	return 0;
}

/* Reads the device of an id, if it has one, and its addresses. */
int verbena_cm_endpoint(int64_t handle, struct verbena_cm_endpoint *endpoint)
{
	struct rdma_cm_id *id = OBJECT(rdma_cm_id, handle);

	memset(endpoint, 0, sizeof(*endpoint));
	if (id->verbs) {
		const struct ibv_device *device = id->verbs->device;
		memcpy(endpoint->device, device->name, strnlen(device->name, sizeof(endpoint->device) - 1));
		endpoint->transport = device->transport_type;
		endpoint->port = id->port_num;
	}
	memcpy(endpoint->local, rdma_get_local_addr(id), ADDRESS_BYTES);
	memcpy(endpoint->peer, rdma_get_peer_addr(id), ADDRESS_BYTES);
	return 0;
}

/* Sets an option of level RDMA_OPTION_ID; two options are bytes, the others are integers. */
int verbena_cm_set_option(int64_t id, int option, int value)
{
	uint8_t byte = (uint8_t)value;
	int is_byte = option == RDMA_OPTION_ID_TOS || option == RDMA_OPTION_ID_ACK_TIMEOUT;

	return verbena_cm_result(rdma_set_option(OBJECT(rdma_cm_id, id), RDMA_OPTION_ID, option,
						 is_byte ? (void *)&byte : (void *)&value,
						 is_byte ? sizeof(byte) : sizeof(value)));
}

/* Returns the errno for an error of getaddrinfo(3). */
static int name_result(int answer)
{
	switch (answer) {
	case 0:
		return 0;
	case EAI_AGAIN:
		return -EAGAIN;
	case EAI_MEMORY:
		return -ENOMEM;
	case EAI_NONAME:
	case EAI_SERVICE:
		return -ENOENT;
	default:
		return errno ? -errno : -ENOENT;
	}
}

/* Resolves a host name and a service, either of which may be NULL. May query a name server. */
int verbena_cm_getaddrinfo(const char *node, const char *service, int flags, int space, struct verbena_cm_endpoint *found)
{
	struct rdma_addrinfo hints = {.ai_flags = flags, .ai_port_space = space};
	struct rdma_addrinfo *info = NULL;

	memset(found, 0, sizeof(*found));
	errno = 0;
	int failed = name_result(rdma_getaddrinfo(node, service, &hints, &info));
	if (failed)
		return failed;
	if (info->ai_src_addr && info->ai_src_len <= ADDRESS_BYTES)
		memcpy(found->local, info->ai_src_addr, info->ai_src_len);
	if (info->ai_dst_addr && info->ai_dst_len <= ADDRESS_BYTES)
		memcpy(found->peer, info->ai_dst_addr, info->ai_dst_len);
	rdma_freeaddrinfo(info);
	return 0;
}
