/*
 * Makes the calls of io.verbena.linux.HollowCalls with libibverbs itself, in the same order, so that the hollow device writes the
 * same lines for both. With an argument, each call fails once with ENOSPC, as the file of HOLLOW_REFUSE then says.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>

#include <infiniband/verbs.h>

#include "newer.h"
#include "reference.h"

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_mr *region;
static char memory[8192];
static char more[4096];

static struct ibv_sge part(const struct ibv_mr *mr, uint64_t offset, uint32_t length)
{
	return (struct ibv_sge){.addr = (uintptr_t)mr->addr + offset, .length = length, .lkey = mr->lkey};
}

static struct ibv_qp *queue_pair(enum ibv_qp_type type, uint64_t operations)
{
	struct ibv_qp_init_attr_ex attributes = {
		.send_cq = cq,
		.recv_cq = cq,
		.cap = {.max_send_wr = 16, .max_recv_wr = 16, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD | (operations ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
		.pd = pd,
		.send_ops_flags = operations,
	};
	struct ibv_qp *qp = ibv_create_qp_ex(context, &attributes);

	if (!qp)
		die("ibv_create_qp_ex");
	return qp;
}

/* The address by which requests name a region. */
#define NAMED 0x123000

static void regions(void)
{
	struct ibv_mr *named = ibv_reg_mr_iova(pd, more, sizeof(more), NAMED, IBV_ACCESS_LOCAL_WRITE);
	struct ibv_mr *null = OBJECT("alloc_null_mr", ibv_alloc_null_mr(pd));
	struct ibv_mr *shared = OBJECT("reg_dmabuf_mr", ibv_reg_dmabuf_mr(pd, 4096, 8192, 0x7000, 7,
									   IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ));
	struct ibv_sge parts[] = {part(region, 16, 100), {.addr = NAMED, .length = 5, .lkey = named->lkey}};

	RESULT("advise_mr", ibv_advise_mr(pd, IBV_ADVISE_MR_ADVICE_PREFETCH_WRITE, IBV_ADVISE_MR_FLAG_FLUSH, parts, 2));
	if (refusing) {
		struct ibv_mr *lost = ibv_reg_mr(pd, more, sizeof(more), IBV_ACCESS_LOCAL_WRITE);

		refuse("rereg_mr");
		int left = ibv_rereg_mr(lost, IBV_REREG_MR_CHANGE_ACCESS, NULL, NULL, 0, IBV_ACCESS_REMOTE_READ);
		say("rereg_mr fails with %d, and leaves %d", errno, -left);
		refuse(NULL);
		ibv_dereg_mr(lost);
	}
	if (ibv_rereg_mr(named, IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_ACCESS, NULL, memory, 512,
			 IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ))
		die("ibv_rereg_mr");
	ibv_dereg_mr(shared);
	ibv_dereg_mr(null);
	ibv_dereg_mr(named);
}

static void device_memory(void)
{
	struct ibv_alloc_dm_attr attributes = {.length = 1000, .log_align_req = 6};
	struct ibv_dm *dm = OBJECT("alloc_dm", ibv_alloc_dm(context, &attributes));
	char bytes[16];

	for (int i = 0; i < 16; i++)
		bytes[i] = (char)(i * 17);
	RESULT("memcpy_to_dm", ibv_memcpy_to_dm(dm, 8, bytes, sizeof(bytes)));
	RESULT("memcpy_from_dm", ibv_memcpy_from_dm(bytes, dm, 10, 4));
	say("read %02x%02x%02x%02x", (unsigned char)bytes[0], (unsigned char)bytes[1], (unsigned char)bytes[2],
	    (unsigned char)bytes[3]);
	struct ibv_mr *mr = OBJECT("reg_dm_mr", ibv_reg_dm_mr(pd, dm, 16, 32,
							       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ |
								       IBV_ACCESS_ZERO_BASED));
	ibv_dereg_mr(mr);
	ibv_free_dm(dm);
}

static void imports(void)
{
	struct ibv_pd *domain = OBJECT("import_pd", ibv_import_pd(context, 21));
	struct ibv_mr *mr = OBJECT("import_mr", ibv_import_mr(domain, 22));
	struct ibv_dm *dm = OBJECT("import_dm", ibv_import_dm(context, 23));

	ibv_unimport_dm(dm);
	ibv_unimport_mr(mr);
	ibv_unimport_pd(domain);
}

