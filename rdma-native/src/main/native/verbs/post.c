/*
 * Posting and polling through gates.
 *
 * COUNT posted records are STRIDE bytes apart, each in the format of libibverbs and followed by its scatter/gather list. They are
 * linked in place. The result is the number of posted records, and above these 32 bits the errno of the next one.
 *
 * A gate counts the calls on an object without atomic read-modify-write operations, which would take longer than the calls. Each
 * thread has a record that names the gate in which it is. A call writes its gate to the record, and then reads whether the gate is
 * closed; a close marks the gate, and then reads the records of all threads. Neither may read before its write is visible. The
 * close ensures this for both by membarrier(2), so that a call needs only a fence for the compiler.
 */
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "completion.h"

/* The errno of a call that a closed gate refused; see DataPath.REFUSED. */
#define REFUSED 0x10001

/* The address of an object, and whether it is about to be destroyed. Java allocates gates, see CallGate. */
struct gate {
	int64_t object;
	_Atomic(int32_t) closed;
};

/* A thread that calls: the gate in which it is, or NULL, and where its errno is, which takes a call to find out. */
struct caller {
	_Atomic(const struct gate *) gate;
	int *error;
	atomic_bool taken;
	struct caller *next;
};

/* How often a close reads the record of a thread before it sleeps between reads, and for how long it sleeps. */
#define SPINS 200
#define PAUSE_NS 50000

/* A record has cache lines of its own. */
#define ALIGNMENT 128

/* The record of this thread; NULL before its first call. */
static __thread struct caller *this_caller __attribute__((tls_model("initial-exec")));

/* Whether each call has a full fence, because the kernel does not support membarrier. Set before the first call. */
static bool calls_have_fences;

/* The records of all threads. Those of ended threads are used again and never freed. */
static _Atomic(struct caller *) callers;

/*
 * Of glibc since 2.18: calls FUNCTION when this thread ends, and keeps LIBRARY loaded until then. The functions of POSIX for this have
 * a version of glibc 2.34, which older systems lack.
 */
extern int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library);
extern void *__dso_handle __attribute__((visibility("hidden")));

/* Releases the record of a thread that ends. */
static void release(void *caller)
{
	this_caller = NULL;
	atomic_store(&((struct caller *)caller)->taken, false);
}

static void prepare(void)
{
	static pthread_mutex_t preparing = PTHREAD_MUTEX_INITIALIZER;
	static bool prepared;

	pthread_mutex_lock(&preparing);
	if (!prepared)
		calls_have_fences = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0) != 0;
	prepared = true;
	pthread_mutex_unlock(&preparing);
}

/* Returns a record that no thread has, or NULL. */
static struct caller *take(void)
{
	for (struct caller *caller = atomic_load(&callers); caller; caller = caller->next) {
		bool taken = false;
		if (atomic_compare_exchange_strong(&caller->taken, &taken, true))
			return caller;
	}
	struct caller *caller = aligned_alloc(ALIGNMENT, ALIGNMENT);
	if (!caller)
		return NULL;
	atomic_init(&caller->gate, NULL);
	atomic_init(&caller->taken, true);
	caller->next = atomic_load(&callers);
	while (!atomic_compare_exchange_weak(&callers, &caller->next, caller))
		;
	return caller;
}

static struct caller *new_caller(void)
{
	prepare();
	struct caller *caller = take();
	if (caller && __cxa_thread_atexit_impl(release, caller, &__dso_handle)) {
		atomic_store(&caller->taken, false);
		return NULL;
	}
	caller->error = &errno;
	return this_caller = caller;
}

/*
 * Enters a gate and clears errno, which not every driver sets when it fails. Returns 0, or the errno of the call, which must not take
 * place then. leave() must follow success.
 */
static inline int enter(const struct gate *gate)
{
	struct caller *caller = this_caller;

	if (__builtin_expect(!caller, 0)) {
		caller = new_caller();
		if (!caller)
			return ENOMEM;
	}
	atomic_store_explicit(&caller->gate, gate, memory_order_relaxed);
	if (__builtin_expect(calls_have_fences, 0))
		atomic_thread_fence(memory_order_seq_cst);
	else
		atomic_signal_fence(memory_order_seq_cst);
	if (__builtin_expect(!atomic_load_explicit(&gate->closed, memory_order_acquire), 1)) {
		*caller->error = 0;
		return 0;
	}
	atomic_store_explicit(&caller->gate, NULL, memory_order_release);
	return REFUSED;
}

