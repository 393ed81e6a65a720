/* Posting by the ibv_wr functions of queue pairs with send_ops_flags, for the queue pairs of verbs and for those of drivers. */
#ifndef VERBENA_POSTING_H
#define VERBENA_POSTING_H

#include "verbena_verbs.h"

/* Returns EOPNOTSUPP if QP was not created for OPERATION, because the provider has no function for it then. */
#define VERBENA_REQUIRE(qp, operation)                                                                                \
	do {                                                                                                          \
		if (!(qp)->operation)                                                                                 \
			return EOPNOTSUPP;                                                                            \
	} while (0)

/* Starts the request of WR, and returns 0 or an errno; EINVAL for an operation of a later release. */
static inline int verbena_start(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	switch (wr->opcode) {
	case IBV_WR_SEND:
		VERBENA_REQUIRE(qp, wr_send);
		ibv_wr_send(qp);
		return 0;
	case IBV_WR_SEND_WITH_IMM:
		VERBENA_REQUIRE(qp, wr_send_imm);
		ibv_wr_send_imm(qp, wr->imm_data);
		return 0;
	case IBV_WR_SEND_WITH_INV:
		VERBENA_REQUIRE(qp, wr_send_inv);
		ibv_wr_send_inv(qp, wr->invalidate_rkey);
		return 0;
	case IBV_WR_RDMA_WRITE:
		VERBENA_REQUIRE(qp, wr_rdma_write);
		ibv_wr_rdma_write(qp, wr->wr.rdma.rkey, wr->wr.rdma.remote_addr);
		return 0;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		VERBENA_REQUIRE(qp, wr_rdma_write_imm);
		ibv_wr_rdma_write_imm(qp, wr->wr.rdma.rkey, wr->wr.rdma.remote_addr, wr->imm_data);
		return 0;
	case IBV_WR_RDMA_READ:
		VERBENA_REQUIRE(qp, wr_rdma_read);
		ibv_wr_rdma_read(qp, wr->wr.rdma.rkey, wr->wr.rdma.remote_addr);
		return 0;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		VERBENA_REQUIRE(qp, wr_atomic_cmp_swp);
		ibv_wr_atomic_cmp_swp(qp, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr, wr->wr.atomic.compare_add,
				      wr->wr.atomic.swap);
		return 0;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		VERBENA_REQUIRE(qp, wr_atomic_fetch_add);
		ibv_wr_atomic_fetch_add(qp, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr, wr->wr.atomic.compare_add);
		return 0;
	case IBV_WR_LOCAL_INV:
		VERBENA_REQUIRE(qp, wr_local_inv);
		ibv_wr_local_inv(qp, wr->invalidate_rkey);
		return 0;
	case IBV_WR_BIND_MW:
		VERBENA_REQUIRE(qp, wr_bind_mw);
		ibv_wr_bind_mw(qp, wr->bind_mw.mw, wr->bind_mw.rkey, &wr->bind_mw.bind_info);
		return 0;
	case IBV_WR_TSO:
		VERBENA_REQUIRE(qp, wr_send_tso);
		ibv_wr_send_tso(qp, wr->tso.hdr, wr->tso.hdr_sz, wr->tso.mss);
		return 0;
	case IBV_WR_ATOMIC_WRITE:
		VERBENA_REQUIRE(qp, wr_atomic_write);
		ibv_wr_atomic_write(qp, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr, &wr->wr.atomic.swap);
		return 0;
	default:
		return EINVAL;
	}
}

/* Returns whether requests with this opcode carry data. */
static inline int verbena_has_data(enum ibv_wr_opcode opcode)
{
	switch ((int)opcode) {
	case IBV_WR_LOCAL_INV:
	case IBV_WR_BIND_MW:
	case IBV_WR_ATOMIC_WRITE:
	case VERBENA_WR_FLUSH:
		return 0;
	default:
		return 1;
	}
}

/* Sets the destination of a request of a driver's queue pair without a connection, which may also write and read. */
static inline void verbena_address(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
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
static inline void verbena_fill(struct ibv_qp_ex *qp, const struct verbena_send *record)
{
	const struct ibv_send_wr *wr = &record->wr;
	const struct ibv_sge *segments = record->segments;

	if (qp->qp_base.qp_type == IBV_QPT_UD)
		ibv_wr_set_ud_addr(qp, wr->wr.ud.ah, wr->wr.ud.remote_qpn, wr->wr.ud.remote_qkey);
	if (qp->qp_base.qp_type == IBV_QPT_DRIVER && qp->wr_set_ud_addr)
		verbena_address(qp, wr);
	if (qp->qp_base.qp_type == IBV_QPT_XRC_SEND)
		ibv_wr_set_xrc_srqn(qp, wr->qp_type.xrc.remote_srqn);
	if (!verbena_has_data(wr->opcode))
		return;
	if (wr->send_flags & IBV_SEND_INLINE)
		ibv_wr_set_inline_data(qp, (void *)(uintptr_t)segments->addr, segments->length);
	else
		ibv_wr_set_sge_list(qp, (size_t)wr->num_sge, segments);
}

/*
 * Posts COUNT records, or none if a request fails, which the driver may not identify. START starts a request and returns 0 or an errno.
 * Returns as verbena_verbs_post_send.
 */
static inline int64_t verbena_post(int64_t handle, int64_t records, int stride, int count,
				   int (*start)(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr))
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
		verbena_fill(qp, send);
	}
	errno = 0;
	int64_t why = verbena_errno(ibv_wr_complete(qp));
	return why ? why << 32 : count;
}

#endif