static void domains(void)
{
	struct ibv_td_init_attr threads = {0};
	struct ibv_td *td = OBJECT("alloc_td", ibv_alloc_td(context, &threads));
	struct ibv_xrcd_init_attr xrc = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1,
		.oflags = O_CREAT,
	};
	struct ibv_xrcd *xrcd = OBJECT("open_xrcd", ibv_open_xrcd(context, &xrc));
	struct ibv_srq_init_attr_ex attributes = {
		.attr = {.max_wr = 30, .max_sge = 2},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_XRCD | IBV_SRQ_INIT_ATTR_CQ,
		.srq_type = IBV_SRQT_XRC,
		.pd = pd,
		.xrcd = xrcd,
		.cq = cq,
	};
	struct ibv_srq *srq = ibv_create_srq_ex(context, &attributes);
	struct ibv_srq_attr limits = {.srq_limit = 5};
	uint32_t number;

	RESULT("get_srq_num", ibv_get_srq_num(srq, &number));
	say("number %x", number);
	RESULT("modify_srq", ibv_modify_srq(srq, &limits, IBV_SRQ_LIMIT));
	limits = (struct ibv_srq_attr){.max_wr = 64};
	RESULT("modify_srq", ibv_modify_srq(srq, &limits, IBV_SRQ_MAX_WR));
	RESULT("query_srq", ibv_query_srq(srq, &limits));
	say("attributes %u %u %u", limits.max_wr, limits.max_sge, limits.srq_limit);
	ibv_destroy_srq(srq);
	ibv_close_xrcd(xrcd);
	ibv_dealloc_td(td);
}

static void tags(void)
{
	struct ibv_srq_init_attr_ex attributes = {
		.attr = {.max_wr = 30, .max_sge = 2},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_TM,
		.srq_type = IBV_SRQT_TM,
		.pd = pd,
		.cq = cq,
		.tm_cap = {.max_num_tags = 7, .max_ops = 3},
	};
	struct ibv_srq *srq = ibv_create_srq_ex(context, &attributes);
	struct ibv_sge segment = part(region, 8, 24);
	struct ibv_ops_wr *bad, add = {
		.wr_id = 1,
		.opcode = IBV_WR_TAG_ADD,
		.flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC,
		.tm = {
			.unexpected_cnt = 4,
			.add = {
				.recv_wr_id = 2,
				.sg_list = &segment,
				.num_sge = 1,
				.tag = 0x1112131415161718,
				.mask = 0xfffffffffffffff0,
			},
		},
	};

	RESULT("post_srq_ops", ibv_post_srq_ops(srq, &add, &bad));
	struct ibv_ops_wr remove = {
		.wr_id = 3,
		.opcode = IBV_WR_TAG_DEL,
		.flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC,
		.tm = {.unexpected_cnt = 5, .handle = add.tm.handle},
	};
	RESULT("post_srq_ops", ibv_post_srq_ops(srq, &remove, &bad));
	struct ibv_ops_wr sync = {
		.wr_id = 6,
		.opcode = IBV_WR_TAG_SYNC,
		.flags = IBV_OPS_SIGNALED | IBV_OPS_TM_SYNC,
		.tm = {.unexpected_cnt = 7},
	};
	RESULT("post_srq_ops", ibv_post_srq_ops(srq, &sync, &bad));
	ibv_destroy_srq(srq);
}

