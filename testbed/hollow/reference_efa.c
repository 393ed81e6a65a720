/*
 * Makes the calls of io.verbena.linux.HollowEfaCalls with libefa itself, in the same order, so that the hollow device writes the same
 * lines for both. With the argument "refused", each call fails once with ENOSPC. The lengths of structures are those of rdma-core 44
 * where it has them, whatever the headers.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <infiniband/efadv.h>

#include "reference.h"

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *region;
static char memory[4096];

static void device(void)
{
	struct {
		uint64_t mask;
		uint32_t sends, receives;
		uint16_t send_segments, receive_segments, inline_bytes, longer_inline_bytes;
		uint32_t capabilities, rdma_bytes;
	} found = {0};
	struct efadv_device_attr *attributes = (void *)&found;

	/* Java asks first whether it is an EFA device. */
	if (efadv_query_device(context, attributes, sizeof(found)))
		die("efadv_query_device");
	RESULT("efadv_query_device", efadv_query_device(context, attributes, sizeof(found)));
	say("device %u %u %u %u %u %u %u %x", found.sends, found.receives, found.send_segments, found.receive_segments,
	    found.inline_bytes, found.longer_inline_bytes, found.rdma_bytes, found.capabilities);
}

static struct ibv_cq_ex *queue(uint64_t additional)
{
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = 32,
		.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_SRC_QP,
	};
	struct efadv_cq_init_attr own = {.wc_flags = additional};

	return OBJECT("efadv_create_cq", efadv_create_cq(context, &attributes, &own, offsetof(struct efadv_cq_init_attr, wc_flags) + 8));
}

/* Creates a queue pair with LENGTH bytes of attributes, of which OWN are those behind the type's mask. */
static struct ibv_qp *pair(struct ibv_cq_ex *cq, const char *own, uint32_t length)
{
	struct ibv_qp_init_attr_ex attributes = {
		.send_cq = ibv_cq_ex_to_cq(cq),
		.recv_cq = ibv_cq_ex_to_cq(cq),
		.cap = {.max_send_wr = 20, .max_recv_wr = 21, .max_send_sge = 2, .max_recv_sge = 3, .max_inline_data = 32},
		.qp_type = IBV_QPT_DRIVER,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.pd = pd,
		.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
				  IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM,
	};
	/* The flags and the service level came later: reserved bytes of rdma-core 44; the flags of requests are behind them. */
	struct {
		uint64_t mask;
		char bytes[16];
	} padded = {0};

	memcpy(padded.bytes, own, length - sizeof(padded.mask));
	struct ibv_qp *qp = OBJECT("efadv_create_qp_ex", ({
		struct ibv_qp_init_attr_ex copy = attributes;
		struct ibv_qp *created = efadv_create_qp_ex(context, &copy, (void *)&padded, length);
		if (created)
			say("granted %u %u %u %u %u", copy.cap.max_send_wr, copy.cap.max_recv_wr, copy.cap.max_send_sge,
			    copy.cap.max_recv_sge, copy.cap.max_inline_data);
		created;
	}));
	struct ibv_qp_attr step = {.qp_state = IBV_QPS_INIT, .port_num = 1, .pkey_index = 3, .qkey = 0x11223344};
	RESULT("modify_qp", ibv_modify_qp(qp, &step, IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_QKEY));
	step = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTR};
	if (ibv_modify_qp(qp, &step, IBV_QP_STATE))
		die("RTR");
	step = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS, .sq_psn = 0x654321};
	if (ibv_modify_qp(qp, &step, IBV_QP_STATE | IBV_QP_SQ_PSN))
		die("RTS");
	return qp;
}

static struct ibv_ah *address(void)
{
	struct ibv_ah_attr attributes = {
		.is_global = 1,
		.port_num = 1,
		.grh = {.dgid.raw = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}, .hop_limit = 64},
	};
	struct ibv_ah *ah = OBJECT("create_ah", ibv_create_ah(pd, &attributes));
	struct efadv_ah_attr found = {0};

	RESULT("efadv_query_ah", efadv_query_ah(ah, &found, sizeof(found)));
	say("number %x", found.ahn);
	return ah;
}

static struct ibv_sge part(uint64_t offset, uint32_t length)
{
	return (struct ibv_sge){.addr = (uintptr_t)memory + offset, .length = length, .lkey = region->lkey};
}

static void requests(struct ibv_qp *verbs, struct ibv_ah *ah)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(verbs);
	struct ibv_sge segment = part(8, 24);
	struct ibv_recv_wr *bad, receive = {.wr_id = 77, .sg_list = &segment, .num_sge = 1};

	if (ibv_post_recv(verbs, &receive, &bad))
		die("ibv_post_recv");
	ibv_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	qp->wr_id = 1;
	ibv_wr_send(qp);
	ibv_wr_set_ud_addr(qp, ah, 0x111, 0x1001);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 2;
	ibv_wr_send_imm(qp, htobe32(0x01020304));
	ibv_wr_set_ud_addr(qp, ah, 0x222, 0x1002);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 3;
	ibv_wr_rdma_write(qp, 0x99, 0x1122334455667788);
	ibv_wr_set_ud_addr(qp, ah, 0x333, 0x1003);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 4;
	ibv_wr_rdma_write_imm(qp, 0x98, 0x2000, htobe32(0x05060708));
	ibv_wr_set_ud_addr(qp, ah, 0x444, 0x1004);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 5;
	ibv_wr_rdma_read(qp, 0x97, 0x3000);
	ibv_wr_set_ud_addr(qp, ah, 0x555, 0x1005);
	ibv_wr_set_sge_list(qp, 1, &segment);
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
}

