/*
 * Functions of libefa that came after rdma-core 44. They are looked up at their first call, and their structures are those of later
 * releases. HAVE_X tells that the headers declare X, with which the structures are then compared. Run on the hollow device only.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <stdatomic.h>

#include "../base/dynamic.h"
#include "../verbs/posting.h"
#include "verbena_efa.h"

/* Returns the function NAME of a preloaded or the loaded libefa, or NULL; SLOT keeps it. */
static void *newer(const char *name, _Atomic(void *) *slot)
{
	void *function = atomic_load(slot);

	if (!function) {
		function = dlsym(RTLD_DEFAULT, name);
		void *library = function ? NULL : dlopen("libefa.so.1", RTLD_LAZY | RTLD_NOLOAD);
		if (library) {
			function = dlsym(library, name);
			dlclose(library);
		}
		atomic_store(slot, function);
	}
	return function;
}

/* Calls a function that came after rdma-core 44 and converts its result, or returns VERBENA_NOT_IN_LIBRARY. */
#define NEWER(convert, function, ...)                                                                                          \
	({                                                                                                            \
		static _Atomic(void *) slot;                                                                                   \
		function##_function *found = (function##_function *)newer("efadv_" #function, &slot);                          \
		found ? convert(found(__VA_ARGS__)) : VERBENA_NOT_IN_LIBRARY;                                                  \
	})

typedef void *qp_from_ibv_qp_ex_function(struct ibv_qp_ex *qp);
typedef void *create_comp_cntr_function(struct ibv_context *context, void *attributes, void *own, uint32_t length);
typedef int query_mr_function(struct ibv_mr *mr, void *attributes, uint32_t length);
typedef int get_max_sq_depth_function(struct ibv_context *context, void *attributes, uint32_t length);
typedef int get_max_rq_depth_function(struct ibv_context *context, void *attributes, uint32_t length);
typedef int query_qp_wqs_function(struct ibv_qp *qp, void *sends, void *receives, uint32_t length);
typedef int query_cq_function(struct ibv_cq *cq, void *attributes, uint32_t length);

/* struct efadv_sq_depth_attr and struct efadv_rq_depth_attr of rdma-core 63. */
struct sq_depth {
	uint64_t comp_mask;
	uint32_t flags;
	uint32_t send_segments;
	uint32_t rdma_segments;
	uint32_t inline_bytes;
};

struct rq_depth {
	uint64_t comp_mask;
	uint32_t segments;
	uint32_t padding;
};

/* struct efadv_qp of rdma-core 64. */
struct setters {
	uint64_t comp_mask;
	void (*processing_hints)(struct setters *qp, uint32_t hints);
};

/* struct ibv_comp_cntr_init_attr and struct efadv_comp_cntr_init_attr of rdma-core 65. */
struct counter {
	uint32_t comp_mask;
	uint32_t type;
	uint32_t flags;
};

struct location {
	uint64_t address;
	uint64_t offset;
	int32_t fd;
	uint32_t reserved;
	uint8_t type;
	uint8_t padding[7];
};

struct counter_memory {
	uint64_t comp_mask;
	uint32_t flags;
	uint32_t reserved;
	struct location completions;
	struct location errors;
};

/* EFADV_MEMORY_LOCATION_DMABUF, EFADV_COMP_CNTR_INIT_WITH_COMP_EXTERNAL_MEM and EFADV_COMP_CNTR_INIT_WITH_ERR_EXTERNAL_MEM. */
#define IN_DMA_BUF 1
#define EXTERNAL_COMPLETIONS 1
#define EXTERNAL_ERRORS 2

/* The length of struct efadv_cq_attr, which ends after the doorbell. */
#define CQ_LAYOUT_LENGTH offsetof(struct verbena_efa_queue, max_batch)

#ifdef HAVE_EFADV_QUERY_MR
_Static_assert(sizeof(struct verbena_efa_region) == sizeof(struct efadv_mr_attr), "another efadv_mr_attr");
_Static_assert(offsetof(struct verbena_efa_region, reads) == offsetof(struct efadv_mr_attr, rdma_read_ic_id),
	       "another efadv_mr_attr");
#endif
#ifdef HAVE_EFADV_QUERY_QP_WQS
_Static_assert(sizeof(struct verbena_efa_queue) == sizeof(struct efadv_wq_attr), "another efadv_wq_attr");
_Static_assert(offsetof(struct verbena_efa_queue, doorbell) == offsetof(struct efadv_wq_attr, doorbell),
	       "another efadv_wq_attr");
_Static_assert(CQ_LAYOUT_LENGTH == sizeof(struct efadv_cq_attr), "another efadv_cq_attr");
#endif
#ifdef HAVE_EFADV_GET_MAX_SQ_DEPTH
_Static_assert(sizeof(struct sq_depth) == sizeof(struct efadv_sq_depth_attr), "another efadv_sq_depth_attr");
_Static_assert(sizeof(struct rq_depth) == sizeof(struct efadv_rq_depth_attr), "another efadv_rq_depth_attr");
#endif

#ifdef HAVE_EFADV_CREATE_COMP_CNTR
_Static_assert(sizeof(struct setters) == sizeof(struct efadv_qp), "another efadv_qp");
_Static_assert(sizeof(struct counter) == sizeof(struct ibv_comp_cntr_init_attr), "another ibv_comp_cntr_init_attr");
_Static_assert(sizeof(struct location) == sizeof(struct efadv_memory_location) &&
		       offsetof(struct location, fd) == offsetof(struct efadv_memory_location, dmabuf.fd) &&
		       offsetof(struct location, type) == offsetof(struct efadv_memory_location, type) &&
		       IN_DMA_BUF == EFADV_MEMORY_LOCATION_DMABUF,
	       "another efadv_memory_location");