static void work_queues(void)
{
	struct ibv_wq_init_attr attributes = {
		.wq_type = IBV_WQT_RQ,
		.max_wr = 32,
		.max_sge = 2,
		.pd = pd,
		.cq = cq,
		.comp_mask = IBV_WQ_INIT_ATTR_FLAGS,
		.create_flags = IBV_WQ_FLAGS_CVLAN_STRIPPING,
	};
	struct ibv_wq *queues[2];

	queues[0] = ibv_create_wq(context, &attributes);
	attributes.comp_mask = 0;
	attributes.create_flags = 0;
	queues[1] = ibv_create_wq(context, &attributes);
	struct ibv_wq_attr state = {
		.attr_mask = IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE,
		.wq_state = IBV_WQS_RDY,
		.curr_wq_state = IBV_WQS_RESET,
	};
	RESULT("modify_wq", ibv_modify_wq(queues[0], &state));
	struct ibv_wq_attr flags = {
		.attr_mask = IBV_WQ_ATTR_FLAGS,
		.flags = IBV_WQ_FLAGS_DELAY_DROP,
		.flags_mask = IBV_WQ_FLAGS_DELAY_DROP | IBV_WQ_FLAGS_CVLAN_STRIPPING,
	};
	RESULT("modify_wq", ibv_modify_wq(queues[0], &flags));
	struct ibv_sge segment = part(region, 32, 64);
	struct ibv_recv_wr *bad, receive = {.wr_id = 0x99, .sg_list = &segment, .num_sge = 1};
	ibv_post_wq_recv(queues[0], &receive, &bad);
	struct ibv_wq *entries[] = {queues[0], queues[1], queues[1], queues[0]};
	struct ibv_rwq_ind_table_init_attr table_of = {.log_ind_tbl_size = 2, .ind_tbl = entries};
	struct ibv_rwq_ind_table *table =
		OBJECT("create_rwq_ind_table", ibv_create_rwq_ind_table(context, &table_of));
	uint8_t key[40];
	for (int i = 0; i < 40; i++)
		key[i] = (uint8_t)(i * 3);
	struct ibv_qp_init_attr_ex spread = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.pd = pd,
		.rwq_ind_tbl = table,
		.rx_hash_conf = {
			.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ,
			.rx_hash_key_len = sizeof(key),
			.rx_hash_key = key,
			.rx_hash_fields_mask = IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_PORT_UDP,
		},
	};
	struct ibv_qp *qp = ibv_create_qp_ex(context, &spread);
	ibv_destroy_qp(qp);
	ibv_destroy_rwq_ind_table(table);
	ibv_destroy_wq(queues[1]);
	ibv_destroy_wq(queues[0]);
}

