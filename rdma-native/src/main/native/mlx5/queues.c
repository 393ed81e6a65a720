/* Queue pairs and completion queues of mlx5 devices. Run on the hollow device only. */
#include "../verbs/posting.h"
#include "verbena_mlx5.h"

/* Creates a queue pair, and updates the sizes of the request. */
int64_t verbena_mlx5_create_qp(int64_t context, int64_t request)
{
	struct verbena_mlx5_qp *wanted = OBJECT(verbena_mlx5_qp, request);
	struct ibv_qp_init_attr_ex attributes = {
		.qp_context = POINTER(wanted->cookie),
		.send_cq = OBJECT(ibv_cq, wanted->send_cq),
		.recv_cq = OBJECT(ibv_cq, wanted->receive_cq),
		.srq = OBJECT(ibv_srq, wanted->srq),
		.cap = {
			.max_send_wr = wanted->max_sends,
			.max_recv_wr = wanted->max_receives,
			.max_send_sge = wanted->max_send_segments,
			.max_recv_sge = wanted->max_receive_segments,
			.max_inline_data = wanted->inline_bytes,
		},
		.qp_type = wanted->type,
		.sq_sig_all = (int)wanted->all_signaled,
		.comp_mask = IBV_QP_INIT_ATTR_PD | (wanted->operations ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
		.pd = OBJECT(ibv_pd, wanted->pd),
		.send_ops_flags = wanted->operations,
	};
	struct mlx5dv_qp_init_attr own = {
		.comp_mask = wanted->mask,
		.create_flags = wanted->flags,
		.send_ops_flags = wanted->own_operations,
	};

	if (wanted->mask & MLX5DV_QP_INIT_ATTR_MASK_DC)
		own.dc_init_attr.dc_type = wanted->dynamic_type;
	if (wanted->mask & MLX5DV_QP_INIT_ATTR_MASK_DC && wanted->dynamic_type == MLX5DV_DCTYPE_DCT)
		own.dc_init_attr.dct_access_key = wanted->dynamic;
	if (wanted->mask & MLX5DV_QP_INIT_ATTR_MASK_DCI_STREAMS) {
		own.dc_init_attr.dci_streams.log_num_concurent = (uint8_t)wanted->dynamic;
		own.dc_init_attr.dci_streams.log_num_errored = (uint8_t)(wanted->dynamic >> 8);
	}
	int64_t qp = verbena_handle(mlx5dv_create_qp(VERBS(context), &attributes, &own));
	wanted->max_sends = attributes.cap.max_send_wr;
	wanted->max_receives = attributes.cap.max_recv_wr;
	wanted->max_send_segments = attributes.cap.max_send_sge;
	wanted->max_receive_segments = attributes.cap.max_recv_sge;
	wanted->inline_bytes = attributes.cap.max_inline_data;
	return qp;
}

int verbena_mlx5_qp_number(int64_t queue_pair)
{
	return (int)OBJECT(ibv_qp, queue_pair)->qp_num;
}

/* Starts a request of an initiator of dynamic connections, and sets its target. */
static int start(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	const struct verbena_target *target = (const void *)&wr->bind_mw;
	struct mlx5dv_qp_ex *own = mlx5dv_qp_ex_from_ibv_qp_ex(qp);
	int has_stream = target->kind == 2;
	int refused = has_stream && !own->wr_set_dc_addr_stream ? EOPNOTSUPP : verbena_start(qp, wr);

	if (refused)
		return refused;
	if (has_stream)
		mlx5dv_wr_set_dc_addr_stream(own, target->ah, target->number, target->access_key, (uint16_t)target->stream);
	else
		mlx5dv_wr_set_dc_addr(own, target->ah, target->number, target->access_key);
	return 0;
}

/* Posts as verbena_verbs_post_send_ex to an initiator of dynamic connections, where each request has a target. */
int64_t verbena_mlx5_post_send(int64_t qp, int64_t records, int stride, int count)
{
	return verbena_post(qp, records, stride, count, start, verbena_set_data);
}

int verbena_mlx5_stream_id_reset(int64_t queue_pair, int stream)
{
	return verbena_result(mlx5dv_dci_stream_id_reset(OBJECT(ibv_qp, queue_pair), (uint16_t)stream));
}

int verbena_mlx5_map_ah_to_qp(int64_t address_handle, int number)
{
	return verbena_result(mlx5dv_map_ah_to_qp(OBJECT(ibv_ah, address_handle), (uint32_t)number));
}

/* Returns the number of sends that were canceled, or -errno. */
int verbena_mlx5_cancel_sends(int64_t queue_pair, int64_t id)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(OBJECT(ibv_qp, queue_pair));

	if (!qp)
		return -EINVAL;
	errno = 0;
	int count = mlx5dv_qp_cancel_posted_send_wrs(mlx5dv_qp_ex_from_ibv_qp_ex(qp), (uint64_t)id);
	return count >= 0 ? count : -verbena_errno(count);
}

