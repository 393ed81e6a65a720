/* Devices that are opened with attributes of mlx5, or through VFIO. Run on the hollow device only. */
#include "../verbs/opening.h"
#include "verbena_mlx5.h"

/* struct ibv_fd_arr and struct mlx5dv_context_attr of rdma-core 64, of which earlier ones have the first two fields. */
struct descriptors {
	int *arr;
	uint32_t count;
};

struct attributes {
	uint32_t flags;
	uint64_t comp_mask;
	struct descriptors *fds;
};

#define HAS_DESCRIPTORS 1

_Static_assert(sizeof(struct attributes) >= sizeof(struct mlx5dv_context_attr), "mlx5dv_context_attr has grown");
_Static_assert(offsetof(struct attributes, comp_mask) == offsetof(struct mlx5dv_context_attr, comp_mask),
	       "another mlx5dv_context_attr");
#ifdef HAVE_MLX5DV_VAR_EXPORT
_Static_assert(HAS_DESCRIPTORS == MLX5DV_CONTEXT_ATTR_MASK_FD_ARRAY &&
		       offsetof(struct attributes, fds) == offsetof(struct mlx5dv_context_attr, fds) &&
		       sizeof(struct descriptors) == sizeof(struct ibv_fd_arr) &&
		       offsetof(struct descriptors, count) == offsetof(struct ibv_fd_arr, count),
	       "another mlx5dv_context_attr");
#endif

static struct ibv_context *open_with(struct ibv_device *device, void *attributes)
{
	return mlx5dv_open_device(device, attributes);
}

/* Opens device NAME with the COUNT descriptors at an address, 4 bytes each. */
int64_t verbena_mlx5_open(const char *name, int flags, int64_t descriptors, int count)
{
	struct descriptors list = {.arr = POINTER(descriptors), .count = (uint32_t)count};
	struct attributes attributes = {
		.flags = (uint32_t)flags, .comp_mask = count ? HAS_DESCRIPTORS : 0, .fds = count ? &list : NULL};

	return verbena_adopt(verbena_open_named(name, open_with, &attributes));
}

/* Opens the device with a PCI address, whose driver is vfio-pci. */
int64_t verbena_mlx5_open_vfio(const char *pci_name, int flags)
{
	struct mlx5dv_vfio_context_attr attributes = {.pci_name = pci_name, .flags = (uint32_t)flags};
	struct ibv_context *verbs = NULL;

	errno = 0;
	struct ibv_device **devices = mlx5dv_get_vfio_device_list(&attributes);
	if (!devices)
		return errno ? -errno : -ENODEV;
	if (devices[0])
		verbs = ibv_open_device(devices[0]);
	int why = errno ? errno : ENODEV;
	ibv_free_device_list(devices);
	errno = verbs ? 0 : why;
	return verbena_adopt(verbs);
}

/* Returns the descriptor that can be read if the driver has events, or -errno. */
int verbena_mlx5_vfio_events(int64_t context)
{
	return mlx5dv_vfio_get_events_fd(VERBS(context));
}

int verbena_mlx5_vfio_process(int64_t context)
{
	return verbena_result(mlx5dv_vfio_process_events(VERBS(context)));
}
