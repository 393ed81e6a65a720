/*
 * Makes the calls of io.verbena.linux.HollowMlx5Sharing with libmlx5 itself, in the same order; see reference_mlx5.c. The entries of
 * queues are written by the inline functions of the header, those for processors with SSSE3 included.
 */
#if defined(__x86_64__)
#pragma GCC target("ssse3")
#define HAS_SSSE3 1
#endif

#include <dlfcn.h>
#include <endian.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "reference.h"

static struct ibv_context *context;
static struct ibv_pd *pd;

/* ---- opening */

/* struct mlx5dv_context_attr of rdma-core 64. */
struct descriptors {
	int *arr;
	uint32_t count;
};

struct attributes {
	uint32_t flags;
	uint64_t comp_mask;
	struct descriptors *fds;
};

static struct ibv_context *open_with(struct ibv_device *device, struct attributes attributes)
{
	return mlx5dv_open_device(device, (struct mlx5dv_context_attr *)&attributes);
}

/* Java asks a device that it has opened whether it is a ConnectX device. */
static void query(struct ibv_context *opened)
{
	struct {
		struct mlx5dv_context known;
		char later[256];
	} found = {.known = {.comp_mask = 0x1ffff}};

	if (mlx5dv_query_device(opened, &found.known))
		die("mlx5dv_query_device");
}

static void opening(struct ibv_device *device)
{
	context = OBJECT("mlx5dv_open_device", open_with(device, (struct attributes){0}));
	query(context);
	struct ibv_context *commands = OBJECT("mlx5dv_open_device", open_with(device, (struct attributes){.flags = 1}));
	query(commands);
	ibv_close_device(commands);
	int numbers[] = {77, 0x123456};
	struct descriptors list = {.arr = numbers, .count = 2};
	struct attributes with_list = {.flags = 1, .comp_mask = 1, .fds = &list};
	struct ibv_context *privileged = open_with(device, with_list);
	if (privileged) {
		query(privileged);
		ibv_close_device(privileged);
	} else {
		say("descriptors fail with %d", errno);
	}
}

static struct ibv_context *open_vfio(uint32_t flags)
{
	struct mlx5dv_vfio_context_attr attributes = {.pci_name = "0000:05:00.0", .flags = flags};
	struct ibv_device **list = mlx5dv_get_vfio_device_list(&attributes);
	struct ibv_context *opened = list ? ibv_open_device(list[0]) : NULL;
	int why = errno;

	ibv_free_device_list(list);
	errno = why;
	return opened;
}

static void vfio(void)
{
	ibv_close_device(OBJECT("mlx5dv_get_vfio_device_list", open_vfio(1)));
	struct ibv_context *opened = OBJECT("mlx5dv_get_vfio_device_list", open_vfio(0));
	if (refusing) {
		refuse("mlx5dv_vfio_get_events_fd");
		say("mlx5dv_vfio_get_events_fd fails with %d", -mlx5dv_vfio_get_events_fd(opened));
		refuse(NULL);
	}
	say("events %x", (unsigned int)mlx5dv_vfio_get_events_fd(opened));
	RESULT("mlx5dv_vfio_process_events", mlx5dv_vfio_process_events(opened));
	struct mlx5dv_devx_uar *page = OBJECT("mlx5dv_devx_alloc_uar", mlx5dv_devx_alloc_uar(opened, 1));
	mlx5dv_devx_free_uar(page);
	ibv_close_device(opened);
}

/* ---- memory */

static void memory(void)
{
	for (int type = 0; type <= 4; type++) {
		struct ibv_alloc_dm_attr attributes = {.length = 0x1000 + (size_t)type, .log_align_req = 6};
		struct mlx5dv_alloc_dm_attr own = {.type = (enum mlx5dv_alloc_dm_type)type};
		ibv_free_dm(OBJECT("mlx5dv_alloc_dm", mlx5dv_alloc_dm(context, &attributes, &own)));
	}
	struct ibv_mr *(*reg)(struct ibv_pd *, uint64_t, size_t, uint64_t, int, int, int) =
		dlsym(RTLD_DEFAULT, "mlx5dv_reg_dmabuf_mr");
	if (reg)
		ibv_dereg_mr(OBJECT("mlx5dv_reg_dmabuf_mr", reg(pd, 0x3000, 0x200000000, 0x7000, 79, 3, 1)));
	else
		say("mlx5dv_reg_dmabuf_mr is missing");
}