/* Leaves the gate that this thread has entered. */
static inline void leave(void)
{
	atomic_store_explicit(&this_caller->gate, NULL, memory_order_release);
}

/* Waits until a thread is in another gate, or in none. */
static void await_caller(const struct caller *caller, const struct gate *gate)
{
	const struct timespec pause = {.tv_nsec = PAUSE_NS};

	for (int reads = 0; atomic_load_explicit(&caller->gate, memory_order_acquire) == gate; reads++)
		if (reads >= SPINS)
			nanosleep(&pause, NULL);
}

/* Closes a gate, and waits for the calls inside. */
void verbena_verbs_await_calls(int64_t handle)
{
	struct gate *gate = OBJECT(gate, handle);

	atomic_store(&gate->closed, 1);
	atomic_thread_fence(memory_order_seq_cst);
	/* As long as there is no record, the process may not be registered. A thread that adds the first one later sees the mark. */
	if (atomic_load(&callers) && !calls_have_fences)
		syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0);
	for (const struct caller *caller = atomic_load(&callers); caller; caller = caller->next)
		await_caller(caller, gate);
}

/* Returns the record after RECORD. */
#define NEXT(record, stride) ((void *)((char *)(record) + (stride)))

/*
 * Returns the outcome of posting records at FIRST that were not all posted. BAD is the first refused record, or NULL if the driver
 * does not set it. If siw refuses a later record, ringing the doorbell for the earlier ones overwrites the error, and only BAD
 * reveals it. The reason is nearly always a full queue, and the error for a first record is not lost.
 */
static int64_t refusal(int answer, const void *first, const void *bad, int stride)
{
	int64_t why = answer ? verbena_errno(answer) : ENOMEM;
	int64_t posted = bad ? ((const char *)bad - (const char *)first) / stride : 0;
	return why << 32 | posted;
}

/* Returns the outcome of posting COUNT records. */
static inline int64_t outcome(int answer, const void *first, const void *bad, int stride, int count)
{
	return __builtin_expect(!answer && !bad, 1) ? count : refusal(answer, first, bad, stride);
}

/* Enters the gate with an address, or returns the outcome of a refused call. */
#define ENTER(gate, handle)                             \
	const struct gate *gate = OBJECT(gate, handle); \
	int refused = enter(gate);                      \
	if (__builtin_expect(refused, 0))               \
		return (int64_t)refused << 32

int64_t verbena_verbs_post_send(int64_t handle, int64_t records, int stride, int count)
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
	ENTER(gate, handle);
	int answer = ibv_post_send(OBJECT(ibv_qp, gate->object), &first->wr, &bad);
	leave();
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

int64_t verbena_verbs_post_recv(int64_t handle, int64_t records, int stride, int count)
{
	struct verbena_receive *first = OBJECT(verbena_receive, records);
	struct ibv_recv_wr *bad = NULL;

	link_receives(first, stride, count);
	ENTER(gate, handle);
	int answer = ibv_post_recv(OBJECT(ibv_qp, gate->object), &first->wr, &bad);
	leave();
	return outcome(answer, first, bad, stride, count);
}

int64_t verbena_verbs_post_srq_recv(int64_t handle, int64_t records, int stride, int count)
{
	struct verbena_receive *first = OBJECT(verbena_receive, records);
	struct ibv_recv_wr *bad = NULL;

	link_receives(first, stride, count);
	ENTER(gate, handle);
	int answer = ibv_post_srq_recv(OBJECT(ibv_srq, gate->object), &first->wr, &bad);
	leave();
	return outcome(answer, first, bad, stride, count);
}

int64_t verbena_verbs_post_wq_recv(int64_t handle, int64_t records, int stride, int count)
{
	struct verbena_receive *first = OBJECT(verbena_receive, records);
	struct ibv_recv_wr *bad = NULL;

	link_receives(first, stride, count);
	ENTER(gate, handle);
	int answer = ibv_post_wq_recv(OBJECT(ibv_wq, gate->object), &first->wr, &bad);
	leave();
	return outcome(answer, first, bad, stride, count);
}

/* Takes at most MAX completions, and returns their number or -errno. */
int verbena_verbs_poll(int64_t handle, int64_t completions, int max)
{
	const struct gate *gate = OBJECT(gate, handle);
	int refused = enter(gate);

	if (__builtin_expect(refused, 0))
		return -refused;
	int count = ibv_poll_cq(OBJECT(ibv_cq, gate->object), max, OBJECT(ibv_wc, completions));
	leave();
	return count >= 0 ? count : -verbena_poll_errno(count);
}
