/* The verbs of rdma-core 59 to 65, which write their arguments as those of calls.c do. */
#include <inttypes.h>
#include <stdlib.h>

#include "hollow.h"
#include "newer.h"

int ibv_query_port_speed(struct ibv_context *context, uint32_t port, uint64_t *speed)
{
	(void)context;
	hollow_call("query_port_speed %u", port);
	MAY_REFUSE("query_port_speed");
	*speed = 4000;
	return 0;
}

struct ibv_dmah *ibv_alloc_dmah(struct ibv_context *context, struct ibv_dmah_init_attr *attributes)
{
	struct ibv_dmah *dmah;

	hollow_call("alloc_dmah mask %x cpu %u ph %u type %u", attributes->comp_mask, attributes->cpu_id, attributes->ph,
		    attributes->tph_mem_type);
	MAY_REFUSE_OBJECT("alloc_dmah");
	dmah = calloc(1, sizeof(*dmah));
	if (dmah)
		dmah->context = context;
	return dmah;
}

int ibv_dealloc_dmah(struct ibv_dmah *dmah)
{
	hollow_call("dealloc_dmah");
	free(dmah);
	return 0;
}

struct ibv_mr *ibv_reg_mr_ex(struct ibv_pd *pd, struct ibv_mr_init_attr *attributes)
{
	/* An address that is also the IOVA differs between programs. */
	uint64_t iova = (uintptr_t)attributes->addr == attributes->iova ? 0 : attributes->iova;

	hollow_call("reg_mr_ex mask %" PRIx64 " length %zu access %x iova %" PRIx64 " fd %d offset %" PRIu64 " handle %d",
		    attributes->comp_mask, attributes->length, (unsigned int)attributes->access, iova, attributes->fd,
		    attributes->fd_offset, attributes->dmah != NULL);
	MAY_REFUSE_OBJECT("reg_mr_ex");
	return hollow_new_region(pd, attributes->addr, attributes->length);
}

int ibv_dm_export_dmabuf_fd(struct ibv_dm *dm)
{
	hollow_call("dm_export %u", dm->handle);
	MAY_REFUSE_DESCRIPTOR("dm_export");
	return 70;
}

struct ibv_buf {
	char bytes[256];
};

void *ibv_alloc_buf(struct ibv_pd *pd, size_t size, struct ibv_buf **buffer)
{
	(void)pd;
	hollow_call("alloc_buf %zu", size);
	MAY_REFUSE_OBJECT("alloc_buf");
	*buffer = calloc(1, sizeof(**buffer));
	return *buffer ? (*buffer)->bytes : NULL;
}

void ibv_free_buf(struct ibv_buf *buffer)
{
	hollow_call_bytes("free_buf", buffer->bytes, 8);
	free(buffer);
}

struct ibv_mr *ibv_reg_buf_mr(struct ibv_pd *pd, struct ibv_buf *buffer, void *address, size_t length, int access)
{
	hollow_call("reg_buf_mr offset %td length %zu access %x", (char *)address - buffer->bytes, length,
		    (unsigned int)access);
	MAY_REFUSE_OBJECT("reg_buf_mr");
	return hollow_new_region(pd, address, length);
}

int ibv_export_buf_dmabuf_fd(struct ibv_buf *buffer)
{
	(void)buffer;
	hollow_call("export_buf");
	MAY_REFUSE_DESCRIPTOR("export_buf");
	return 71;
}

int _ibv_query_comp_cntr_caps(struct ibv_context *context, struct ibv_comp_cntr_caps *limits, size_t size)
{
	(void)context;
	hollow_call("query_comp_cntr_caps %zu", size);
	MAY_REFUSE("query_comp_cntr_caps");
	*limits = (struct ibv_comp_cntr_caps){.max_value = 0x1112131415161718, .max_counters = 19, .supported_qp_attach_ops = 0x2d};
	return 0;
}

struct ibv_comp_cntr *ibv_create_comp_cntr(struct ibv_context *context, struct ibv_comp_cntr_init_attr *attributes)
{
	struct ibv_comp_cntr *counter;

	hollow_call_bytes("create_comp_cntr", attributes, sizeof(*attributes));
	MAY_REFUSE_OBJECT("create_comp_cntr");
	counter = calloc(1, sizeof(*counter));
	if (counter)
		*counter = (struct ibv_comp_cntr){.context = context, .handle = 55};
	return counter;
}

int ibv_destroy_comp_cntr(struct ibv_comp_cntr *counter)
{
	hollow_call("destroy_comp_cntr %u", counter->handle);
	free(counter);
	return 0;
}

#define TAKES_VALUE(name)                                                                                             \
	int ibv_##name(struct ibv_comp_cntr *counter, uint64_t value)                                                 \
	{                                                                                                             \
		hollow_call(#name " %u %" PRIx64, counter->handle, value);                                            \
		MAY_REFUSE(#name);                                                                                    \
		return 0;                                                                                             \
	}
TAKES_VALUE(set_comp_cntr)
TAKES_VALUE(set_err_comp_cntr)
TAKES_VALUE(inc_comp_cntr)
TAKES_VALUE(inc_err_comp_cntr)

#define GIVES_VALUE(name, given)                                                                                      \
	int ibv_##name(struct ibv_comp_cntr *counter, uint64_t *value)                                                \
	{                                                                                                             \
		hollow_call(#name " %u", counter->handle);                                                            \
		MAY_REFUSE(#name);                                                                                    \
		*value = given;                                                                                       \
		return 0;                                                                                             \
	}
GIVES_VALUE(read_comp_cntr, 0x8182838485868788)
GIVES_VALUE(read_err_comp_cntr, 0x3132333435363738)

int ibv_qp_attach_comp_cntr(struct ibv_qp *qp, struct ibv_comp_cntr *counter, struct ibv_qp_attach_comp_cntr_attr *attributes)
{
	(void)qp;
	hollow_call("qp_attach_comp_cntr %u mask %x operations %x", counter->handle, attributes->comp_mask, attributes->op_mask);
	MAY_REFUSE("qp_attach_comp_cntr");
	return 0;
}
