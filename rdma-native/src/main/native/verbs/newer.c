/*
 * Functions and fields of releases after rdma-core 44, the oldest one that this builds with. Functions are looked up at their first
 * call, and fields are at the offsets of later releases. HAVE_X tells that the headers declare X, which is then used or compared.
 */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <stdatomic.h>

#include "../base/dynamic.h"
#include "verbena_verbs.h"

/* Returns function NAME of a preloaded or the loaded libibverbs, cached in SLOT, or NULL if it has none. */
static void *newer(const char *name, _Atomic(void *) *slot)
{
	void *function = atomic_load(slot);

	if (!function) {
		function = dlsym(RTLD_DEFAULT, name);
		if (function) {
			atomic_store(slot, function);
			return function;
		}
		void *library = dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD);
		if (!library)
			return NULL;
		function = dlsym(library, name);
		atomic_store(slot, function);
		dlclose(library);
	}
	return function;
}

/* Compares the type of a newer function with that of the headers. */
#define SAME_TYPE(name) \
	_Static_assert(__builtin_types_compatible_p(name##_function, __typeof__(name)), "another signature of " #name)

/* Returns a newer function, or NULL. */
#define NEWER(name) \
	({ \
		static _Atomic(void *) slot; \
		(name##_function *)newer(#name, &slot); \
	})

/* Calls a newer function as a handle or a result, or returns VERBENA_NOT_IN_LIBRARY. */
#define NEWER_HANDLE(name, ...) \
	({ \
		name##_function *found = NEWER(name); \
		found ? verbena_handle(found(__VA_ARGS__)) : VERBENA_NOT_IN_LIBRARY; \
	})
#define NEWER_RESULT(name, ...) \
	({ \
		name##_function *found = NEWER(name); \
		found ? verbena_result(found(__VA_ARGS__)) : VERBENA_NOT_IN_LIBRARY; \
	})

/* Calls a newer function that returns a descriptor, or -1 with errno. */
#define NEWER_DESCRIPTOR(name, object) \
	({ \
		name##_function *found = NEWER(name); \
		int descriptor = found ? (errno = 0, found(object)) : VERBENA_NOT_IN_LIBRARY; \
		found &&descriptor < 0 ? -verbena_errno(-1) : descriptor; \
	})

typedef int ibv_query_port_speed_function(struct ibv_context *, uint32_t, uint64_t *);
#ifdef HAVE_IBV_QUERY_PORT_SPEED
SAME_TYPE(ibv_query_port_speed);
#endif

/* Returns the current speed of PORT in 100 Mb/s, or VERBENA_NOT_IN_LIBRARY before rdma-core 62. */
int64_t verbena_verbs_port_speed(int64_t context, int port)
{
	uint64_t speed = 0;
	int failed = NEWER_RESULT(ibv_query_port_speed, OBJECT(verbena_context, context)->verbs, (uint32_t)port, &speed);

	return failed ? failed : (int64_t)speed;
}

/* Of rdma-core 59. */
#ifndef HAVE_IBV_REG_MR_EX
struct ibv_dmah;

struct ibv_dmah_init_attr {
	uint32_t comp_mask;
	uint32_t cpu_id;
	uint8_t ph;
	uint8_t tph_mem_type;
};

struct ibv_mr_init_attr {
	size_t length;
	int access;
	uint64_t comp_mask;
	uint64_t iova;
	void *addr;
	int fd;
	uint64_t fd_offset;
	struct ibv_dmah *dmah;
};
#endif

typedef struct ibv_dmah *ibv_alloc_dmah_function(struct ibv_context *, struct ibv_dmah_init_attr *);
typedef int ibv_dealloc_dmah_function(struct ibv_dmah *);
typedef struct ibv_mr *ibv_reg_mr_ex_function(struct ibv_pd *, struct ibv_mr_init_attr *);
#ifdef HAVE_IBV_REG_MR_EX
SAME_TYPE(ibv_alloc_dmah);
SAME_TYPE(ibv_dealloc_dmah);
SAME_TYPE(ibv_reg_mr_ex);
#endif

/* Allocates a DMA handle with the hints of MASK. */
int64_t verbena_verbs_alloc_dmah(int64_t context, int mask, int processor, int hint, int type)
{
	struct ibv_dmah_init_attr attributes = {.comp_mask = (uint32_t)mask,
						.cpu_id = (uint32_t)processor,
						.ph = (uint8_t)hint,
						.tph_mem_type = (uint8_t)type};

	return NEWER_HANDLE(ibv_alloc_dmah, OBJECT(verbena_context, context)->verbs, &attributes);
}

/* Deallocates a DMA handle. */
int verbena_verbs_dealloc_dmah(int64_t handle)
{
	return NEWER_RESULT(ibv_dealloc_dmah, OBJECT(ibv_dmah, handle));
}

/* Registers memory by the attributes of MASK. */
int64_t verbena_verbs_reg_mr_ex(int64_t pd, int64_t mask, int64_t address, int64_t length, int64_t iova, int fd,
				int64_t offset, int64_t handle, int access)
{
	struct ibv_mr_init_attr attributes = {.length = (size_t)length,
					      .access = access,
					      .comp_mask = (uint64_t)mask,
					      .iova = (uint64_t)iova,
					      .addr = (void *)(intptr_t)address,
					      .fd = fd,
					      .fd_offset = (uint64_t)offset,
					      .dmah = OBJECT(ibv_dmah, handle)};

	return NEWER_HANDLE(ibv_reg_mr_ex, OBJECT(ibv_pd, pd), &attributes);
}

/* Of rdma-core 62. */
typedef int ibv_dm_export_dmabuf_fd_function(struct ibv_dm *);
#ifdef HAVE_IBV_DM_EXPORT_DMABUF_FD
SAME_TYPE(ibv_dm_export_dmabuf_fd);
#endif

/* Returns a new descriptor of device memory. */
int verbena_verbs_export_dm(int64_t dm)
{
	return NEWER_DESCRIPTOR(ibv_dm_export_dmabuf_fd, OBJECT(ibv_dm, dm));
}

/* Of rdma-core 64 and 65. */
#ifndef HAVE_IBV_ALLOC_BUF
struct ibv_buf;
#endif
typedef void *ibv_alloc_buf_function(struct ibv_pd *, size_t, struct ibv_buf **);
typedef void ibv_free_buf_function(struct ibv_buf *);
typedef struct ibv_mr *ibv_reg_buf_mr_function(struct ibv_pd *, struct ibv_buf *, void *, size_t, int);
typedef int ibv_export_buf_dmabuf_fd_function(struct ibv_buf *);
#ifdef HAVE_IBV_ALLOC_BUF
SAME_TYPE(ibv_alloc_buf);
SAME_TYPE(ibv_free_buf);
SAME_TYPE(ibv_reg_buf_mr);
#endif
#ifdef HAVE_IBV_EXPORT_BUF_DMABUF_FD
SAME_TYPE(ibv_export_buf_dmabuf_fd);
#endif

/* Allocates LENGTH bytes and writes their address to ADDRESS. */
int64_t verbena_verbs_alloc_buf(int64_t pd, int64_t length, int64_t address)
{
	ibv_alloc_buf_function *allocate = NEWER(ibv_alloc_buf);
	struct ibv_buf *buffer = NULL;

	if (!allocate)
		return VERBENA_NOT_IN_LIBRARY;
	errno = 0;
	void *bytes = allocate(OBJECT(ibv_pd, pd), (size_t)length, &buffer);
	*(int64_t *)(intptr_t)address = (int64_t)(intptr_t)bytes;
	return verbena_object(bytes ? buffer : NULL);
}

/* Frees a buffer. */
int verbena_verbs_free_buf(int64_t buffer)
{
	ibv_free_buf_function *release = NEWER(ibv_free_buf);

	if (!release)
		return VERBENA_NOT_IN_LIBRARY;
	release(OBJECT(ibv_buf, buffer));
	return 0;
}

/* Registers LENGTH bytes at ADDRESS, which belong to a buffer. */
int64_t verbena_verbs_reg_buf_mr(int64_t pd, int64_t buffer, int64_t address, int64_t length, int access)
{
	return NEWER_HANDLE(ibv_reg_buf_mr, OBJECT(ibv_pd, pd), OBJECT(ibv_buf, buffer), (void *)(intptr_t)address,
			    (size_t)length, access);
}

/* Returns a new descriptor of a buffer. */
int verbena_verbs_export_buf(int64_t buffer)
{
	return NEWER_DESCRIPTOR(ibv_export_buf_dmabuf_fd, OBJECT(ibv_buf, buffer));
}

/* Of rdma-core 65. */
#ifndef HAVE_IBV_CREATE_COMP_CNTR
struct ibv_comp_cntr;

struct ibv_comp_cntr_caps {
	uint64_t max_value;
	uint32_t max_counters;
	uint32_t supported_qp_attach_ops;
};

struct ibv_comp_cntr_init_attr {
	uint32_t comp_mask;
	int type;
	uint32_t flags;
};

struct ibv_qp_attach_comp_cntr_attr {
	uint32_t comp_mask;
	uint32_t op_mask;
};
#define COUNTER_TYPE(type) (type)
#else
#define COUNTER_TYPE(type) ((enum ibv_comp_cntr_type)(type))
#endif

typedef int _ibv_query_comp_cntr_caps_function(struct ibv_context *, struct ibv_comp_cntr_caps *, size_t);
typedef struct ibv_comp_cntr *ibv_create_comp_cntr_function(struct ibv_context *, struct ibv_comp_cntr_init_attr *);
typedef int ibv_destroy_comp_cntr_function(struct ibv_comp_cntr *);
typedef int ibv_set_comp_cntr_function(struct ibv_comp_cntr *, uint64_t);
typedef ibv_set_comp_cntr_function ibv_set_err_comp_cntr_function, ibv_inc_comp_cntr_function,
	ibv_inc_err_comp_cntr_function;
typedef int ibv_read_comp_cntr_function(struct ibv_comp_cntr *, uint64_t *);
typedef ibv_read_comp_cntr_function ibv_read_err_comp_cntr_function;
typedef int ibv_qp_attach_comp_cntr_function(struct ibv_qp *, struct ibv_comp_cntr *,
					     struct ibv_qp_attach_comp_cntr_attr *);
#ifdef HAVE_IBV_CREATE_COMP_CNTR
SAME_TYPE(_ibv_query_comp_cntr_caps);
SAME_TYPE(ibv_create_comp_cntr);
SAME_TYPE(ibv_destroy_comp_cntr);
SAME_TYPE(ibv_set_comp_cntr);
SAME_TYPE(ibv_set_err_comp_cntr);
SAME_TYPE(ibv_inc_comp_cntr);
SAME_TYPE(ibv_inc_err_comp_cntr);
SAME_TYPE(ibv_read_comp_cntr);
SAME_TYPE(ibv_read_err_comp_cntr);
SAME_TYPE(ibv_qp_attach_comp_cntr);
#endif
_Static_assert(sizeof(struct ibv_comp_cntr_caps) == 16, "Java reads 16 bytes");

/* Writes the struct ibv_comp_cntr_caps of a device to LIMITS. */
int verbena_verbs_comp_cntr_caps(int64_t context, int64_t limits)
{
	return NEWER_RESULT(_ibv_query_comp_cntr_caps, OBJECT(verbena_context, context)->verbs,
			    OBJECT(ibv_comp_cntr_caps, limits), sizeof(struct ibv_comp_cntr_caps));
}

/* Creates a completion counter. */
int64_t verbena_verbs_create_comp_cntr(int64_t context, int type)
{
	struct ibv_comp_cntr_init_attr attributes = {.type = COUNTER_TYPE(type)};

	return NEWER_HANDLE(ibv_create_comp_cntr, OBJECT(verbena_context, context)->verbs, &attributes);
}

/* Destroys a completion counter. */
int verbena_verbs_destroy_comp_cntr(int64_t counter)
{
	return NEWER_RESULT(ibv_destroy_comp_cntr, OBJECT(ibv_comp_cntr, counter));
}

/* Sets the completions or the ERRORS. */
int verbena_verbs_set_comp_cntr(int64_t counter, int errors, int64_t value)
{
	return errors ? NEWER_RESULT(ibv_set_err_comp_cntr, OBJECT(ibv_comp_cntr, counter), (uint64_t)value) :
			NEWER_RESULT(ibv_set_comp_cntr, OBJECT(ibv_comp_cntr, counter), (uint64_t)value);
}

/* Adds to the completions or to the ERRORS. */
int verbena_verbs_inc_comp_cntr(int64_t counter, int errors, int64_t amount)
{
	return errors ? NEWER_RESULT(ibv_inc_err_comp_cntr, OBJECT(ibv_comp_cntr, counter), (uint64_t)amount) :
			NEWER_RESULT(ibv_inc_comp_cntr, OBJECT(ibv_comp_cntr, counter), (uint64_t)amount);
}

/* Writes the completions or the ERRORS to VALUE. */
int verbena_verbs_read_comp_cntr(int64_t counter, int errors, int64_t value)
{
	uint64_t *result = (uint64_t *)(intptr_t)value;

	return errors ? NEWER_RESULT(ibv_read_err_comp_cntr, OBJECT(ibv_comp_cntr, counter), result) :
			NEWER_RESULT(ibv_read_comp_cntr, OBJECT(ibv_comp_cntr, counter), result);
}

/* Attaches a completion counter to the OPERATIONS of a queue pair. */
int verbena_verbs_attach_comp_cntr(int64_t qp, int64_t counter, int operations)
{
	struct ibv_qp_attach_comp_cntr_attr attributes = {.op_mask = (uint32_t)operations};

	return NEWER_RESULT(ibv_qp_attach_comp_cntr, OBJECT(ibv_qp, qp), OBJECT(ibv_comp_cntr, counter), &attributes);
}

/* struct ibv_send_wr has no fields for a flush, whose fields overlay those of other operations. */
#define OFFSET_IN_WR(member) (offsetof(struct ibv_send_wr, member) - offsetof(struct ibv_send_wr, wr))
_Static_assert(offsetof(struct verbena_flush, remote_addr) == OFFSET_IN_WR(wr.rdma.remote_addr) &&
	       offsetof(struct verbena_flush, rkey) == OFFSET_IN_WR(wr.rdma.rkey), "a flush has the address of a write");
_Static_assert(sizeof(struct verbena_flush) <= sizeof(((struct ibv_send_wr *)0)->wr), "a flush does not fit");

/* Starts a flush on a queue pair that was created for it. A library with IBV_QP_EX_WITH_FLUSH has the function. */
#ifdef HAVE_IBV_WR_FLUSH
_Static_assert(VERBENA_WR_FLUSH == (int)IBV_WR_FLUSH, "another operation");

void verbena_verbs_wr_flush(struct ibv_qp_ex *qp, const struct verbena_flush *flush)
{
	ibv_wr_flush(qp, flush->rkey, flush->remote_addr, flush->length, flush->placement, flush->region);
}
#else
/* The fields that rdma-core 45 added to the end of struct ibv_qp_ex. */
struct newer_qp_ex {
	struct ibv_qp_ex older;
	void (*wr_flush)(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr, size_t length, uint8_t placement,
			 uint8_t level);
};

_Static_assert(offsetof(struct newer_qp_ex, wr_flush) ==
		       offsetof(struct ibv_qp_ex, wr_atomic_write) + sizeof(((struct ibv_qp_ex *)0)->wr_atomic_write),
	       "struct ibv_qp_ex has members of its own there: define HAVE_IBV_WR_FLUSH");

void verbena_verbs_wr_flush(struct ibv_qp_ex *qp, const struct verbena_flush *flush)
{
	struct newer_qp_ex *newer = (struct newer_qp_ex *)qp;

	newer->wr_flush(qp, flush->rkey, flush->remote_addr, flush->length, flush->placement, flush->region);
}
#endif
