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
