/*
 * Posting: COUNT records are STRIDE bytes apart, each in the format of libibverbs and followed by its scatter/gather list. They
 * are linked in place. The result is the number of posted records, and above these 32 bits the errno of the next one.
 */
#include "verbena_verbs.h"

/* Returns the record after RECORD. */
#define NEXT(record, stride) ((void *)((char *)(record) + (stride)))

/*
 * Returns the outcome of posting COUNT records at FIRST. BAD is the first refused record, or NULL if the driver does not set it. If
 * siw refuses a later record, ringing the doorbell for the earlier ones overwrites the error, and only BAD reveals it. The reason
 * is nearly always a full queue, and the error for a first record is not lost.
 */
static int64_t outcome(int answer, const void *first, const void *bad, int stride, int count)
{
	int64_t why = verbena_errno(answer);

	if (!why && bad)
		why = ENOMEM;
	if (!why)
		return count;
	int64_t posted = bad ? ((const char *)bad - (const char *)first) / stride : 0;
	return why << 32 | posted;
}

int64_t verbena_verbs_post_send(int64_t qp, int64_t records, int stride, int count)
{
	struct verbena_send *first = OBJECT(verbena_send, records), *last = first;
	struct ibv_send_wr *bad = NULL;

	for (int i = 0; i < count; i++) {
		struct verbena_send *record = i ? NEXT(last, stride) : first;
		last->wr.next = &record->wr;
		record->wr.sg_list = record->segments;
		last = record;
	}
	last->wr.next = NULL;
	errno = 0;
	int answer = ibv_post_send(OBJECT(ibv_qp, qp), &first->wr, &bad);
	return outcome(answer, first, bad, stride, count);
}

/* Links the receive requests. */
static void link_receives(struct verbena_receive *first, int stride, int count)
{
	struct verbena_receive *last = first;

	for (int i = 0; i < count; i++) {
		struct verbena_receive *record = i ? NEXT(last, stride) : first;
		last->wr.next = &record->wr;
		record->wr.sg_list = record->segments;
		last = record;
	}
	last->wr.next = NULL;
}

int64_t verbena_verbs_post_recv(int64_t qp, int64_t records, int stride, int count)
{
	struct verbena_receive *first = OBJECT(verbena_receive, records);
	struct ibv_recv_wr *bad = NULL;

	link_receives(first, stride, count);
	errno = 0;
	int answer = ibv_post_recv(OBJECT(ibv_qp, qp), &first->wr, &bad);
	return outcome(answer, first, bad, stride, count);
}

int64_t verbena_verbs_post_srq_recv(int64_t srq, int64_t records, int stride, int count)
{
	struct verbena_receive *first = OBJECT(verbena_receive, records);
	struct ibv_recv_wr *bad = NULL;

	link_receives(first, stride, count);
	errno = 0;
	int answer = ibv_post_srq_recv(OBJECT(ibv_srq, srq), &first->wr, &bad);
	return outcome(answer, first, bad, stride, count);
}

int64_t verbena_verbs_post_wq_recv(int64_t wq, int64_t records, int stride, int count)
{
	struct verbena_receive *first = OBJECT(verbena_receive, records);
	struct ibv_recv_wr *bad = NULL;

	link_receives(first, stride, count);
	errno = 0;
	int answer = ibv_post_wq_recv(OBJECT(ibv_wq, wq), &first->wr, &bad);
	return outcome(answer, first, bad, stride, count);
}
