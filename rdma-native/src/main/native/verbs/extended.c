/* Posting by the ibv_wr functions of queue pairs with send_ops_flags: all records are posted, or none. */
#include "posting.h"

/* Sets the destination of a request of a driver's queue pair without a connection, which may also write and read. */
static void address(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	const struct verbena_destination *one_sided = (const void *)&wr->bind_mw;

	switch (wr->opcode) {
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
	case IBV_WR_RDMA_READ:
		ibv_wr_set_ud_addr(qp, one_sided->ah, one_sided->qpn, one_sided->qkey);
		break;
	default:
		ibv_wr_set_ud_addr(qp, wr->wr.ud.ah, wr->wr.ud.remote_qpn, wr->wr.ud.remote_qkey);
	}
}

/* Sets the address and the data of a request. */
static void fill(struct ibv_qp_ex *qp, const struct verbena_send *record)
{
	const struct ibv_send_wr *wr = &record->wr;

	if (qp->qp_base.qp_type == IBV_QPT_UD)
		ibv_wr_set_ud_addr(qp, wr->wr.ud.ah, wr->wr.ud.remote_qpn, wr->wr.ud.remote_qkey);
	if (qp->qp_base.qp_type == IBV_QPT_DRIVER && qp->wr_set_ud_addr)
		address(qp, wr);
	if (qp->qp_base.qp_type == IBV_QPT_XRC_SEND)
		ibv_wr_set_xrc_srqn(qp, wr->qp_type.xrc.remote_srqn);
	verbena_set_data(qp, record);
}

/* Starts a request, and returns 0 or an errno. */
static int start(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	if ((int)wr->opcode != VERBENA_WR_FLUSH)
		return verbena_start(qp, wr);
	verbena_verbs_wr_flush(qp, (const void *)&wr->wr);
	return 0;
}

/* Posts as verbena_verbs_post_send, but posts nothing if a request fails, which the driver may not identify. */
int64_t verbena_verbs_post_send_ex(int64_t handle, int64_t records, int stride, int count)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(OBJECT(ibv_qp, handle));
	const char *record = (const char *)(intptr_t)records;

	if (!qp)
		return (int64_t)EINVAL << 32;
	ibv_wr_start(qp);
	for (int i = 0; i < count; i++, record += stride) {
		const struct verbena_send *send = (const void *)record;
		qp->wr_id = send->wr.wr_id;
		qp->wr_flags = send->wr.send_flags;
		int refused = start(qp, &send->wr);
		if (refused) {
			ibv_wr_abort(qp);
			return (int64_t)refused << 32 | i;
		}
		fill(qp, send);
	}
	errno = 0;
	int64_t why = verbena_errno(ibv_wr_complete(qp));
	return why ? why << 32 : count;
}