/* Takes the completion that the device has for one of requests(), with or without the second field of EFA. */
static void completion(struct ibv_cq_ex *cq, int has_unsolicited)
{
	struct ibv_poll_cq_attr none = {0};
	struct {
		uint64_t mask;
		int (*read_sgid)(struct efadv_cq *cq, union ibv_gid *gid);
		bool (*is_unsolicited)(struct efadv_cq *cq);
	} *later = (void *)efadv_cq_from_ibv_cq_ex(cq);
	union ibv_gid gid = {.raw = {0}};

	if (ibv_start_poll(cq, &none))
		die("ibv_start_poll");
	uint64_t id = cq->wr_id;
	uint32_t source = ibv_wc_read_src_qp(cq), length = ibv_wc_read_byte_len(cq);
	refuse(refusing ? "wc_read_sgid" : NULL);
	if (efadv_wc_read_sgid(efadv_cq_from_ibv_cq_ex(cq), &gid))
		memset(&gid, 0, sizeof(gid));
	refuse(NULL);
	int unsolicited = has_unsolicited && later->is_unsolicited(efadv_cq_from_ibv_cq_ex(cq));
	ibv_end_poll(cq);
	say("completion %" PRIu64 " source %x length %x gid %016" PRIx64 "%016" PRIx64 " unsolicited %d", id, source, length,
	    (uint64_t)be64toh(gid.global.subnet_prefix), (uint64_t)be64toh(gid.global.interface_id), unsolicited);
	say("left %d", ibv_start_poll(cq, &none) != ENOENT);
}

static void failing_poll(struct ibv_qp *verbs, struct ibv_cq_ex *cq, struct ibv_ah *ah)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(verbs);
	struct ibv_sge segment = part(8, 24);
	struct ibv_poll_cq_attr none = {0};

	ibv_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	qp->wr_id = 0xbad1ULL << 48 | EIO;
	ibv_wr_send(qp);
	ibv_wr_set_ud_addr(qp, ah, 0x111, 0x1001);
	ibv_wr_set_sge_list(qp, 1, &segment);
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
	say("poll fails with %d", ibv_start_poll(cq, &none));
}

/* ---- functions of later releases, which the library may lack */

/* Returns a function of libefa, or NULL after a line that says so. */
static void *later(const char *name)
{
	void *function = dlsym(RTLD_DEFAULT, name);

	if (!function)
		say("%s is missing", name);
	return function;
}

