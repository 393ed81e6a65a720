/* The requests of extended queue pairs, for those of verbs and for those of drivers. */
#ifndef VERBENA_POSTING_H
#define VERBENA_POSTING_H

#include "verbena_verbs.h"

/* Returns EOPNOTSUPP if QP was not created for OPERATION, because the provider has no function for it then. */
#define REQUIRE(qp, operation)                                                                                        \
	do {                                                                                                          \
		if (!(qp)->operation)                                                                                 \
			return EOPNOTSUPP;                                                                            \
	} while (0)

/* Starts the request of WR, and returns 0 or an errno. */
static inline int verbena_start(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	switch (wr->opcode) {
	case IBV_WR_SEND:
		REQUIRE(qp, wr_send);
		ibv_wr_send(qp);
		return 0;
	case IBV_WR_SEND_WITH_IMM:
		REQUIRE(qp, wr_send_imm);
		ibv_wr_send_imm(qp, wr->imm_data);
		return 0;
	case IBV_WR_SEND_WITH_INV:
		REQUIRE(qp, wr_send_inv);
		ibv_wr_send_inv(qp, wr->invalidate_rkey);
		return 0;
	case IBV_WR_RDMA_WRITE:
		REQUIRE(qp, wr_rdma_write);
		ibv_wr_rdma_write(qp, wr->wr.rdma.rkey, wr->wr.rdma.remote_addr);
		return 0;
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		REQUIRE(qp, wr_rdma_write_imm);
		ibv_wr_rdma_write_imm(qp, wr->wr.rdma.rkey, wr->wr.rdma.remote_addr, wr->imm_data);
		return 0;
	case IBV_WR_RDMA_READ:
		REQUIRE(qp, wr_rdma_read);
		ibv_wr_rdma_read(qp, wr->wr.rdma.rkey, wr->wr.rdma.remote_addr);
		return 0;
	case IBV_WR_ATOMIC_CMP_AND_SWP:
		REQUIRE(qp, wr_atomic_cmp_swp);
		ibv_wr_atomic_cmp_swp(qp, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr, wr->wr.atomic.compare_add,
				      wr->wr.atomic.swap);
		return 0;
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		REQUIRE(qp, wr_atomic_fetch_add);
		ibv_wr_atomic_fetch_add(qp, wr->wr.atomic.rkey, wr->wr.atomic.remote_addr, wr->wr.atomic.compare_add);
		return 0;
	case IBV_WR_LOCAL_INV:
		REQUIRE(qp, wr_local_inv);
		ibv_wr_local_inv(qp, wr->invalidate_rkey);
		return 0;
	case IBV_WR_BIND_MW:
		REQUIRE(qp, wr_bind_mw);
		ibv_wr_bind_mw(qp, wr->bind_mw.mw, wr->bind_mw.rkey, &wr->bind_mw.bind_info);
		return 0;
	case IBV_WR_TSO:
		REQUIRE(qp, wr_send_tso);
		ibv_wr_send_tso(qp, wr->tso.hdr, wr->tso.hdr_sz, wr->tso.mss);
		return 0;
	case IBV_WR_ATOMIC_WRITE:
		REQUIRE(qp, wr_atomic_write);
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

/* Sets the data of a request, if it has any. */
static inline void verbena_set_data(struct ibv_qp_ex *qp, const struct verbena_send *record)
{
	const struct ibv_send_wr *wr = &record->wr;
	const struct ibv_sge *segments = record->segments;

	if (!verbena_has_data(wr->opcode))
		return;
	if (wr->send_flags & IBV_SEND_INLINE)
		ibv_wr_set_inline_data(qp, (void *)(uintptr_t)segments->addr, segments->length);
	else
		ibv_wr_set_sge_list(qp, (size_t)wr->num_sge, segments);
}

#endif
