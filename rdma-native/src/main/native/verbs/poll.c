/* Polling: completions are written to memory of Java. */
#include <pthread.h>

#include "completion.h"

/* Starts a poll of CQ, and returns 0 if there is a completion, ENOENT if not, or another errno. */
static int start(struct ibv_cq_ex *cq)
{
	struct ibv_poll_cq_attr attributes = {0};
	return verbena_poll_errno(ibv_start_poll(cq, &attributes));
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
	verbena_read_completion(cq, fields, completion);
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
		verbena_read_completion(cq, fields, completion);
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
