/*
 * The functions of libmlx5 for commands of the firmware. The answer to a command has its operation code at byte 8. A command whose
 * bytes 12 to 15 are not 0 fails with EREMOTEIO, with these as the syndrome and 3 as the status.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <infiniband/mlx5dv.h>

#include "hollow.h"

struct mlx5dv_devx_obj {
	uint32_t number;
};

struct mlx5dv_devx_obj *hollow_new_object(uint32_t number)
{
	struct mlx5dv_devx_obj *object = calloc(1, sizeof(*object));

	if (object)
		object->number = number;
	return object;
}

uint32_t hollow_object(const struct mlx5dv_devx_obj *object)
{
	return object->number;
}

/* Performs a command by writing the answer. */
static int perform(const char *name, uint32_t object, const void *in, size_t in_length, void *out, size_t out_length)
{
	const unsigned char *command = in;
	unsigned char *answer = out;

	hollow_call("%s object %x answer %zu", name, object, out_length);
	hollow_call_bytes("  command", in, in_length);
	MAY_REFUSE(name);
	memset(answer, 0, out_length);
	if (in_length >= 16 && (command[12] | command[13] | command[14] | command[15])) {
		answer[0] = 3;
		memcpy(answer + 4, command + 12, 4);
		return EREMOTEIO;
	}
	if (out_length >= 10)
		memcpy(answer + 8, command, 2);
	return 0;
}

int mlx5dv_devx_general_cmd(struct ibv_context *context, const void *in, size_t in_length, void *out, size_t out_length)
{
	(void)context;
	return perform("mlx5dv_devx_general_cmd", 0, in, in_length, out, out_length);
}

struct mlx5dv_devx_obj *mlx5dv_devx_obj_create(struct ibv_context *context, const void *in, size_t in_length, void *out,
					       size_t out_length)
{
	(void)context;
	errno = perform("mlx5dv_devx_obj_create", 0, in, in_length, out, out_length);
	if (errno)
		return NULL;
	return hollow_new_object(0x1a1);
}

int mlx5dv_devx_obj_query(struct mlx5dv_devx_obj *object, const void *in, size_t in_length, void *out, size_t out_length)
{
	return perform("mlx5dv_devx_obj_query", object->number, in, in_length, out, out_length);
}

int mlx5dv_devx_obj_modify(struct mlx5dv_devx_obj *object, const void *in, size_t in_length, void *out, size_t out_length)
{
	return perform("mlx5dv_devx_obj_modify", object->number, in, in_length, out, out_length);
}

int mlx5dv_devx_obj_destroy(struct mlx5dv_devx_obj *object)
{
	hollow_call("mlx5dv_devx_obj_destroy %x", object->number);
	MAY_REFUSE("mlx5dv_devx_obj_destroy");
	free(object);
	return 0;
}

