/*
 * The functions of libmlx5 for opening devices, for memory, and for sharing objects between processes; see mlx5.c. A device that has
 * allocators takes the memory of each completion queue of mlx5dv_create_cq from them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "hollow.h"

/* struct mlx5dv_context_attr of rdma-core 64. */
struct context_attributes {
	uint32_t flags;
	uint64_t comp_mask;
	struct {
		int *arr;
		uint32_t count;
	} *fds;
};

struct ibv_context *mlx5dv_open_device(struct ibv_device *device, struct mlx5dv_context_attr *attributes)
{
	const struct context_attributes *all = (const void *)attributes;

	hollow_call("mlx5dv_open_device %s flags %x mask %" PRIx64, device->name, all->flags, all->comp_mask);
#ifdef HOLLOW_OLD
	if (all->comp_mask) {
		errno = EINVAL;
		return NULL;
	}
#endif
	if (all->comp_mask)
		hollow_call_bytes("  descriptors", all->fds->arr, all->fds->count * sizeof(int));
	MAY_REFUSE_OBJECT("mlx5dv_open_device");
	return ibv_open_device(device);
}

/* ---- VFIO; the device has no asynchronous events */

static struct ibv_device of_vfio = {.node_type = IBV_NODE_CA, .transport_type = IBV_TRANSPORT_IB, .name = "mlx5_vfio"};

struct ibv_device **mlx5dv_get_vfio_device_list(struct mlx5dv_vfio_context_attr *attributes)
{
	hollow_call("mlx5dv_get_vfio_device_list %s flags %x mask %" PRIx64, attributes->pci_name, attributes->flags,
		    attributes->comp_mask);
	MAY_REFUSE_OBJECT("mlx5dv_get_vfio_device_list");
	struct ibv_device **list = calloc(2, sizeof(*list));
	if (list)
		list[0] = &of_vfio;
	return list;
}

int hollow_has_events(const struct ibv_device *device)
{
	return device != &of_vfio;
}

int mlx5dv_vfio_get_events_fd(struct ibv_context *context)
{
	hollow_call("mlx5dv_vfio_get_events_fd %s", context->device->name);
	MAY_REFUSE_NEGATIVE("mlx5dv_vfio_get_events_fd");
	return 0x2a1;
}

int mlx5dv_vfio_process_events(struct ibv_context *context)
{
	hollow_call("mlx5dv_vfio_process_events %s", context->device->name);
	MAY_REFUSE("mlx5dv_vfio_process_events");
	return 0;
}

/* ---- memory */

struct ibv_dm *mlx5dv_alloc_dm(struct ibv_context *context, struct ibv_alloc_dm_attr *attributes, struct mlx5dv_alloc_dm_attr *own)
{
	hollow_call("mlx5dv_alloc_dm type %d mask %" PRIx64, (int)own->type, own->comp_mask);
	MAY_REFUSE_OBJECT("mlx5dv_alloc_dm");
	return verbs_get_ctx(context)->alloc_dm(context, attributes);
}

struct ibv_wq *mlx5dv_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attributes, struct mlx5dv_wq_init_attr *own)
{
	hollow_call("mlx5dv_create_wq mask %" PRIx64 " stride %u strides %u shift %u", own->comp_mask,
		    own->striding_rq_attrs.single_stride_log_num_of_bytes, own->striding_rq_attrs.single_wqe_log_num_of_strides,
		    own->striding_rq_attrs.two_byte_shift_en);
	MAY_REFUSE_OBJECT("mlx5dv_create_wq");
	struct ibv_wq *wq = verbs_get_ctx(context)->create_wq(context, attributes);
	attributes->max_wr += 3;
	attributes->max_sge += 1;
	return wq;
}

static struct {
	struct ibv_context *context;
	struct mlx5dv_ctx_allocators functions;
	/* What the first allocation returned. */
	char *first;
	struct {
		struct ibv_cq *cq;
		void *memory;
	} placed[8];
} allocators;

int mlx5dv_set_context_attr(struct ibv_context *context, enum mlx5dv_set_ctx_attr_type type, void *attribute)
{
	const struct mlx5dv_ctx_allocators *functions = attribute;

	hollow_call("mlx5dv_set_context_attr %d alloc %d free %d", (int)type, functions->alloc != NULL, functions->free != NULL);
	MAY_REFUSE("mlx5dv_set_context_attr");
	allocators.context = context;
	allocators.functions = *functions;
	allocators.first = NULL;
	return 0;
}

