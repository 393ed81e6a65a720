/* Polling: completions are written where Java reads them. */
#include "verbena_verbs.h"

/* Takes at most MAX completions; how many, or -errno. */
int verbena_verbs_poll(int64_t cq, int64_t completions, int max)
{
	int count = ibv_poll_cq(OBJECT(ibv_cq, cq), max, OBJECT(ibv_wc, completions));
	return count >= 0 ? count : count == -1 ? -EIO : count;
}

/* Reads the FIELDS of the completion at which CQ stands. */
static void read_fields(struct ibv_cq_ex *cq, uint64_t fields, struct verbena_completion *completion)
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

/*
 * The same of an extended queue, which was created to tell FIELDS. Each completion is begun and ended by itself: where
 * ibv_next_poll finds nothing, rxe has ended the poll already, and mlx5 waits for ibv_end_poll.
 */
int verbena_verbs_poll_ex(int64_t handle, int64_t fields, int64_t completions, int max)
{
	struct ibv_cq_ex *cq = OBJECT(ibv_cq_ex, handle);
	struct verbena_completion *completion = OBJECT(verbena_completion, completions);
	int count = 0;

	while (count < max) {
		struct ibv_poll_cq_attr attributes = {0};
		int failed = ibv_start_poll(cq, &attributes);
		if (failed)
			return count || failed == ENOENT ? count : -failed;
		read_fields(cq, (uint64_t)fields, &completion[count++]);
		ibv_end_poll(cq);
	}
	return count;
}

/* Asks for one event, at the next completion or the next solicited one. */
int verbena_verbs_req_notify(int64_t cq, int solicited)
{
	return verbena_result(ibv_req_notify_cq(OBJECT(ibv_cq, cq), solicited));
}
