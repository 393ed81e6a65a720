/* Posting to extended queue pairs of verbs. */
#include "posting.h"

static int start(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	if ((int)wr->opcode != VERBENA_WR_FLUSH)
		return verbena_start(qp, wr);
	verbena_verbs_wr_flush(qp, (const void *)&wr->wr);
	return 0;
}

/* Posts as verbena_verbs_post_send, but all records or none. */
int64_t verbena_verbs_post_send_ex(int64_t qp, int64_t records, int stride, int count)
{
	return verbena_post(qp, records, stride, count, start);
}