int hollow_place(struct ibv_cq *cq)
{
	size_t size = 5000;

	if (allocators.context != cq->context || !allocators.functions.alloc)
		return 0;
	char *memory = allocators.functions.alloc(size, allocators.functions.data);
	if (!memory) {
		hollow_call("  no memory");
		return ENOMEM;
	}
	int others = 0;
	for (size_t i = 0; i < size; i++)
		others |= memory[i];
	memset(memory, 0xff, size);
	if (!allocators.first)
		allocators.first = memory;
	hollow_call("  memory at %td aligned %d zeroed %d", memory - allocators.first, (uintptr_t)memory % 4096 == 0, !others);
	for (size_t i = 0; i < 8; i++)
		if (!allocators.placed[i].cq) {
			allocators.placed[i].cq = cq;
			allocators.placed[i].memory = memory;
			return 0;
		}
	return ENOMEM;
}

void hollow_displace(const struct ibv_cq *cq)
{
	for (size_t i = 0; i < 8; i++)
		if (allocators.placed[i].cq == cq) {
			hollow_call("  memory at %td is free", (char *)allocators.placed[i].memory - allocators.first);
			allocators.functions.free(allocators.placed[i].memory, allocators.functions.data);
			allocators.placed[i].cq = NULL;
		}
}

#ifndef HOLLOW_OLD
struct ibv_mr *mlx5dv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access, int own);

struct ibv_mr *mlx5dv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access, int own)
{
	hollow_call("mlx5dv_reg_dmabuf_mr offset %" PRIx64 " length %zx iova %" PRIx64 " fd %d access %x own %x", offset, length, iova,
		    fd, (unsigned int)access, (unsigned int)own);
	MAY_REFUSE_OBJECT("mlx5dv_reg_dmabuf_mr");
	return hollow_new_region(pd, NULL, length);
}

/* ---- sharing: the data have 3, 5 or 7 words, of which the first is the number of the object, and the others count */

#ifndef HAVE_MLX5DV_VAR_EXPORT
struct mlx5dv_export_sizes {
	uint32_t var_attrs_size, devx_umem_attrs_size, devx_obj_attrs_size;
};
#endif

void _mlx5dv_get_export_sizes(struct mlx5dv_export_sizes *sizes, size_t length);

void _mlx5dv_get_export_sizes(struct mlx5dv_export_sizes *sizes, size_t length)
{
	hollow_call("mlx5dv_get_export_sizes %zu", length);
	*sizes = (struct mlx5dv_export_sizes){.var_attrs_size = 12, .devx_umem_attrs_size = 20, .devx_obj_attrs_size = 28};
}

static void export_words(uint32_t *words, uint32_t count, uint32_t number)
{
	words[0] = number;
	for (uint32_t i = 1; i < count; i++)
		words[i] = i;
}

#define SHARED(type, name, count, number_of, made)                                                                    \
	int mlx5dv_##name##_export(struct type *object, void *data);                                                  \
	struct type *mlx5dv_##name##_import(struct ibv_context *context, void *data);                                 \
	void mlx5dv_##name##_unimport(struct type *object);                                                           \
                                                                                                                      \
	int mlx5dv_##name##_export(struct type *object, void *data)                                                   \
	{                                                                                                             \
		hollow_call("mlx5dv_" #name "_export %x", number_of);                                                 \
		MAY_REFUSE("mlx5dv_" #name "_export");                                                                \
		export_words(data, count, number_of);                                                                 \
		return 0;                                                                                             \
	}                                                                                                             \
	struct type *mlx5dv_##name##_import(struct ibv_context *context, void *data)                                  \
	{                                                                                                             \
		(void)context;                                                                                        \
		hollow_call_bytes("mlx5dv_" #name "_import", data, (count) * sizeof(uint32_t));                       \
		MAY_REFUSE_OBJECT("mlx5dv_" #name "_import");                                                         \
		return made(*(const uint32_t *)data);                                                                 \
	}                                                                                                             \
	void mlx5dv_##name##_unimport(struct type *object)                                                            \
	{                                                                                                             \
		hollow_call("mlx5dv_" #name "_unimport %x", number_of);                                               \
		free(object);                                                                                         \
	}

static struct mlx5dv_devx_umem *new_umem(uint32_t number)
{
	struct mlx5dv_devx_umem *umem = calloc(1, sizeof(*umem));

	if (umem)
		umem->umem_id = number;
	return umem;
}

static struct mlx5dv_var *new_var(uint32_t number)
{
	struct mlx5dv_var *var = calloc(1, sizeof(*var));

	if (var)
		*var = (struct mlx5dv_var){.page_id = number, .length = 0xe04, .mmap_off = 0xe05000};
	return var;
}

SHARED(mlx5dv_devx_obj, devx_obj, 7, hollow_object(object), hollow_new_object)
SHARED(mlx5dv_devx_umem, devx_umem, 5, object->umem_id, new_umem)
SHARED(mlx5dv_var, var, 3, object->page_id, new_var)
#endif
