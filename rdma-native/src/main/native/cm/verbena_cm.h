/*
 * The functions that io.verbena.jni.cm calls: thin wrappers of librdmacm. Objects are passed as their addresses; a function that
 * creates an object returns its address, or -errno, which no address equals. Queue pairs are never created by librdmacm: the
 * caller creates them with verbs, refers to them by number, and changes their states with the attributes of init_qp_attr.
 */
#ifndef VERBENA_CM_H
#define VERBENA_CM_H

#include <errno.h>
#include <stdint.h>

#include <infiniband/ib.h>
#include <rdma/rdma_cma.h>

/* The object of TYPE at an address. */
#define OBJECT(type, handle) ((struct type *)(intptr_t)(handle))

/* A result instead of -errno: the installed library does not have the function. */
#define VERBENA_NOT_IN_LIBRARY (-0x10000)

/* The type of an event that a program posts, RDMA_CM_EVENT_USER of rdma-core 60. */
#define VERBENA_CM_EVENT_USER 18

/* An event channel, and the eventfd that ends a wait for it. */
struct verbena_channel {
	struct rdma_event_channel *cm;
	int wake;
};

/* Size of the largest sockaddr. */
#define ADDRESS_BYTES 48
_Static_assert(sizeof(struct sockaddr_ib) == ADDRESS_BYTES && sizeof(struct sockaddr_in6) <= ADDRESS_BYTES, "an address");

/* Parameters of a connection request or response. */
struct verbena_cm_parameters {
	uint8_t data[256];
	int32_t length;
	int32_t responder_resources;
	int32_t initiator_depth;
	int32_t flow_control;
	int32_t retries;
	int32_t rnr_retries;
	int32_t srq;
	int32_t qp_num;
};

/* An event. COOKIE belongs to the id, or to the listening id for a request. ID is the new id of a request, or 0. */
struct verbena_cm_event {
	int32_t type;
	int32_t status;
	uint64_t cookie;
	int64_t id;
	uint64_t membership;
	int32_t datagram;
	int32_t qkey;
	struct verbena_cm_parameters parameters;
	struct ibv_ah_attr ah;
};

/* The device and the addresses of an id. */
struct verbena_cm_endpoint {
	uint8_t device[64];
	int32_t port;
	int32_t transport;
	uint8_t local[ADDRESS_BYTES];
	uint8_t peer[ADDRESS_BYTES];
};

/* channel.c */
int64_t verbena_cm_create_channel(void);
int verbena_cm_destroy_channel(int64_t channel);
int verbena_cm_wake_channel(int64_t channel);
int verbena_cm_await_event(int64_t channel, struct verbena_cm_event *event, int timeout_ms);

/* id.c */
int64_t verbena_cm_create_id(int64_t channel, int space, int64_t cookie);
int verbena_cm_set_cookie(int64_t id, int64_t cookie);
int verbena_cm_migrate_id(int64_t id, int64_t channel);
int verbena_cm_destroy_id(int64_t id);
int verbena_cm_forget_removed_devices(void);
int verbena_cm_bind(int64_t id, void *address);
int verbena_cm_resolve_addr(int64_t id, void *source, void *destination, int timeout_ms);
int verbena_cm_resolve_route(int64_t id, int timeout_ms);
int verbena_cm_set_path(int64_t id, void *path, int length);
int verbena_cm_get_path(int64_t id, void *path, int length);
int verbena_cm_endpoint(int64_t id, struct verbena_cm_endpoint *endpoint);
int verbena_cm_set_option(int64_t id, int option, int value);
int verbena_cm_getaddrinfo(const char *node, const char *service, int flags, int space,
			   struct verbena_cm_endpoint *found);

/* newer.c */
int verbena_cm_resolve_addrinfo(int64_t id, const char *node, const char *service, int flags, int space);
int verbena_cm_query_addrinfo(int64_t id, struct verbena_cm_endpoint *found);
int verbena_cm_write_event(int64_t id, int type, int status, int64_t argument);

/* connection.c */
int verbena_cm_listen(int64_t id, int backlog);
int verbena_cm_connect(int64_t id, struct verbena_cm_parameters *parameters);
int verbena_cm_accept(int64_t id, struct verbena_cm_parameters *parameters);
int verbena_cm_reject(int64_t id, void *data, int length);
int verbena_cm_reject_ece(int64_t id, void *data, int length);
int verbena_cm_set_local_ece(int64_t id, int vendor_id, int options);
int verbena_cm_get_remote_ece(int64_t id, void *told);
int verbena_cm_establish(int64_t id);
int verbena_cm_notify(int64_t id, int event);
int verbena_cm_disconnect(int64_t id);
int verbena_cm_init_qp_attr(int64_t id, int state, void *attributes, int size);
int verbena_cm_join(int64_t id, void *group, int send_only, int64_t cookie);
int verbena_cm_leave(int64_t id, void *group);

/* Returns -errno for the ANSWER of a call, 0 for success; librdmacm returns -1 and sets errno. */
static inline int verbena_cm_answer(int answer)
{
	if (answer >= 0)
		return -answer;
	return errno ? -errno : -EIO;
}

/* Calls a function of librdmacm after clearing errno, so that a failure never reports a stale value. */
#define verbena_cm_result(call) (errno = 0, verbena_cm_answer(call))

#endif
