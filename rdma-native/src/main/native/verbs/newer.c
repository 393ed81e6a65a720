/*
 * Functions and fields of releases after rdma-core 44, the oldest one that this builds with. Functions are looked up at their first
 * call, and fields are at the offsets of later releases. HAVE_X tells that the headers declare X, which is then used or compared.
 */
#include <dlfcn.h>
#include <stdatomic.h>

#include "verbena_verbs.h"

/* The versions of these functions before glibc 2.34 moved them out of libdl, which every JVM has loaded; glibc 2.28 suffices. */
#if defined(__GLIBC__) && defined(__x86_64__)
#define BEFORE_2_34 "GLIBC_2.2.5"
#elif defined(__GLIBC__) && defined(__aarch64__)
#define BEFORE_2_34 "GLIBC_2.17"
#endif
#ifdef BEFORE_2_34
__asm__(".symver dlopen,dlopen@" BEFORE_2_34);
__asm__(".symver dlsym,dlsym@" BEFORE_2_34);
__asm__(".symver dlclose,dlclose@" BEFORE_2_34);
#endif

/* Returns function NAME of the loaded libibverbs, cached in SLOT, or NULL if it has none. */
static void *newer(const char *name, _Atomic(void *) *slot)
{
	void *function = atomic_load(slot);

	if (!function) {
		void *library = dlopen("libibverbs.so.1", RTLD_LAZY | RTLD_NOLOAD);
		if (!library)
			return NULL;
		function = dlsym(library, name);
		atomic_store(slot, function);
		dlclose(library);
	}
	return function;
}

typedef int query_port_speed(struct ibv_context *, uint32_t, uint64_t *);
#ifdef HAVE_IBV_QUERY_PORT_SPEED
_Static_assert(__builtin_types_compatible_p(query_port_speed, __typeof__(ibv_query_port_speed)), "another signature");
#endif

/* Returns the current speed of PORT in 100 Mb/s, or VERBENA_NOT_IN_LIBRARY before rdma-core 62. */
int64_t verbena_verbs_port_speed(int64_t context, int port)
{
	static _Atomic(void *) slot;
	query_port_speed *query = newer("ibv_query_port_speed", &slot);
	uint64_t speed = 0;

	if (!query)
		return VERBENA_NOT_IN_LIBRARY;
	int failed = verbena_result(query(OBJECT(verbena_context, context)->verbs, (uint32_t)port, &speed));
	return failed ? failed : (int64_t)speed;
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