static void rules(void)
{
	struct ibv_qp *qp = queue_pair(IBV_QPT_RAW_PACKET, 0);
	struct ibv_counters_init_attr none = {0};
	struct ibv_counters *counters = OBJECT("create_counters", ibv_create_counters(context, &none));
	struct ibv_counter_attach_attr packets = {.counter_desc = IBV_COUNTER_PACKETS, .index = 0};
	struct ibv_counter_attach_attr bytes = {.counter_desc = IBV_COUNTER_BYTES, .index = 1};
	struct __attribute__((packed, aligned(8))) {
		struct ibv_flow_attr attributes;
		struct ibv_flow_spec_eth ethernet;
		struct ibv_flow_spec_ipv4_ext ipv4;
		struct ibv_flow_spec_ipv6 ipv6;
		struct ibv_flow_spec_tcp_udp ports;
		struct ibv_flow_spec_esp esp;
		struct ibv_flow_spec_gre gre;
		struct ibv_flow_spec_mpls mpls;
		struct ibv_flow_spec_tunnel tunnel;
		struct ibv_flow_spec_action_tag tag;
		struct ibv_flow_spec_counter_action count;
	} rule;

	memset(&rule, 0, sizeof(rule));
	rule.attributes = (struct ibv_flow_attr){
		.type = IBV_FLOW_ATTR_NORMAL,
		.size = sizeof(rule),
		.priority = 3,
		.num_of_specs = 10,
		.port = 2,
	};
	rule.ethernet.type = IBV_FLOW_SPEC_ETH;
	rule.ethernet.size = sizeof(rule.ethernet);
	memcpy(rule.ethernet.val.dst_mac, "\x02\x03\x04\x05\x06\x07", 6);
	memset(rule.ethernet.mask.dst_mac, 0xff, 6);
	rule.ethernet.val.ether_type = htobe16(0x0800);
	rule.ethernet.mask.ether_type = 0xffff;
	rule.ethernet.val.vlan_tag = htobe16(0x0123);
	rule.ethernet.mask.vlan_tag = htobe16(0x0fff);
	rule.ipv4.type = IBV_FLOW_SPEC_IPV4_EXT;
	rule.ipv4.size = sizeof(rule.ipv4);
	rule.ipv4.val.src_ip = htobe32(0x0a000001);
	rule.ipv4.mask.src_ip = htobe32(0xffffff00);
	rule.ipv4.val.ttl = 64;
	rule.ipv4.mask.ttl = 0xff;
	rule.ipv6.type = IBV_FLOW_SPEC_IPV6 | IBV_FLOW_SPEC_INNER;
	rule.ipv6.size = sizeof(rule.ipv6);
	rule.ipv6.val.flow_label = htobe32(0x12345);
	rule.ipv6.mask.flow_label = htobe32(0xfffff);
	rule.ipv6.val.next_hdr = 17;
	rule.ipv6.mask.next_hdr = 0xff;
	rule.ports.type = IBV_FLOW_SPEC_UDP;
	rule.ports.size = sizeof(rule.ports);
	rule.ports.val.dst_port = htobe16(4791);
	rule.ports.mask.dst_port = 0xffff;
	rule.esp.type = IBV_FLOW_SPEC_ESP;
	rule.esp.size = sizeof(rule.esp);
	rule.esp.val.spi = htobe32(0x55667788);
	rule.esp.mask.spi = 0xffffffff;
	rule.gre.type = IBV_FLOW_SPEC_GRE;
	rule.gre.size = sizeof(rule.gre);
	rule.gre.val.key = htobe32(0x99aabbcc);
	rule.gre.mask.key = 0xffffffff;
	rule.mpls.type = IBV_FLOW_SPEC_MPLS;
	rule.mpls.size = sizeof(rule.mpls);
	rule.mpls.val.label = htobe32(0x12345678);
	rule.mpls.mask.label = 0xffffffff;
	rule.tunnel.type = IBV_FLOW_SPEC_VXLAN_TUNNEL;
	rule.tunnel.size = sizeof(rule.tunnel);
	rule.tunnel.val.tunnel_id = htobe32(0x654321);
	rule.tunnel.mask.tunnel_id = htobe32(0xffffff);
	rule.tag.type = IBV_FLOW_SPEC_ACTION_TAG;
	rule.tag.size = sizeof(rule.tag);
	rule.tag.tag_id = 0xabcdef;
	rule.count.type = IBV_FLOW_SPEC_ACTION_COUNT;
	rule.count.size = sizeof(rule.count);
	rule.count.counters = counters;

	RESULT("attach_counters", ibv_attach_counters_point_flow(counters, &packets, NULL));
	struct ibv_flow *flow = ibv_create_flow(qp, (void *)&rule);
	RESULT("attach_counters", ibv_attach_counters_point_flow(counters, &bytes, flow));
	uint64_t values[2];
	RESULT("read_counters", ibv_read_counters(counters, values, 2, IBV_READ_COUNTERS_ATTR_PREFER_CACHED));
	say("values %" PRIx64 " %" PRIx64, values[0], values[1]);
	ibv_destroy_flow(flow);
	ibv_destroy_counters(counters);
	ibv_destroy_qp(qp);
}

static void settings(void)
{
	struct ibv_qp *qp = queue_pair(IBV_QPT_RC, 0);
	struct ibv_modify_cq_attr moderation = {
		.attr_mask = IBV_CQ_ATTR_MODERATE,
		.moderate = {.cq_count = 16, .cq_period = 100},
	};
	struct ibv_qp_rate_limit_attr rate = {.rate_limit = 1000, .max_burst_sz = 2000, .typical_pkt_sz = 300};
	struct ibv_ece ece = {0};
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK};

	RESULT("modify_cq", ibv_modify_cq(cq, &moderation));
	RESULT("modify_qp_rate_limit", ibv_modify_qp_rate_limit(qp, &rate));
	RESULT("query_ece", ibv_query_ece(qp, &ece));
	say("ece %x %x", ece.vendor_id, ece.options);
	ece = (struct ibv_ece){.vendor_id = 0x1234, .options = 0xff};
	/* The device changes what it accepts. */
	if (refusing) {
		refuse("set_ece");
		say("set_ece fails with %d", ibv_set_ece(qp, &ece));
		refuse(NULL);
	}
	if (ibv_set_ece(qp, &ece))
		die("ibv_set_ece");
	say("ece %x %x", ece.vendor_id, ece.options);
	RESULT("query_rt_values", ibv_query_rt_values_ex(context, &values));
	say("clock %lld %lld", (long long)values.raw_clock.tv_sec, (long long)values.raw_clock.tv_nsec);
	ibv_destroy_qp(qp);
}

