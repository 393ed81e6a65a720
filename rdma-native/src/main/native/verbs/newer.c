/* Functions that came after the release of the headers: looked up when they are called first. */
#include <dlfcn.h>
#include <stdatomic.h>

#include "verbena_verbs.h"

/* The function NAME of the libibverbs that is loaded, kept in SLOT; NULL if it has none. */
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

/* What PORT carries at present, in 100 Mb/s; VERBENA_NOT_IN_LIBRARY before rdma-core 62. */
int64_t verbena_verbs_port_speed(int64_t context, int port)
{
	static _Atomic(void *) slot;
	int (*query)(struct ibv_context *, uint32_t, uint64_t *) = newer("ibv_query_port_speed", &slot);
	uint64_t speed = 0;

	if (!query)
		return VERBENA_NOT_IN_LIBRARY;
	int failed = verbena_result(query(OBJECT(verbena_context, context)->verbs, (uint32_t)port, &speed));
	return failed ? failed : (int64_t)speed;
}

/* What struct ibv_qp_ex has since rdma-core 45, behind what it has here. */
struct newer_qp_ex {
	struct ibv_qp_ex older;
	void (*wr_flush)(struct ibv_qp_ex *qp, uint32_t rkey, uint64_t remote_addr, size_t length, uint8_t placement,
			 uint8_t level);
};

/* Starts a flush on a queue pair that was created for it: a library that takes IBV_QP_EX_WITH_FLUSH has the function. */
void verbena_verbs_wr_flush(struct ibv_qp_ex *qp, const struct verbena_flush *flush)
{
	struct newer_qp_ex *newer = (struct newer_qp_ex *)qp;

	newer->wr_flush(qp, flush->rkey, flush->remote_addr, flush->length, flush->placement, flush->region);
}
