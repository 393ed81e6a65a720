/* Polling: completions are written to memory of Java. */
#include <pthread.h>

#include "verbena_verbs.h"

/*
 * Returns the errno of a poll that failed with ANSWER. Drivers return errno of either sign or a number of their own: CQ_POLL_ERR of
 * mlx4, mlx5, mthca, hns and pvrdma is -2, which is not ENOENT, and their CQ_EMPTY, -1, is not EPERM.
 */
static int poll_errno(int answer)
{
	return answer >= 0 ? answer : answer >= -2 ? EIO : -answer;
}

/* Takes at most MAX completions, and returns their number or -errno. */
int verbena_verbs_poll(int64_t cq, int64_t completions, int max)
{
	int count = ibv_poll_cq(OBJECT(ibv_cq, cq), max, OBJECT(ibv_wc, completions));
	return count >= 0 ? count : -poll_errno(count);
}

/* Reads the FIELDS of the current completion of CQ. */
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

/* Starts a poll of CQ, and returns 0 if there is a completion, ENOENT if not, or another errno. */
static int start(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attributes = {0};
	return poll_errno(ibv_start_poll(cq, &attributes));
}

/*
 * Takes the next completion of CQ, if any, and returns the result of start(). Each completion has a poll of its own, because after
 * an unsuccessful ibv_next_poll rxe has ended the poll already, whereas mlx5 requires ibv_end_poll.
 */
static int take(struct ibv_cq_ex *cq, uint64_t fields, struct verbena_completion *completion)
{
	int failed = start(cq);

	if (failed)
		return failed == EBUSY ? ENOENT : failed;
	read_fields(cq, fields, completion);
	ibv_end_poll(cq);
	return 0;
}

/*
 * Takes a completion of a queue that reads the wall clock, which only mlx5 supports. While the kernel updates the page of the
 * clock, mlx5 consumes the completion, unlocks the queue and returns EBUSY. All fields are valid then; the wall clock is that of
 * the last read. Since the lock of the driver does not protect the fields, polls of such queues exclude each other.
 */
static int take_with_clock(struct ibv_cq_ex *cq, uint64_t fields, struct verbena_completion *completion)
{
	static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&one_at_a_time);
	int failed = start(cq);
	if (!failed || failed == EBUSY)
		read_fields(cq, fields, completion);
	if (!failed)
		ibv_end_poll(cq);
	pthread_mutex_unlock(&one_at_a_time);
	return failed == EBUSY ? 0 : failed;
}

/*
 * Takes at most MAX completions of an extended queue, which was created to report FIELDS. Returns how many, and above these
 * 32 bits the errno that ended the poll if one did; completions taken before an error are not lost.
 */
int64_t verbena_verbs_poll_ex(int64_t handle, int64_t fields, int64_t completions, int max)
{
	struct ibv_cq_ex *cq = OBJECT(ibv_cq_ex, handle);
	struct verbena_completion *completion = OBJECT(verbena_completion, completions);
	int clock = fields & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK ? 1 : 0;

	for (int count = 0; count < max; count++) {
		int64_t failed = (clock ? take_with_clock : take)(cq, (uint64_t)fields, &completion[count]);
		if (failed)
			return failed == ENOENT ? count : failed << 32 | count;
	}
	return max;
}

/* Requests one event for the next completion, or for the next solicited one. */
int verbena_verbs_req_notify(int64_t cq, int solicited)
{
	return verbena_result(ibv_req_notify_cq(OBJECT(ibv_cq, cq), solicited));
}