_Static_assert(sizeof(struct counter_memory) == sizeof(struct efadv_comp_cntr_init_attr) &&
		       offsetof(struct counter_memory, errors) == offsetof(struct efadv_comp_cntr_init_attr, err_cntr_ext_mem) &&
		       EXTERNAL_COMPLETIONS == EFADV_COMP_CNTR_INIT_WITH_COMP_EXTERNAL_MEM &&
		       EXTERNAL_ERRORS == EFADV_COMP_CNTR_INIT_WITH_ERR_EXTERNAL_MEM,
	       "another efadv_comp_cntr_init_attr");
#endif

/* Returns 0 if the library has efadv_qp_from_ibv_qp_ex, by which requests get processing hints. */
int verbena_efa_find_hints(void)
{
	static _Atomic(void *) slot;

	return newer("efadv_qp_from_ibv_qp_ex", &slot) ? 0 : VERBENA_NOT_IN_LIBRARY;
}

/* Starts a request with its hints, for a queue pair that was created for them. */
static int start(struct ibv_qp_ex *qp, const struct ibv_send_wr *wr)
{
	int refused = verbena_start(qp, wr);

	if (!refused && wr->qp_type.xrc.remote_srqn) {
		static _Atomic(void *) slot;
		qp_from_ibv_qp_ex_function *setters_of = (qp_from_ibv_qp_ex_function *)newer("efadv_qp_from_ibv_qp_ex", &slot);
		struct setters *setters = setters_of ? setters_of(qp) : NULL;
		if (!setters || !setters->processing_hints)
			return EOPNOTSUPP;
		setters->processing_hints(setters, wr->qp_type.xrc.remote_srqn);
	}
	return refused;
}

/* Posts as verbena_verbs_post_send_ex; a request has its hints where others have the shared receive queue of XRC. */
int64_t verbena_efa_post(int64_t qp, int64_t records, int stride, int count)
{
	return verbena_post(qp, records, stride, count, start);
}

/* Returns where a counter has a value. */
static struct location location(const struct verbena_efa_memory *memory)
{
	return (struct location){
		.address = memory->address,
		.offset = memory->offset,
		.fd = memory->fd,
		.type = memory->kind == VERBENA_EFA_DMA_BUF ? IN_DMA_BUF : 0,
	};
}

/* Creates a completion counter whose values are in the memory of COMPLETIONS and ERRORS. */
int64_t verbena_efa_create_comp_cntr(int64_t context, int type, int64_t completions, int64_t errors)
{
	const struct verbena_efa_memory *counted = OBJECT(verbena_efa_memory, completions);
	const struct verbena_efa_memory *failed = OBJECT(verbena_efa_memory, errors);
	struct counter attributes = {.type = (uint32_t)type};
	struct counter_memory own = {
		.flags = (counted->kind ? EXTERNAL_COMPLETIONS : 0) | (failed->kind ? EXTERNAL_ERRORS : 0),
		.completions = location(counted),
		.errors = location(failed),
	};

	return NEWER(verbena_handle, create_comp_cntr, OBJECT(verbena_context, context)->verbs, &attributes, &own, sizeof(own));
}

/* Queries the interconnects of a region. */
int verbena_efa_query_mr(int64_t mr, int64_t region)
{
	return NEWER(verbena_result, query_mr, OBJECT(ibv_mr, mr), OBJECT(verbena_efa_region, region),
		     sizeof(struct verbena_efa_region));
}

/* Returns the maximum number of requests of a send queue with these limits. */
int verbena_efa_max_sends(int64_t context, int flags, int send_segments, int rdma_segments, int inline_bytes)
{
	struct sq_depth attributes = {
		.flags = (uint32_t)flags,
		.send_segments = (uint32_t)send_segments,
		.rdma_segments = (uint32_t)rdma_segments,
		.inline_bytes = (uint32_t)inline_bytes,
	};

	return NEWER(, get_max_sq_depth, OBJECT(verbena_context, context)->verbs, &attributes, sizeof(attributes));
}

/* Returns the maximum number of requests of a receive queue with this limit. */
int verbena_efa_max_receives(int64_t context, int segments)
{
	struct rq_depth attributes = {.segments = (uint32_t)segments};

	return NEWER(, get_max_rq_depth, OBJECT(verbena_context, context)->verbs, &attributes, sizeof(attributes));
}

/* Writes the memory of the send queue and of the receive queue to QUEUES, one behind the other. */
int verbena_efa_query_qp(int64_t qp, int64_t queues)
{
	struct verbena_efa_queue *queue = OBJECT(verbena_efa_queue, queues);

	return NEWER(verbena_result, query_qp_wqs, OBJECT(ibv_qp, qp), &queue[0], &queue[1], sizeof(*queue));
}

/* Writes the memory of a completion queue to QUEUE. */
int verbena_efa_query_cq(int64_t cq, int64_t queue)
{
	return NEWER(verbena_result, query_cq, OBJECT(ibv_cq, cq), OBJECT(verbena_efa_queue, queue), CQ_LAYOUT_LENGTH);
}
