/* Functions of releases after rdma-core 44, the oldest one that this builds with, which are looked up at their first call. */
#include <stdatomic.h>
#include <string.h>

#include "../base/dynamic.h"
#include "verbena_cm.h"

/* Compares the type of a newer function with that of the headers. */
#define SAME_TYPE(name) \
	_Static_assert(__builtin_types_compatible_p(name##_function, __typeof__(name)), "another signature of " #name)

#ifdef HAVE_RDMA_RESOLVE_ADDRINFO
typedef enum rdma_cm_event_type event_type;
_Static_assert(VERBENA_CM_EVENT_USER == (int)RDMA_CM_EVENT_USER, "another event");
#else
typedef int event_type;
#endif
typedef int rdma_resolve_addrinfo_function(struct rdma_cm_id *, const char *, const char *, const struct rdma_addrinfo *);
typedef int rdma_query_addrinfo_function(struct rdma_cm_id *, struct rdma_addrinfo **);
typedef int rdma_write_cm_event_function(struct rdma_cm_id *, event_type, int, uint64_t);
#ifdef HAVE_RDMA_RESOLVE_ADDRINFO
SAME_TYPE(rdma_resolve_addrinfo);
SAME_TYPE(rdma_query_addrinfo);
SAME_TYPE(rdma_write_cm_event);
#endif

/* Returns function NAME of the loaded librdmacm, cached in SLOT, or NULL if it has none. */
static void *newer(const char *name, _Atomic(void *) *slot)
{
	void *function = atomic_load(slot);

	if (!function) {
		void *library = dlopen("librdmacm.so.1", RTLD_LAZY | RTLD_NOLOAD);
		if (!library)
			return NULL;
		function = dlsym(library, name);
		atomic_store(slot, function);
		dlclose(library);
	}
	return function;
}

/* Calls a newer function, or returns VERBENA_NOT_IN_LIBRARY. */
#define NEWER_RESULT(name, ...) \
	({ \
		static _Atomic(void *) slot; \
		name##_function *found = newer(#name, &slot); \
		found ? verbena_cm_result(found(__VA_ARGS__)) : VERBENA_NOT_IN_LIBRARY; \
	})

/* Starts to resolve a name and a service. */
int verbena_cm_resolve_addrinfo(int64_t id, const char *node, const char *service, int flags, int space)
{
	struct rdma_addrinfo hints = {.ai_flags = flags, .ai_port_space = space};

	return NEWER_RESULT(rdma_resolve_addrinfo, OBJECT(rdma_cm_id, id), node, service, &hints);
}

/* Reads the first address that was resolved. */
int verbena_cm_query_addrinfo(int64_t id, struct verbena_cm_endpoint *endpoint)
{
	struct rdma_addrinfo *info = NULL;
	int failed = NEWER_RESULT(rdma_query_addrinfo, OBJECT(rdma_cm_id, id), &info);

	memset(endpoint, 0, sizeof(*endpoint));
	if (failed || !info)
		return failed ? failed : -ENOENT;
	if (info->ai_src_addr && info->ai_src_len <= ADDRESS_BYTES)
		memcpy(endpoint->local, info->ai_src_addr, info->ai_src_len);
	if (info->ai_dst_addr && info->ai_dst_len <= ADDRESS_BYTES)
		memcpy(endpoint->peer, info->ai_dst_addr, info->ai_dst_len);
	rdma_freeaddrinfo(info);
	return 0;
}

/* Posts an event to the channel of an identifier. */
int verbena_cm_write_event(int64_t id, int type, int status, int64_t argument)
{
	return NEWER_RESULT(rdma_write_cm_event, OBJECT(rdma_cm_id, id), (event_type)type, status, (uint64_t)argument);
}