static void windows(void)
{
	struct ibv_qp *qp = queue_pair(IBV_QPT_RC, 0);
	struct ibv_mw *window = OBJECT("alloc_mw", ibv_alloc_mw(pd, IBV_MW_TYPE_1));
	struct ibv_mw_bind bind = {
		.wr_id = 5,
		.send_flags = IBV_SEND_SIGNALED,
		.bind_info = {
			.mr = region,
			.addr = (uintptr_t)memory + 64,
			.length = 128,
			.mw_access_flags = IBV_ACCESS_REMOTE_READ,
		},
	};

	RESULT("bind_mw", ibv_bind_mw(qp, window, &bind));
	say("key %x", window->rkey);
	ibv_dealloc_mw(window);
	ibv_destroy_qp(qp);
}

/* The verbs of rdma-core 59 to 65. */
static void newer(void)
{
	uint64_t speed, value;
	struct ibv_dmah_init_attr hints = {.comp_mask = 7, .cpu_id = 3, .ph = 2, .tph_mem_type = 1};
	struct ibv_alloc_dm_attr attributes = {.length = 100};
	struct ibv_dm *dm = ibv_alloc_dm(context, &attributes);
	struct ibv_buf *buffer;
	struct ibv_comp_cntr_caps limits;
	struct ibv_comp_cntr_init_attr bytes = {.type = 1};
	struct ibv_qp_attach_comp_cntr_attr counted = {.op_mask = 0x11};
	struct ibv_qp *qp = queue_pair(IBV_QPT_RC, 0);
	char *memory_of_driver;

	RESULT("query_port_speed", ibv_query_port_speed(context, 1, &speed));
	say("speed %llu", (unsigned long long)speed * 100);
	struct ibv_dmah *handle = OBJECT("alloc_dmah", ibv_alloc_dmah(context, &hints));
	struct ibv_mr_init_attr own = {.comp_mask = 1 | 2 | 16, .addr = more, .iova = (uintptr_t)more, .length = sizeof(more),
				       .access = IBV_ACCESS_LOCAL_WRITE, .dmah = handle};
	struct ibv_mr_init_attr foreign = {.comp_mask = 1 | 4 | 8 | 16, .iova = 0x7000, .length = 8192, .fd = 7, .fd_offset = 4096,
					   .access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ, .dmah = handle};
	ibv_dereg_mr(OBJECT("reg_mr_ex", ibv_reg_mr_ex(pd, &own)));
	ibv_dereg_mr(OBJECT("reg_mr_ex", ibv_reg_mr_ex(pd, &foreign)));
	ibv_dealloc_dmah(handle);

	RESULT("dm_export", ibv_dm_export_dmabuf_fd(dm) < 0 ? errno : 0);
	say("descriptor %d", ibv_dm_export_dmabuf_fd(dm));
	ibv_free_dm(dm);

	memory_of_driver = OBJECT("alloc_buf", (char *)ibv_alloc_buf(pd, 200, &buffer));
	memory_of_driver[1] = 0x11;
	memory_of_driver[2] = 0x22;
	RESULT("export_buf", ibv_export_buf_dmabuf_fd(buffer) < 0 ? errno : 0);
	say("descriptor %d", ibv_export_buf_dmabuf_fd(buffer));
	ibv_dereg_mr(OBJECT("reg_buf_mr", ibv_reg_buf_mr(pd, buffer, memory_of_driver + 8, 64, IBV_ACCESS_LOCAL_WRITE)));
	ibv_free_buf(buffer);

	RESULT("query_comp_cntr_caps", _ibv_query_comp_cntr_caps(context, &limits, sizeof(limits)));
	say("limits %llx %u %x", (unsigned long long)limits.max_value, limits.max_counters, limits.supported_qp_attach_ops);
	struct ibv_comp_cntr *counter = OBJECT("create_comp_cntr", ibv_create_comp_cntr(context, &bytes));
	RESULT("qp_attach_comp_cntr", ibv_qp_attach_comp_cntr(qp, counter, &counted));
	RESULT("set_comp_cntr", ibv_set_comp_cntr(counter, 0x100000001));
	RESULT("set_err_comp_cntr", ibv_set_err_comp_cntr(counter, 2));
	RESULT("inc_comp_cntr", ibv_inc_comp_cntr(counter, 3));
	RESULT("inc_err_comp_cntr", ibv_inc_err_comp_cntr(counter, -1));
	RESULT("read_comp_cntr", ibv_read_comp_cntr(counter, &value));
	say("value %llx", (unsigned long long)value);
	RESULT("read_err_comp_cntr", ibv_read_err_comp_cntr(counter, &value));
	say("value %llx", (unsigned long long)value);
	ibv_destroy_qp(qp);
	ibv_destroy_comp_cntr(counter);
}

