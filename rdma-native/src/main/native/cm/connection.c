/* Connections and multicast groups. */
#include <string.h>

#include "verbena_cm.h"

static struct rdma_conn_param connection(struct verbena_cm_parameters *from)
{
	return (struct rdma_conn_param){
		.private_data = from->length ? from->data : NULL,
		.private_data_len = (uint8_t)from->length,
		.responder_resources = (uint8_t)from->responder_resources,
		.initiator_depth = (uint8_t)from->initiator_depth,
		.flow_control = (uint8_t)from->flow_control,
		.retry_count = (uint8_t)from->retries,
		.rnr_retry_count = (uint8_t)from->rnr_retries,
		.srq = (uint8_t)from->srq,
		.qp_num = (uint32_t)from->qp_num,
	};
}

/* Listens for connection requests. */
int verbena_cm_listen(int64_t id, int backlog)
{
	return verbena_cm_result(rdma_listen(OBJECT(rdma_cm_id, id), backlog));
}

/* Sends a connection request. */
int verbena_cm_connect(int64_t id, struct verbena_cm_parameters *parameters)
{
	struct rdma_conn_param param = connection(parameters);

	return verbena_cm_result(rdma_connect(OBJECT(rdma_cm_id, id), &param));
}

/* Accepts a connection request. */
int verbena_cm_accept(int64_t id, struct verbena_cm_parameters *parameters)
{
	struct rdma_conn_param param = connection(parameters);

	return verbena_cm_result(rdma_accept(OBJECT(rdma_cm_id, id), &param));
}

/* Rejects a connection request or response. */
int verbena_cm_reject(int64_t id, void *data, int length)
{
	return verbena_cm_result(rdma_reject(OBJECT(rdma_cm_id, id), data, (uint8_t)length));
}

/* Rejects a connection request because of its ECE options. */
int verbena_cm_reject_ece(int64_t id, void *data, int length)
{
	return verbena_cm_result(rdma_reject_ece(OBJECT(rdma_cm_id, id), data, (uint8_t)length));
}

/* Sets the local ECE options that the next request or response carries. */
int verbena_cm_set_local_ece(int64_t id, int vendor_id, int options)
{
	struct ibv_ece ece = {.vendor_id = (uint32_t)vendor_id, .options = (uint32_t)options};

	return verbena_cm_result(rdma_set_local_ece(OBJECT(rdma_cm_id, id), &ece));
}

/* Reads the ECE options of the peer: vendor ID and options. */
int verbena_cm_get_remote_ece(int64_t id, void *told)
{
	struct ibv_ece ece = {0};

	int failed = verbena_cm_result(rdma_get_remote_ece(OBJECT(rdma_cm_id, id), &ece));
	memcpy(told, (uint32_t[]){ece.vendor_id, ece.options}, 2 * sizeof(uint32_t));
	return failed;
}

/* Confirms a connection response. */
int verbena_cm_establish(int64_t id)
{
	return verbena_cm_result(rdma_establish(OBJECT(rdma_cm_id, id)));
}

/* Passes an asynchronous event of the queue pair to librdmacm. */
int verbena_cm_notify(int64_t id, int event)
{
	return verbena_cm_result(rdma_notify(OBJECT(rdma_cm_id, id), (enum ibv_event_type)event));
}

/* Disconnects, or replies to the disconnect request of the peer. */
int verbena_cm_disconnect(int64_t id)
{
	return verbena_cm_result(rdma_disconnect(OBJECT(rdma_cm_id, id)));
}

/* Writes the struct ibv_qp_attr of the transition to STATE, and returns its mask. */
int verbena_cm_init_qp_attr(int64_t id, int state, void *attributes, int size)
{
	struct ibv_qp_attr attr = {.qp_state = (enum ibv_qp_state)state};
	int mask = 0;

	if (size < (int)sizeof(attr))
		return -EINVAL;
	int failed = verbena_cm_result(rdma_init_qp_attr(OBJECT(rdma_cm_id, id), &attr, &mask));
	if (failed)
		return failed;
	memcpy(attributes, &attr, sizeof(attr));
	return mask & INT32_MAX;
}

/* Starts to join a multicast group, whose events carry COOKIE. */
int verbena_cm_join(int64_t id, void *group, int send_only, int64_t cookie)
{
	struct rdma_cm_join_mc_attr_ex attr = {
		.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS,
		.join_flags = send_only ? RDMA_MC_JOIN_FLAG_SENDONLY_FULLMEMBER : RDMA_MC_JOIN_FLAG_FULLMEMBER,
		.addr = group,
	};

	return verbena_cm_result(rdma_join_multicast_ex(OBJECT(rdma_cm_id, id), &attr, (void *)(intptr_t)cookie));
}

/* Leaves a multicast group. */
int verbena_cm_leave(int64_t id, void *group)
{
	return verbena_cm_result(rdma_leave_multicast(OBJECT(rdma_cm_id, id), group));
}