static void strides(struct ibv_cq *cq)
{
	for (unsigned int shifts = 0; shifts <= 1; shifts++) {
		struct ibv_wq_init_attr attributes = {.wq_type = IBV_WQT_RQ,
						      .max_wr = 8,
						      .max_sge = 2,
						      .pd = pd,
						      .cq = cq,
						      .comp_mask = shifts ? IBV_WQ_INIT_ATTR_FLAGS : 0,
						      .create_flags = shifts ? IBV_WQ_FLAGS_SCATTER_FCS : 0};
		struct mlx5dv_wq_init_attr own = {.comp_mask = 1, .striding_rq_attrs = {11, 9, (uint8_t)shifts}};
		struct ibv_wq *wq = OBJECT("mlx5dv_create_wq", ({
						   struct ibv_wq_init_attr copy = attributes;
						   struct ibv_wq *created = mlx5dv_create_wq(context, &copy, &own);
						   if (created)
							   say("granted %u %u", copy.max_wr, copy.max_sge);
						   created;
					   }));
		ibv_destroy_wq(wq);
	}
}

/* ---- memory of queues: first fit, in pages */

static struct {
	char *start;
	size_t pages;
	size_t runs[16];
} arena;

static void *allocate(size_t size, void *data)
{
	size_t count = (size + 4095) / 4096, found = 0;

	(void)data;
	for (size_t at = 0; at < arena.pages; at += arena.runs[at] ? arena.runs[at] : 1) {
		found = arena.runs[at] ? 0 : found + 1;
		if (found == count) {
			at -= count - 1;
			arena.runs[at] = count;
			return memset(arena.start + at * 4096, 0, size);
		}
	}
	errno = ENOMEM;
	return NULL;
}

static void release(void *bytes, void *data)
{
	(void)data;
	arena.runs[((char *)bytes - arena.start) / 4096] = 0;
}

static struct ibv_cq_ex *queue(void)
{
	struct ibv_cq_init_attr_ex attributes = {.cqe = 32, .wc_flags = IBV_WC_EX_WITH_BYTE_LEN};
	struct mlx5dv_cq_init_attr own = {0};

	return mlx5dv_create_cq(context, &attributes, &own);
}

static void allocators(void)
{
	struct mlx5dv_ctx_allocators functions = {.alloc = allocate, .free = release};

	if (posix_memalign((void **)&arena.start, 4096, 5 * 4096))
		die("posix_memalign");
	arena.pages = 5;
	RESULT("mlx5dv_set_context_attr", mlx5dv_set_context_attr(context, MLX5DV_CTX_ATTR_BUF_ALLOCATORS, &functions));
	struct ibv_cq_ex *first = queue(), *second = queue();
	say("no third queue %d", queue() ? 0 : errno);
	say("used 16384 of 20480");
	ibv_destroy_cq(ibv_cq_ex_to_cq(first));
	struct ibv_cq_ex *third = queue();
	ibv_destroy_cq(ibv_cq_ex_to_cq(second));
	ibv_destroy_cq(ibv_cq_ex_to_cq(third));
	struct mlx5dv_ctx_allocators none = {0};
	RESULT("mlx5dv_set_context_attr", mlx5dv_set_context_attr(context, MLX5DV_CTX_ATTR_BUF_ALLOCATORS, &none));
	ibv_destroy_cq(ibv_cq_ex_to_cq(queue()));
}

/* ---- sharing */