/* Returns the assigned port, and the active one in bits 8 to 15. */
int verbena_mlx5_query_lag_port(int64_t queue_pair)
{
	uint8_t assigned = 0, active = 0;
	int result = verbena_result(mlx5dv_query_qp_lag_port(OBJECT(ibv_qp, queue_pair), &assigned, &active));

	return result ? result : active << 8 | assigned;
}

int verbena_mlx5_modify_lag_port(int64_t queue_pair, int port)
{
	return verbena_result(mlx5dv_modify_qp_lag_port(OBJECT(ibv_qp, queue_pair), (uint8_t)port));
}

int verbena_mlx5_modify_udp_sport(int64_t queue_pair, int port)
{
	return verbena_result(mlx5dv_modify_qp_udp_sport(OBJECT(ibv_qp, queue_pair), (uint16_t)port));
}

/* Creates a completion queue that reports FIELDS; MASK tells which of the other attributes are set. */
int64_t verbena_mlx5_create_cq(int64_t context, int entries, int64_t cookie, int64_t channel, int vector, int64_t fields,
			       int64_t mask, int format, int flags, int entry_bytes)
{
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = (uint32_t)entries,
		.cq_context = POINTER(cookie),
		.channel = channel ? OBJECT(verbena_channel, channel)->verbs : NULL,
		.comp_vector = (uint32_t)vector,
		.wc_flags = (uint64_t)fields,
	};
	struct mlx5dv_cq_init_attr own = {
		.comp_mask = (uint64_t)mask,
		.cqe_comp_res_format = (uint8_t)format,
		.flags = (uint32_t)flags,
		.cqe_size = (uint16_t)entry_bytes,
	};

	return verbena_handle(mlx5dv_create_cq(VERBS(context), &attributes, &own));
}

/* Creates a work queue, and updates the sizes of the request. */
int64_t verbena_mlx5_create_wq(int64_t context, int64_t request)
{
	struct verbena_mlx5_wq *wanted = OBJECT(verbena_mlx5_wq, request);
	struct ibv_wq_init_attr attributes = {
		.wq_context = POINTER(wanted->cookie),
		.wq_type = IBV_WQT_RQ,
		.max_wr = wanted->max_receives,
		.max_sge = wanted->max_segments,
		.pd = OBJECT(ibv_pd, wanted->pd),
		.cq = OBJECT(ibv_cq, wanted->cq),
		.comp_mask = wanted->flags ? IBV_WQ_INIT_ATTR_FLAGS : 0,
		.create_flags = wanted->flags,
	};
	struct mlx5dv_wq_init_attr own = {
		.comp_mask = MLX5DV_WQ_INIT_ATTR_MASK_STRIDING_RQ,
		.striding_rq_attrs = {
			.single_stride_log_num_of_bytes = wanted->log_bytes,
			.single_wqe_log_num_of_strides = wanted->log_strides,
			.two_byte_shift_en = (uint8_t)wanted->shifts,
		},
	};
	int64_t wq = verbena_handle(mlx5dv_create_wq(VERBS(context), &attributes, &own));

	wanted->max_receives = attributes.max_wr;
	wanted->max_segments = attributes.max_sge;
	return wq;
}

int verbena_mlx5_wq_number(int64_t work_queue)
{
	return (int)OBJECT(ibv_wq, work_queue)->wq_num;
}
