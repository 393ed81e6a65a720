/* Tag matching: changes of the tag list of a shared receive queue. */
#include "verbena_verbs.h"

/* Adds, deletes or synchronizes as RECORD tells, and writes the handle of an added tag to it. */
int verbena_verbs_post_srq_ops(int64_t srq, int64_t record)
{
	struct verbena_tag *tag = OBJECT(verbena_tag, record);
	struct ibv_ops_wr *bad = &tag->wr;

	tag->wr.next = NULL;
	tag->wr.tm.add.sg_list = tag->segments;
	return verbena_result(ibv_post_srq_ops(OBJECT(ibv_srq, srq), &tag->wr, &bad));
}