/* A command on an object of verbs. */
#define OF_VERBS(type, name)                                                                                          \
	int mlx5dv_devx_##name(struct type *object, const void *in, size_t in_length, void *out, size_t out_length)   \
	{                                                                                                             \
		return perform("mlx5dv_devx_" #name, object != NULL, in, in_length, out, out_length);                 \
	}

OF_VERBS(ibv_cq, cq_query)
OF_VERBS(ibv_cq, cq_modify)
OF_VERBS(ibv_qp, qp_query)
OF_VERBS(ibv_qp, qp_modify)
OF_VERBS(ibv_srq, srq_query)
OF_VERBS(ibv_srq, srq_modify)
OF_VERBS(ibv_wq, wq_query)
OF_VERBS(ibv_wq, wq_modify)
OF_VERBS(ibv_rwq_ind_table, ind_tbl_query)
OF_VERBS(ibv_rwq_ind_table, ind_tbl_modify)

static struct mlx5dv_devx_umem *new_umem(uint32_t number)
{
	struct mlx5dv_devx_umem *umem = calloc(1, sizeof(*umem));

	if (umem)
		umem->umem_id = number;
	return umem;
}

struct mlx5dv_devx_umem *mlx5dv_devx_umem_reg(struct ibv_context *context, void *address, size_t size, uint32_t access)
{
	(void)context;
	hollow_call("mlx5dv_devx_umem_reg first %x size %zu access %x", *(unsigned char *)address, size, access);
	MAY_REFUSE_OBJECT("mlx5dv_devx_umem_reg");
	return new_umem(0x1b1);
}

struct mlx5dv_devx_umem *mlx5dv_devx_umem_reg_ex(struct ibv_context *context, struct mlx5dv_devx_umem_in *in)
{
	int is_foreign = in->comp_mask & MLX5DV_UMEM_MASK_DMABUF;

	(void)context;
	hollow_call("mlx5dv_devx_umem_reg_ex at %" PRIxPTR " size %zu access %x pages %" PRIx64 " mask %" PRIx64 " fd %d",
		    is_foreign ? (uintptr_t)in->addr : *(unsigned char *)in->addr, in->size, in->access, in->pgsz_bitmap,
		    in->comp_mask, in->dmabuf_fd);
	MAY_REFUSE_OBJECT("mlx5dv_devx_umem_reg_ex");
	return new_umem(0x1b2);
}

int mlx5dv_devx_umem_dereg(struct mlx5dv_devx_umem *umem)
{
	hollow_call("mlx5dv_devx_umem_dereg %x", umem->umem_id);
	MAY_REFUSE("mlx5dv_devx_umem_dereg");
	free(umem);
	return 0;
}

int mlx5dv_devx_query_eqn(struct ibv_context *context, uint32_t vector, uint32_t *number)
{
	(void)context;
	hollow_call("mlx5dv_devx_query_eqn %u", vector);
	MAY_REFUSE("mlx5dv_devx_query_eqn");
	*number = 0x1c1;
	return 0;
}

/* ---- answers and events; a query is answered, and a subscription has its event, at once */

static uint64_t query_id, event_cookie;
static unsigned char query_command[8];

struct mlx5dv_devx_cmd_comp *mlx5dv_devx_create_cmd_comp(struct ibv_context *context)
{
	(void)context;
	hollow_call("mlx5dv_devx_create_cmd_comp");
	MAY_REFUSE_OBJECT("mlx5dv_devx_create_cmd_comp");
	struct mlx5dv_devx_cmd_comp *completions = calloc(1, sizeof(*completions));
	if (completions)
		completions->fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	return completions;
}

void mlx5dv_devx_destroy_cmd_comp(struct mlx5dv_devx_cmd_comp *completions)
{
	hollow_call("mlx5dv_devx_destroy_cmd_comp");
	close(completions->fd);
	free(completions);
}

int mlx5dv_devx_obj_query_async(struct mlx5dv_devx_obj *object, const void *in, size_t in_length, size_t out_length, uint64_t id,
				struct mlx5dv_devx_cmd_comp *completions)
{
	hollow_call("mlx5dv_devx_obj_query_async object %x answer %zu id %" PRIx64, object->number, out_length, id);
	hollow_call_bytes("  command", in, in_length);
	MAY_REFUSE("mlx5dv_devx_obj_query_async");
	query_id = id;
	memcpy(query_command, in, sizeof(query_command));
	return eventfd_write(completions->fd, 1) ? errno : 0;
}

int mlx5dv_devx_get_async_cmd_comp(struct mlx5dv_devx_cmd_comp *completions, struct mlx5dv_devx_async_cmd_hdr *answer, size_t length)
{
	eventfd_t taken;

	hollow_call("mlx5dv_devx_get_async_cmd_comp length %zu", length);
	MAY_REFUSE("mlx5dv_devx_get_async_cmd_comp");
	if (eventfd_read(completions->fd, &taken))
		return errno;
	memset(answer, 0, length);
	answer->wr_id = query_id;
	memcpy(answer->out_data + 8, query_command, sizeof(query_command));
	return 0;
}

struct mlx5dv_devx_event_channel *mlx5dv_devx_create_event_channel(struct ibv_context *context,
								   enum mlx5dv_devx_create_event_channel_flags flags)
{
	(void)context;
	hollow_call("mlx5dv_devx_create_event_channel flags %x", (unsigned int)flags);
	MAY_REFUSE_OBJECT("mlx5dv_devx_create_event_channel");
	struct mlx5dv_devx_event_channel *channel = calloc(1, sizeof(*channel));
	if (channel)
		channel->fd = eventfd(0, EFD_CLOEXEC | EFD_SEMAPHORE);
	return channel;
}

void mlx5dv_devx_destroy_event_channel(struct mlx5dv_devx_event_channel *channel)
{
	hollow_call("mlx5dv_devx_destroy_event_channel");
	close(channel->fd);
	free(channel);
}

int mlx5dv_devx_subscribe_devx_event(struct mlx5dv_devx_event_channel *channel, struct mlx5dv_devx_obj *object, uint16_t length,
				     uint16_t events[], uint64_t cookie)
{
	hollow_call("mlx5dv_devx_subscribe_devx_event object %x cookie %" PRIx64, object ? object->number : 0, cookie);
	hollow_call_bytes("  events", events, length);
	MAY_REFUSE("mlx5dv_devx_subscribe_devx_event");
	event_cookie = cookie;
	return eventfd_write(channel->fd, 1) ? errno : 0;
}

int mlx5dv_devx_subscribe_devx_event_fd(struct mlx5dv_devx_event_channel *channel, int fd, struct mlx5dv_devx_obj *object,
					uint16_t event)
{
	(void)channel;
	hollow_call("mlx5dv_devx_subscribe_devx_event_fd %d object %x event %x", fd, object ? object->number : 0, event);
	MAY_REFUSE("mlx5dv_devx_subscribe_devx_event_fd");
	return 0;
}

ssize_t mlx5dv_devx_get_event(struct mlx5dv_devx_event_channel *channel, struct mlx5dv_devx_async_event_hdr *event, size_t length)
{
	eventfd_t taken;

	hollow_call("mlx5dv_devx_get_event length %zu", length);
	MAY_REFUSE_DESCRIPTOR("mlx5dv_devx_get_event");
	if (eventfd_read(channel->fd, &taken))
		return -1;
	event->cookie = event_cookie;
	memcpy(event->out_data, "\1\2\3\4", 4);
	return sizeof(event->cookie) + 4;
}

struct mlx5dv_devx_msi_vector *mlx5dv_devx_alloc_msi_vector(struct ibv_context *context)
{
	(void)context;
	hollow_call("mlx5dv_devx_alloc_msi_vector");
	MAY_REFUSE_OBJECT("mlx5dv_devx_alloc_msi_vector");
	struct mlx5dv_devx_msi_vector *vector = calloc(1, sizeof(*vector));
	if (vector)
		*vector = (struct mlx5dv_devx_msi_vector){.vector = 0x1d1, .fd = 0x1d2};
	return vector;
}

int mlx5dv_devx_free_msi_vector(struct mlx5dv_devx_msi_vector *vector)
{
	hollow_call("mlx5dv_devx_free_msi_vector %x", (unsigned int)vector->vector);
	MAY_REFUSE("mlx5dv_devx_free_msi_vector");
	free(vector);
	return 0;
}

struct mlx5dv_devx_eq *mlx5dv_devx_create_eq(struct ibv_context *context, const void *in, size_t in_length, void *out,
					     size_t out_length)
{
	(void)context;
	errno = perform("mlx5dv_devx_create_eq", 0, in, in_length, out, out_length);
	if (errno)
		return NULL;
	struct mlx5dv_devx_eq *queue = calloc(1, sizeof(*queue));
	if (queue)
		queue->vaddr = (void *)(uintptr_t)0x1e1000;
	return queue;
}

int mlx5dv_devx_destroy_eq(struct mlx5dv_devx_eq *queue)
{
	hollow_call("mlx5dv_devx_destroy_eq %" PRIxPTR, (uintptr_t)queue->vaddr);
	MAY_REFUSE("mlx5dv_devx_destroy_eq");
	free(queue);
	return 0;
}
