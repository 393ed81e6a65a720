/*
 * Lets datagrams by rsockets (udpong) run on RoCE: LD_PRELOAD=library PROGRAM.
 *
 * A datagram rsocket of librdmacm creates an address handle for itself with the LID of its port only. RoCE has no LIDs, so the kernel
 * refuses an address without a global route header (EINVAL), and rconnect and rbind fail, with the errno of a later call. This library
 * completes such an address with the GID of the port itself: the last one of the table, which is that of an IP address.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <infiniband/verbs.h>

struct ibv_ah *ibv_create_ah(struct ibv_pd *pd, struct ibv_ah_attr *attr)
{
	struct ibv_ah *(*next)(struct ibv_pd *, struct ibv_ah_attr *);
	struct ibv_port_attr port;
	struct ibv_ah_attr own = *attr;
	union ibv_gid gid;
	int index;

	*(void **)&next = dlsym(RTLD_NEXT, "ibv_create_ah");
	if (attr->is_global || ibv_query_port(pd->context, attr->port_num, &port) || port.link_layer != IBV_LINK_LAYER_ETHERNET)
		return next(pd, attr);
	for (index = 0; index < 16 && index < port.gid_tbl_len; index++)
		if (!ibv_query_gid(pd->context, attr->port_num, index, &gid) && gid.global.interface_id) {
			own.grh.dgid = gid;
			own.grh.sgid_index = (uint8_t)index;
		}
	own.is_global = 1;
	own.grh.hop_limit = 64;
	return next(pd, &own);
}
