/* Devices and their ports. */
#include <endian.h>

#include "opening.h"

_Static_assert(IBV_SYSFS_NAME_MAX == 64, "the length of a name, which Java knows");

/* Writes at most MAX names of IBV_SYSFS_NAME_MAX bytes, and returns their number. */
int verbena_verbs_device_names(void *names, int max)
{
	char(*name)[IBV_SYSFS_NAME_MAX] = names;
	int count;

	errno = 0;
	struct ibv_device **devices = ibv_get_device_list(&count);
	if (!devices)                                      /* ENOSYS: the kernel has no user verbs, hence no device */
		return errno == ENOSYS || !errno ? 0 : -errno;
	memset(names, 0, (size_t)max * sizeof(*name));
	if (count > max)
		count = max;
	for (int i = 0; i < count; i++)
		memcpy(name[i], devices[i]->name, strnlen(devices[i]->name, sizeof(*name) - 1));
	ibv_free_device_list(devices);
	return count;
}

static struct ibv_context *open_plainly(struct ibv_device *device, void *attributes)
{
	(void)attributes;
	return ibv_open_device(device);
}

/* Opens the device NAME. */
int64_t verbena_verbs_open(const char *name)
{
	return verbena_adopt(verbena_open_named(name, open_plainly, NULL));
}

/* Imports the device that another process has open, by a descriptor that the caller closes. */
int64_t verbena_verbs_import(int descriptor)
{
	int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);

	if (own < 0)
		return -errno;
	errno = 0;
	struct ibv_context *verbs = ibv_import_device(own);
	int why = errno;
	if (!verbs && (why == EOPNOTSUPP || why == EINVAL)) /* for other errors the driver has closed the descriptor */
		close(own);
	errno = why;
	return verbena_adopt(verbs);
}

/* Writes the name of a device, IBV_SYSFS_NAME_MAX bytes. */
int verbena_verbs_name(int64_t context, void *name)
{
	memcpy(name, OBJECT(verbena_context, context)->verbs->device->name, IBV_SYSFS_NAME_MAX);
	return 0;
}

/* Closes a device, which must have no objects. */
int verbena_verbs_close(int64_t handle)
{
	struct verbena_context *context = OBJECT(verbena_context, handle);
	int failed = verbena_result(ibv_close_device(context->verbs));

	if (failed)
		return failed;
	close(context->wake);
	free(context);
	return 0;
}

/* Returns the node type. */
int verbena_verbs_node_type(int64_t context)
{
	return OBJECT(verbena_context, context)->verbs->device->node_type;
}

/* Returns the transport type. */
int verbena_verbs_transport(int64_t context)
{
	return OBJECT(verbena_context, context)->verbs->device->transport_type;
}

/* Returns the index that the kernel assigned, or -1 if there is none. */
int verbena_verbs_index(int64_t context)
{
	return ibv_get_device_index(OBJECT(verbena_context, context)->verbs->device);
}

/* Returns the number of completion vectors. */
int verbena_verbs_vectors(int64_t context)
{
	return OBJECT(verbena_context, context)->verbs->num_comp_vectors;
}

/* Returns the node GUID in host byte order. */
int64_t verbena_verbs_guid(int64_t context)
{
	return (int64_t)be64toh(ibv_get_device_guid(OBJECT(verbena_context, context)->verbs->device));
}

/* Queries a device. Attributes that the library or the device does not support are 0. */
int verbena_verbs_query_device(int64_t context, struct ibv_device_attr_ex *attributes)
{
	memset(attributes, 0, sizeof(*attributes));
	int failed = verbena_result(ibv_query_device_ex(OBJECT(verbena_context, context)->verbs, NULL, attributes));
	attributes->orig_attr.node_guid = be64toh(attributes->orig_attr.node_guid);
	attributes->orig_attr.sys_image_guid = be64toh(attributes->orig_attr.sys_image_guid);
	return failed;
}

/* Queries PORT. */
int verbena_verbs_query_port(int64_t context, int port, struct ibv_port_attr *attributes)
{
	memset(attributes, 0, sizeof(*attributes));
	if (port < 0 || port > UINT8_MAX)
		return -EINVAL;
	return verbena_result(ibv_query_port(OBJECT(verbena_context, context)->verbs, (uint8_t)port, attributes));
}

/* Returns the P_Key at INDEX. */
int verbena_verbs_query_pkey(int64_t context, int port, int index)
{
	__be16 pkey;

	if (port < 0 || port > UINT8_MAX)
		return -EINVAL;
	errno = 0;
	int failed = ibv_query_pkey(OBJECT(verbena_context, context)->verbs, (uint8_t)port, index, &pkey);
	if (failed)
		return errno ? -errno : -EINVAL;
	return be16toh(pkey);
}

/* Reads the GID at INDEX of PORT; returns -ENODATA for an empty entry. */
int verbena_verbs_query_gid(int64_t context, int port, int index, struct ibv_gid_entry *entry)
{
	memset(entry, 0, sizeof(*entry));
	return verbena_result(
		ibv_query_gid_ex(OBJECT(verbena_context, context)->verbs, (uint32_t)port, (uint32_t)index, entry, 0));
}

/* Java accesses the entries of the table in place. */
_Static_assert(sizeof(struct ibv_gid_entry) == 32 && offsetof(struct ibv_gid_entry, gid_index) == 16 &&
		       offsetof(struct ibv_gid_entry, port_num) == 20 && offsetof(struct ibv_gid_entry, gid_type) == 24 &&
		       offsetof(struct ibv_gid_entry, ndev_ifindex) == 28,
	       "struct ibv_gid_entry");

/* Writes at most MAX used entries of all ports, and returns their number. */
int verbena_verbs_query_gids(int64_t context, void *entries, int max)
{
	ssize_t count = ibv_query_gid_table(OBJECT(verbena_context, context)->verbs, entries, (size_t)max, 0);
	return (int)count;
}

/* Reads the clock of the completion timestamps, in the seconds and nanoseconds of the driver. */
int verbena_verbs_query_clock(int64_t context, struct ibv_values_ex *values)
{
	memset(values, 0, sizeof(*values));
	values->comp_mask = IBV_VALUES_MASK_RAW_CLOCK;
	int failed = verbena_result(ibv_query_rt_values_ex(OBJECT(verbena_context, context)->verbs, values));
	return failed || values->comp_mask & IBV_VALUES_MASK_RAW_CLOCK ? failed : -EOPNOTSUPP;
}