/* Exports OBJECT as SIZE bytes, and imports it. */
#define SHARE(type, name, object, size, show)                                                                         \
	({                                                                                                            \
		int (*exporting)(struct type *, void *) = dlsym(RTLD_DEFAULT, "mlx5dv_" #name "_export");             \
		struct type *(*importing)(struct ibv_context *, void *) = dlsym(RTLD_DEFAULT, "mlx5dv_" #name "_import"); \
		void (*unimporting)(struct type *) = dlsym(RTLD_DEFAULT, "mlx5dv_" #name "_unimport");                \
		unsigned char data[64] = {0};                                                                         \
		sizes();                                                                                              \
		if (refusing) {                                                                                       \
			refuse("mlx5dv_" #name "_export");                                                            \
			say("mlx5dv_" #name "_export fails with %d", exporting(object, data));                        \
			refuse(NULL);                                                                                 \
			sizes();                                                                                      \
		}                                                                                                     \
		exporting(object, data);                                                                              \
		say("exported %d bytes last %02x", size, data[size - 4]);                                             \
		sizes();                                                                                              \
		if (refusing) {                                                                                       \
			refuse("mlx5dv_" #name "_import");                                                            \
			say("mlx5dv_" #name "_import fails with %d", importing(context, data) ? 0 : errno);           \
			refuse(NULL);                                                                                 \
			sizes();                                                                                      \
		}                                                                                                     \
		struct type *imported = importing(context, data);                                                     \
		show;                                                                                                 \
		unimporting(imported);                                                                                \
	})

static uint32_t found_sizes[3];

static void sizes(void)
{
	void (*get)(void *, size_t) = dlsym(RTLD_DEFAULT, "_mlx5dv_get_export_sizes");

	get(found_sizes, sizeof(found_sizes));
}

static void sharing(void)
{
	if (!dlsym(RTLD_DEFAULT, "_mlx5dv_get_export_sizes")) {
		say("mlx5dv_get_export_sizes is missing");
		return;
	}
	sizes();
	say("sizes %u %u %u", found_sizes[0], found_sizes[1], found_sizes[2]);
	/* Java compares data that another process has exported with these. */
	sizes();
	unsigned char in[16] = {1, 3}, out[16] = {0}, bytes[4096];
	struct mlx5dv_devx_obj *object = mlx5dv_devx_obj_create(context, in, 16, out, 16);
	SHARE(mlx5dv_devx_obj, devx_obj, object, 28, (in[0] = 1, in[1] = 4, mlx5dv_devx_obj_query(imported, in, 16, out, 16)));
	mlx5dv_devx_obj_destroy(object);
	memset(bytes, 0x5a, sizeof(bytes));
	struct mlx5dv_devx_umem *umem = mlx5dv_devx_umem_reg(context, bytes, sizeof(bytes), 1);
	SHARE(mlx5dv_devx_umem, devx_umem, umem, 20, say("umem %x", imported->umem_id));
	mlx5dv_devx_umem_dereg(umem);
	struct mlx5dv_var *var = mlx5dv_alloc_var(context, 0);
	SHARE(mlx5dv_var, var, var, 12,
	      say("variable %x %x %" PRIx64, imported->page_id, imported->length, (uint64_t)imported->mmap_off));
	mlx5dv_free_var(var);
}

/* ---- raw entries */

static _Alignas(64) unsigned char entries[256];

static void show(const char *name, size_t length)
{
	char text[2 * sizeof(entries) + 1];

	for (size_t i = 0; i < length; i++)
		sprintf(text + 2 * i, "%02x", entries[i]);
	say("%s %s", name, text);
}

static void requests(void)
{
	struct mlx5_wqe_ctrl_seg *control = (void *)entries;
	struct mlx5_wqe_raddr_seg *remote = (void *)(entries + 16);
	struct mlx5_wqe_data_seg *data = (void *)(entries + 32);

	mlx5dv_set_ctrl_seg(control, 0xfedc, MLX5_OPCODE_RDMA_WRITE_IMM, 0x81, 0xabcdef,
			    MLX5_WQE_CTRL_CQ_UPDATE | MLX5_WQE_CTRL_SOLICITED | MLX5_WQE_CTRL_FENCE, 4, 0x93, htobe32(0x11223344));
	remote->raddr = htobe64(0x8877665544332211);
	remote->rkey = htobe32(0x99aabbcc);
	mlx5dv_set_data_seg(data, 0x80000001, 0xf1f2f3f4, 0xfedcba9876543210);
	mlx5dv_set_data_seg(data + 1, 24, 7, 0x1000);
	show("write", 64);
	memset(entries, 0, sizeof(entries));
#ifdef HAS_SSSE3
	mlx5dv_x86_set_ctrl_seg(control, 0xfedc, MLX5_OPCODE_RDMA_WRITE_IMM, 0x81, 0xabcdef,
				MLX5_WQE_CTRL_CQ_UPDATE | MLX5_WQE_CTRL_SOLICITED | MLX5_WQE_CTRL_FENCE, 4, 0x93,
				htobe32(0x11223344));
	remote->raddr = htobe64(0x8877665544332211);
	remote->rkey = htobe32(0x99aabbcc);
	mlx5dv_x86_set_data_seg(data, 0x80000001, 0xf1f2f3f4, 0xfedcba9876543210);
	mlx5dv_x86_set_data_seg(data + 1, 24, 7, 0x1000);
#else
	mlx5dv_set_ctrl_seg(control, 0xfedc, MLX5_OPCODE_RDMA_WRITE_IMM, 0x81, 0xabcdef,
			    MLX5_WQE_CTRL_CQ_UPDATE | MLX5_WQE_CTRL_SOLICITED | MLX5_WQE_CTRL_FENCE, 4, 0x93, htobe32(0x11223344));
	remote->raddr = htobe64(0x8877665544332211);
	remote->rkey = htobe32(0x99aabbcc);
	mlx5dv_set_data_seg(data, 0x80000001, 0xf1f2f3f4, 0xfedcba9876543210);
	mlx5dv_set_data_seg(data + 1, 24, 7, 0x1000);
#endif
	show("write", 64);
	memset(entries, 0, sizeof(entries));
	uint8_t mac[] = {0x82, 0x11, 0x22, 0x33, 0x44, 0xf5}, gid[] = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0x91, 2, 3, 4, 5, 6, 7, 0xf8};
	mlx5dv_set_ctrl_seg(control, 3, MLX5_OPCODE_SEND, 0, 0x123456, MLX5_WQE_CTRL_INITIATOR_SMALL_FENCE, 5, 0, 0);
	mlx5dv_set_dgram_seg((void *)(entries + 16), 0x8070605040302010, 0xd0d0d0, 1, 0xf3, 0x85, 0xc0de, mac, 0x9a, 0xfe,
			     0x40f12345, gid);
	mlx5dv_set_data_seg((void *)(entries + 64), 64, 0x100, 0x2000);
	show("datagram", 80);
	memset(entries, 0, sizeof(entries));
	uint8_t headers[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 0xf2};
	mlx5dv_set_ctrl_seg(control, 4, MLX5_OPCODE_TSO, 0, 0x123456, MLX5_WQE_CTRL_CQ_UPDATE, 4, 0, 0);
	mlx5dv_set_eth_seg((void *)(entries + 16), MLX5_ETH_WQE_L3_CSUM | MLX5_ETH_WQE_L4_CSUM, 0x8aa0, sizeof(headers), headers);
	mlx5dv_set_data_seg((void *)(entries + 48), 0x4000, 0x101, 0x3000);
	show("packet", 64);
}

static void completions(void)
{
	struct mlx5_cqe64 *cqe = (void *)(entries + 192);

	for (size_t i = 0; i < sizeof(entries); i++)
		entries[i] = (unsigned char)(7 * i + 0x81);
	for (unsigned int last = 0; last < 256; last += 0x15) {
		cqe->op_own = (uint8_t)last;
		say("entry owner %u solicited %u format %u type %u", mlx5dv_get_cqe_owner(cqe), mlx5dv_get_cqe_se(cqe),
		    mlx5dv_get_cqe_format(cqe), mlx5dv_get_cqe_opcode(cqe));
		mlx5dv_set_cqe_owner(cqe, (uint8_t)(last >> 1));
		say("entry %02x", cqe->op_own);
	}
	const struct mlx5_err_cqe *failed = (const void *)cqe;
	say("entry %x %x %x %" PRIx64 " %x %x", be32toh(cqe->imm_inval_pkey), be16toh(cqe->wqe_id), be32toh(cqe->byte_cnt),
	    (uint64_t)be64toh(cqe->timestamp), be16toh(cqe->wqe_counter), cqe->signature);
	say("entry %x %x %x %x %x %x", be32toh(cqe->sop_drop_qpn) >> 24, be32toh(cqe->sop_drop_qpn) & 0xffffff,
	    be32toh(cqe->flags_rqpn) & 0xffffff, be32toh(cqe->srqn_uidx) & 0xffffff, failed->syndrome, failed->vendor_err_synd);
}

int main(int count, char **arguments)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);

	refusing = count > 1 && strcmp(arguments[1], "refused") == 0;
	opening(devices[0]);
	vfio();
	pd = ibv_alloc_pd(context);
	memory();
	struct ibv_cq_ex *cq = queue();
	strides(ibv_cq_ex_to_cq(cq));
	ibv_destroy_cq(ibv_cq_ex_to_cq(cq));
	allocators();
	sharing();
	requests();
	completions();
	return 0;
}
