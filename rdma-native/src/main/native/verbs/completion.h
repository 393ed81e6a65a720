/* Reading completions, for the queues of verbs and for those of drivers. */
#ifndef VERBENA_COMPLETION_H
#define VERBENA_COMPLETION_H

#include "verbena_verbs.h"

/*
 * Returns the errno of a poll that failed with ANSWER. Drivers return errno of either sign or a number of their own: CQ_POLL_ERR of
 * mlx4, mlx5, mthca, hns and pvrdma is -2, which is not ENOENT, and their CQ_EMPTY, -1, is not EPERM.
 */
static inline int verbena_poll_errno(int answer)
{
	return answer >= 0 ? answer : answer >= -2 ? EIO : -answer;
}

/* Reads the FIELDS of the current completion of CQ. */
static inline void verbena_read_completion(struct ibv_cq_ex *cq, uint64_t fields, struct verbena_completion *completion)
{
	struct ibv_wc *wc = &completion->wc;

	*completion = (struct verbena_completion){.wc = {.wr_id = cq->wr_id, .status = cq->status}};
	wc->vendor_err = ibv_wc_read_vendor_err(cq);
	if (fields & IBV_WC_EX_WITH_QP_NUM)
		wc->qp_num = ibv_wc_read_qp_num(cq);
	if (cq->status != IBV_WC_SUCCESS)
		return;
	wc->opcode = ibv_wc_read_opcode(cq);
	wc->wc_flags = ibv_wc_read_wc_flags(cq);
	if (fields & IBV_WC_EX_WITH_BYTE_LEN)
		wc->byte_len = ibv_wc_read_byte_len(cq);
	if (fields & IBV_WC_EX_WITH_IMM && wc->wc_flags & IBV_WC_WITH_INV)
		wc->invalidated_rkey = ibv_wc_read_invalidated_rkey(cq);
	else if (fields & IBV_WC_EX_WITH_IMM && wc->wc_flags & IBV_WC_WITH_IMM)
		wc->imm_data = ibv_wc_read_imm_data(cq);
	if (fields & IBV_WC_EX_WITH_SRC_QP)
		wc->src_qp = ibv_wc_read_src_qp(cq);
	if (fields & IBV_WC_EX_WITH_SLID)
		wc->slid = (uint16_t)ibv_wc_read_slid(cq);
	if (fields & IBV_WC_EX_WITH_SL)
		wc->sl = ibv_wc_read_sl(cq);
	if (fields & IBV_WC_EX_WITH_DLID_PATH_BITS)
		wc->dlid_path_bits = ibv_wc_read_dlid_path_bits(cq);
	if (fields & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP)
		completion->timestamp = ibv_wc_read_completion_ts(cq);
	if (fields & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK)
		completion->wallclockNs = ibv_wc_read_completion_wallclock_ns(cq);
	if (fields & IBV_WC_EX_WITH_FLOW_TAG)
		completion->flowTag = ibv_wc_read_flow_tag(cq);
	if (fields & IBV_WC_EX_WITH_CVLAN)
		completion->vlan = ibv_wc_read_cvlan(cq);
	if (fields & IBV_WC_EX_WITH_TM_INFO) {
		struct ibv_wc_tm_info info;
		ibv_wc_read_tm_info(cq, &info);
		completion->tag = info.tag;
		completion->tagData = info.priv;
	}
}

#endif
