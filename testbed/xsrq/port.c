/*
 * Adds a port to the hollow device, which ibv_xsrq_pingpong of rdma-core queries before it exchanges addresses:
 * LD_PRELOAD=library:hollow ibv_xsrq_pingpong -d hollow0 -n 0. With -n 0, the program exchanges addresses, connects its queue pairs, sends
 * a message, which the hollow device completes, and exchanges the end.
 */
#include <infiniband/verbs.h>
#include <stddef.h>
#include <string.h>

int ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attributes)
{
	(void)context;
	memset(attributes, 0, sizeof(*attributes));
	attributes->device_cap_flags = IBV_DEVICE_XRC;
	return 0;
}

#undef ibv_query_port
int ibv_query_port(struct ibv_context *context, uint8_t number, struct _compat_ibv_port_attr *attributes)
{
	struct ibv_port_attr port = {.state = IBV_PORT_ACTIVE, .lid = 0x4a5, .link_layer = IBV_LINK_LAYER_INFINIBAND};

	(void)context;
	(void)number;
	memcpy(attributes, &port, offsetof(struct ibv_port_attr, port_cap_flags2));
	return 0;
}
