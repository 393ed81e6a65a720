/* Memory of the device, memory of accelerators, and the memory of queues. Run on the hollow device only. */
#include "newer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Allocates LENGTH bytes of TYPE, aligned to 2^ALIGNMENT. */
int64_t verbena_mlx5_alloc_dm(int64_t context, int64_t length, int alignment, int type)
{
	struct ibv_alloc_dm_attr attributes = {.length = (size_t)length, .log_align_req = (uint32_t)alignment};
	struct mlx5dv_alloc_dm_attr own = {.type = (enum mlx5dv_alloc_dm_type)type};

	return verbena_handle(mlx5dv_alloc_dm(VERBS(context), &attributes, &own));
}

typedef struct ibv_mr *reg_dmabuf_mr_function(struct ibv_pd *, uint64_t, size_t, uint64_t, int, int, int);
#ifdef HAVE_MLX5DV_REG_DMABUF_MR
_Static_assert(__builtin_types_compatible_p(reg_dmabuf_mr_function, __typeof__(mlx5dv_reg_dmabuf_mr)),
	       "another type of mlx5dv_reg_dmabuf_mr");
#endif

/* MLX5DV_REG_DMABUF_ACCESS_DATA_DIRECT of rdma-core 56. */
#define DATA_DIRECT 1

/* Registers memory of an accelerator by its DMA-BUF descriptor, which the device then accesses directly. */
int64_t verbena_mlx5_reg_dmabuf(int64_t domain, int64_t offset, int64_t length, int64_t iova, int descriptor, int access)
{
	return NEWER(verbena_handle, reg_dmabuf_mr, OBJECT(ibv_pd, domain), (uint64_t)offset, (size_t)length, (uint64_t)iova,
		     descriptor, access, DATA_DIRECT);
}

/* ---- memory of queues, in whole pages of a range that the application provides */

struct arena {
	struct arena *next;
	struct ibv_context *verbs;
	char *start;
	size_t page;
	size_t pages;
	size_t used;
	/* For each page, the number of pages of the allocation that starts there, or 0. */
	size_t *runs;
	pthread_mutex_t mutex;
};

/* The arenas of all devices: a device has one at most. */
static struct arena *arenas;
static pthread_mutex_t arenas_mutex = PTHREAD_MUTEX_INITIALIZER;

/* Returns the index of the first of COUNT free pages, or the number of pages. */
static size_t find(const struct arena *arena, size_t count)
{
	size_t free_pages = 0;

	for (size_t at = 0; at < arena->pages;) {
		free_pages = arena->runs[at] ? 0 : free_pages + 1;
		at += arena->runs[at] ? arena->runs[at] : 1;
		if (free_pages == count)
			return at - count;
	}
	return arena->pages;
}

/* The alloc function of struct mlx5dv_ctx_allocators: returns zeroed pages, or NULL. */
static void *allocate(size_t size, void *data)
{
	struct arena *arena = data;
	size_t count = size / arena->page + (size % arena->page != 0);
	void *memory = NULL;

	if (!count)
		count = 1;
	pthread_mutex_lock(&arena->mutex);
	size_t at = find(arena, count);
	if (at < arena->pages) {
		arena->runs[at] = count;
		arena->used += count;
		memory = arena->start + at * arena->page;
	}
	pthread_mutex_unlock(&arena->mutex);
	if (memory)
		memset(memory, 0, count * arena->page);
	else
		errno = ENOMEM;
	return memory;
}

/* The free function of struct mlx5dv_ctx_allocators. */
static void release(void *memory, void *data)
{
	struct arena *arena = data;
	size_t at = (size_t)((char *)memory - arena->start) / arena->page;

	if (!memory)
		return;
	pthread_mutex_lock(&arena->mutex);
	arena->used -= arena->runs[at];
	arena->runs[at] = 0;
	pthread_mutex_unlock(&arena->mutex);
}

static int set_allocators(struct ibv_context *verbs, struct arena *arena)
{
	struct mlx5dv_ctx_allocators allocators = {
		.alloc = arena ? allocate : NULL, .free = arena ? release : NULL, .data = arena};

	return verbena_result(mlx5dv_set_context_attr(verbs, MLX5DV_CTX_ATTR_BUF_ALLOCATORS, &allocators));
}

static void forget(struct arena *ended)
{
	pthread_mutex_lock(&arenas_mutex);
	for (struct arena **found = &arenas; *found; found = &(*found)->next)
		if (*found == ended) {
			*found = ended->next;
			break;
		}
	pthread_mutex_unlock(&arenas_mutex);
	pthread_mutex_destroy(&ended->mutex);
	free(ended->runs);
	free(ended);
}

/* Adds an arena to those of all devices, unless its device has one. */
static int claim(struct arena *arena)
{
	int failed = 0;

	pthread_mutex_lock(&arenas_mutex);
	for (const struct arena *other = arenas; other; other = other->next)
		if (other->verbs == arena->verbs)
			failed = -EBUSY;
	if (!failed) {
		arena->next = arenas;
		arenas = arena;
	}
	pthread_mutex_unlock(&arenas_mutex);
	return failed;
}

/* Makes the device take the memory of queues from the whole pages of LENGTH bytes at ADDRESS. */
int64_t verbena_mlx5_use_arena(int64_t context, int64_t address, int64_t length)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t skipped = (page - (size_t)address % page) % page;
	size_t pages = (size_t)length > skipped ? ((size_t)length - skipped) / page : 0;
	struct arena *arena = pages ? calloc(1, sizeof(*arena)) : NULL;

	if (!arena)
		return pages ? -ENOMEM : -EINVAL;
	*arena = (struct arena){.verbs = VERBS(context),
				.start = (char *)POINTER(address) + skipped,
				.page = page,
				.pages = pages,
				.runs = calloc(pages, sizeof(*arena->runs))};
	pthread_mutex_init(&arena->mutex, NULL);
	int failed = arena->runs ? claim(arena) : -ENOMEM;
	if (!failed)
		failed = set_allocators(arena->verbs, arena);
	if (!failed)
		return (int64_t)(intptr_t)arena;
	forget(arena);
	return failed;
}

/* Returns the number of bytes of an arena, and those that queues use at USED. */
int64_t verbena_mlx5_arena_bytes(int64_t handle, int64_t used)
{
	struct arena *arena = OBJECT(arena, handle);

	pthread_mutex_lock(&arena->mutex);
	*(int64_t *)POINTER(used) = (int64_t)(arena->used * arena->page);
	pthread_mutex_unlock(&arena->mutex);
	return (int64_t)(arena->pages * arena->page);
}

/* Makes the device allocate again; -EBUSY as long as queues are in the arena. */
int verbena_mlx5_drop_arena(int64_t handle)
{
	struct arena *arena = OBJECT(arena, handle);

	pthread_mutex_lock(&arena->mutex);
	size_t used = arena->used;
	pthread_mutex_unlock(&arena->mutex);
	int failed = used ? -EBUSY : set_allocators(arena->verbs, NULL);
	if (!failed)
		forget(arena);
	return failed;
}