/* A queue pair whose requests have hints. */
static void hints(struct ibv_cq_ex *cq, struct ibv_ah *ah)
{
	struct setters {
		uint64_t mask;
		void (*wr_set_processing_hints)(struct setters *qp, uint32_t hints);
	} *setters;
	struct setters *(*of_qp)(struct ibv_qp_ex *) = later("efadv_qp_from_ibv_qp_ex");

	if (!of_qp)
		return;
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(pair(cq, "\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 24));
	struct ibv_sge segment = part(8, 24);
	setters = of_qp(qp);
	ibv_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	qp->wr_id = 1;
	ibv_wr_send(qp);
	setters->wr_set_processing_hints(setters, 1);
	ibv_wr_set_ud_addr(qp, ah, 0x111, 0x1001);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 2;
	ibv_wr_rdma_write(qp, 0x99, 0x1122334455667788);
	ibv_wr_set_ud_addr(qp, ah, 0x333, 0x1003);
	ibv_wr_set_sge_list(qp, 1, &segment);
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
	ibv_destroy_qp(&qp->qp_base);
}

/* A completion queue in a DMA-BUF, which an older library refuses. */
static void external_queue(void)
{
	struct ibv_cq_init_attr_ex attributes = {.cqe = 16, .wc_flags = IBV_WC_EX_WITH_BYTE_LEN};
	struct {
		uint64_t mask, wc_flags, flags, buffer, length, offset;
		int32_t fd;
		uint8_t reserved[4];
	} own = {.flags = 1, .buffer = 0x7000, .length = 0x2000, .offset = 0x1000, .fd = 9};
	struct efadv_cq_init_attr *external = (void *)&own;

	if (!efadv_create_cq(context, &attributes, external, sizeof(own))) {
		say("a queue in a DMA-BUF fails with %d", errno);
		return;
	}
	own.buffer = 0;
	OBJECT("efadv_create_cq", efadv_create_cq(context, &attributes, external, sizeof(own)));
}

/* Completion counters in memory of the library, of the process and of a DMA-BUF. */
static void counters(void)
{
	struct location {
		uint64_t address, offset;
		int32_t fd;
		uint32_t reserved;
		uint8_t type, padding[7];
	};
	struct {
		uint64_t mask;
		uint32_t flags, reserved;
		struct location completions, errors;
	} none = {0}, mixed = {
		.flags = 3,
		.completions = {.address = 0x7010},
		.errors = {.address = 0x7018, .offset = 0x1018, .fd = 9, .type = 1},
	};
	struct {
		uint32_t mask, type, flags;
	} requests = {.type = 0};
	void *(*create)(struct ibv_context *, void *, void *, uint32_t) = later("efadv_create_comp_cntr");

	if (!create)
		return;
	int (*destroy)(void *) = later("ibv_destroy_comp_cntr");
	destroy(OBJECT("efadv_create_comp_cntr", create(context, &requests, &none, sizeof(none))));
	destroy(OBJECT("efadv_create_comp_cntr", create(context, &requests, &mixed, sizeof(mixed))));
}

static void interconnects(void)
{
	struct {
		uint64_t mask;
		uint16_t validity, receives, reads, written_by_peers;
	} found = {0};
	int (*query)(struct ibv_mr *, void *, uint32_t) = later("efadv_query_mr");

	if (!query)
		return;
	RESULT("efadv_query_mr", query(region, &found, sizeof(found)));
	say("interconnects %d %d %d", found.validity & 1 ? found.receives : -1, found.validity & 2 ? found.reads : -1,
	    found.validity & 4 ? found.written_by_peers : -1);
}

static void depths(void)
{
	struct {
		uint64_t mask;
		uint32_t flags, sends, writes, inline_bytes;
	} sends = {.flags = 1, .sends = 2, .writes = 3, .inline_bytes = 32};
	struct {
		uint64_t mask;
		uint32_t segments, padding;
	} receives = {.segments = 4};
	int (*of_sends)(struct ibv_context *, void *, uint32_t) = later("efadv_get_max_sq_depth");

	if (of_sends) {
		if (refusing) {
			refuse("efadv_get_max_sq_depth");
			say("efadv_get_max_sq_depth fails with %d", -of_sends(context, &sends, sizeof(sends)));
			refuse(NULL);
		}
		say("sends %d", of_sends(context, &sends, sizeof(sends)));
	}
	int (*of_receives)(struct ibv_context *, void *, uint32_t) = later("efadv_get_max_rq_depth");
	if (of_receives) {
		if (refusing) {
			refuse("efadv_get_max_rq_depth");
			say("efadv_get_max_rq_depth fails with %d", -of_receives(context, &receives, sizeof(receives)));
			refuse(NULL);
		}
		say("receives %d", of_receives(context, &receives, sizeof(receives)));
	}
}

/* struct efadv_wq_attr, and struct efadv_cq_attr, which ends before the batch. */
struct queue_memory {
	uint64_t mask, buffer;
	uint32_t entry_size, entries;
	uint64_t doorbell;
	uint32_t batch;
	uint16_t capabilities;
	uint8_t reserved[2];
};

static void say_queue(const struct queue_memory *found)
{
	say("queue %" PRIx64 " entries %u of %u doorbell %" PRIx64 " batch %u wide %d", found->buffer, found->entries,
	    found->entry_size, found->doorbell, found->batch, found->capabilities & 1);
}

static void queues(struct ibv_qp *qp, struct ibv_cq_ex *cq)
{
	struct queue_memory sends = {0}, receives = {0}, completions = {0};
	int (*of_pair)(struct ibv_qp *, void *, void *, uint32_t) = later("efadv_query_qp_wqs");

	if (of_pair) {
		RESULT("efadv_query_qp_wqs", of_pair(qp, &sends, &receives, sizeof(sends)));
		say_queue(&sends);
		say_queue(&receives);
	}
	int (*of_completions)(struct ibv_cq *, void *, uint32_t) = later("efadv_query_cq");
	if (of_completions) {
		RESULT("efadv_query_cq",
		       of_completions(ibv_cq_ex_to_cq(cq), &completions, offsetof(struct queue_memory, batch)));
		say_queue(&completions);
	}
}

int main(int count, char **arguments)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);

	refusing = count > 1 && strcmp(arguments[1], "refused") == 0;
	context = ibv_open_device(devices[0]);
	pd = ibv_alloc_pd(context);
	region = ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
	device();
	struct ibv_cq_ex *first = queue(EFADV_WC_EX_WITH_SGID), *second = queue(EFADV_WC_EX_WITH_SGID | 2);
	/* Type SRD; no flags, service level 0; flags for unsolicited writes and inline writes, service level 5. */
	struct ibv_qp *plain = pair(first, "\0\0\0\0\0\0\0\0", 16), *special = pair(second, "\0\0\0\0\3\0\5\0", 16);
	struct ibv_ah *ah = address();

	requests(plain, ah);
	completion(first, 0);
	requests(special, ah);
	completion(second, 1);
	failing_poll(plain, first, ah);
	hints(second, ah);
	external_queue();
	counters();
	interconnects();
	depths();
	queues(special, second);
	ibv_destroy_ah(ah);
	return 0;
}