/* Posts by struct ibv_send_wr. */
static void requests(void)
{
	struct ibv_qp *qp = queue_pair(IBV_QPT_RC, 0);
	struct ibv_mw *window = ibv_alloc_mw(pd, IBV_MW_TYPE_2);
	struct ibv_sge segment = part(region, 3, 7);
	struct ibv_send_wr *bad, list[] = {
		{.wr_id = 1, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE},
		{.wr_id = 2, .opcode = IBV_WR_SEND_WITH_IMM, .send_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED,
		 .imm_data = htobe32(0x01020304)},
		{.wr_id = 3, .opcode = IBV_WR_SEND_WITH_INV, .send_flags = IBV_SEND_SIGNALED, .invalidate_rkey = 0x3456},
		{.wr_id = 4, .opcode = IBV_WR_RDMA_WRITE, .send_flags = 0,
		 .wr.rdma = {.remote_addr = 0x1122334455667788, .rkey = 0x99}},
		{.wr_id = 5, .opcode = IBV_WR_RDMA_WRITE_WITH_IMM, .send_flags = IBV_SEND_SIGNALED,
		 .imm_data = htobe32(0x05060708), .wr.rdma = {.remote_addr = 0x1000, .rkey = 0x98}},
		{.wr_id = 6, .opcode = IBV_WR_RDMA_READ, .send_flags = IBV_SEND_SIGNALED,
		 .wr.rdma = {.remote_addr = 0x2000, .rkey = 0x97}},
		{.wr_id = 7, .opcode = IBV_WR_ATOMIC_CMP_AND_SWP, .send_flags = IBV_SEND_SIGNALED,
		 .wr.atomic = {.remote_addr = 0x3000, .compare_add = 0x11, .swap = 0x22, .rkey = 0x96}},
		{.wr_id = 8, .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD, .send_flags = IBV_SEND_SIGNALED,
		 .wr.atomic = {.remote_addr = 0x4000, .compare_add = 0x33, .rkey = 0x95}},
		{.wr_id = 9, .opcode = IBV_WR_LOCAL_INV, .send_flags = IBV_SEND_SIGNALED, .invalidate_rkey = 0x4567},
		{.wr_id = 10, .opcode = IBV_WR_BIND_MW, .send_flags = IBV_SEND_SIGNALED,
		 .bind_mw = {.mw = window, .rkey = 0x4201,
			     .bind_info = {.mr = region, .addr = (uintptr_t)memory + 8, .length = 16,
					   .mw_access_flags = IBV_ACCESS_REMOTE_WRITE}}},
	};
	int count = sizeof(list) / sizeof(*list);

	for (int i = 0; i < count; i++) {
		if (list[i].opcode != IBV_WR_LOCAL_INV && list[i].opcode != IBV_WR_BIND_MW) {
			list[i].sg_list = &segment;
			list[i].num_sge = 1;
		}
		list[i].next = i + 1 < count ? &list[i + 1] : NULL;
	}
	if (ibv_post_send(qp, list, &bad))
		die("ibv_post_send");
	ibv_dealloc_mw(window);
	ibv_destroy_qp(qp);
}

/* Posts by the functions of extended queue pairs. */
static void operations(void)
{
	struct ibv_qp *verbs = queue_pair(
		IBV_QPT_RC, IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM | IBV_QP_EX_WITH_SEND_WITH_INV |
				    IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM | IBV_QP_EX_WITH_RDMA_READ |
				    IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD |
				    IBV_QP_EX_WITH_LOCAL_INV | IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_ATOMIC_WRITE);
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(verbs);
	struct ibv_mw *window = ibv_alloc_mw(pd, IBV_MW_TYPE_2);
	struct ibv_sge segment = part(region, 3, 7);
	struct ibv_mw_bind_info info = {
		.mr = region,
		.addr = (uintptr_t)memory + 8,
		.length = 16,
		.mw_access_flags = IBV_ACCESS_REMOTE_WRITE,
	};
	uint64_t value = 0x0807060504030201;

	ibv_wr_start(qp);
	qp->wr_flags = IBV_SEND_SIGNALED;
	qp->wr_id = 1;
	ibv_wr_send(qp);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 2;
	ibv_wr_send_imm(qp, htobe32(0x01020304));
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 3;
	ibv_wr_send_inv(qp, 0x3456);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 4;
	ibv_wr_rdma_write(qp, 0x99, 0x1122334455667788);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 5;
	ibv_wr_rdma_write_imm(qp, 0x98, 0x1000, htobe32(0x05060708));
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 6;
	ibv_wr_rdma_read(qp, 0x97, 0x2000);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 7;
	ibv_wr_atomic_cmp_swp(qp, 0x96, 0x3000, 0x11, 0x22);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 8;
	ibv_wr_atomic_fetch_add(qp, 0x95, 0x4000, 0x33);
	ibv_wr_set_sge_list(qp, 1, &segment);
	qp->wr_id = 9;
	ibv_wr_local_inv(qp, 0x4567);
	qp->wr_id = 10;
	ibv_wr_bind_mw(qp, window, 0x4201, &info);
	qp->wr_id = 11;
	ibv_wr_atomic_write(qp, 0x94, 0x5000, &value);
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
	ibv_dealloc_mw(window);
	ibv_destroy_qp(verbs);
}

static void fields(void)
{
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = 16,
		.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM | IBV_WC_EX_WITH_QP_NUM | IBV_WC_EX_WITH_SRC_QP |
			    IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL | IBV_WC_EX_WITH_DLID_PATH_BITS |
			    IBV_WC_EX_WITH_COMPLETION_TIMESTAMP | IBV_WC_EX_WITH_CVLAN | IBV_WC_EX_WITH_FLOW_TAG |
			    IBV_WC_EX_WITH_TM_INFO | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP_WALLCLOCK,
	};
	struct ibv_cq_ex *extended = ibv_create_cq_ex(context, &attributes);
	struct ibv_cq *plain = cq;
	struct ibv_sge segment = part(region, 0, 8);
	struct ibv_send_wr *bad, request = {
		.wr_id = 12, .sg_list = &segment, .num_sge = 1, .opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED};
	struct ibv_poll_cq_attr none = {0};
	struct ibv_wc_tm_info info;

	cq = ibv_cq_ex_to_cq(extended);
	struct ibv_qp *qp = queue_pair(IBV_QPT_RC, 0);
	cq = plain;
	ibv_post_send(qp, &request, &bad);
	if (ibv_start_poll(extended, &none))
		die("ibv_start_poll");
	ibv_wc_read_tm_info(extended, &info);
	say("completion %" PRIu64 " length %x source %x slid %x sl %u bits %u", extended->wr_id,
	    ibv_wc_read_byte_len(extended), ibv_wc_read_src_qp(extended), ibv_wc_read_slid(extended),
	    ibv_wc_read_sl(extended), ibv_wc_read_dlid_path_bits(extended));
	say("of this queue pair %d", ibv_wc_read_qp_num(extended) == qp->qp_num);
	say("time %" PRIx64 " wall clock %" PRIu64 " vlan %x flow %x", ibv_wc_read_completion_ts(extended),
	    ibv_wc_read_completion_wallclock_ns(extended), ibv_wc_read_cvlan(extended), ibv_wc_read_flow_tag(extended));
	say("tag %" PRIx64 " data %x", (uint64_t)info.tag, (uint32_t)info.priv);
	ibv_end_poll(extended);
	ibv_destroy_qp(qp);
	ibv_destroy_cq(ibv_cq_ex_to_cq(extended));
}

int main(int count, char **arguments)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);

	(void)arguments;
	refusing = count > 1;
	context = ibv_open_device(devices[0]);
	pd = ibv_alloc_pd(context);
	cq = ibv_create_cq(context, 64, NULL, NULL, 0);
	region = ibv_reg_mr(pd, memory, sizeof(memory),
			    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_MW_BIND);
	regions();
	device_memory();
	imports();
	domains();
	tags();
	work_queues();
	rules();
	settings();
	windows();
	newer();
	if (!refusing) {
		requests();
		operations();
		fields();
	}
	return 0;
}
