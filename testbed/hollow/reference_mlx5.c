/*
 * Makes the calls of io.verbena.linux.HollowMlx5Calls with libmlx5 itself, in the same order, so that the hollow device writes the same
 * lines for both. With the argument "refused", each call fails once with ENOSPC. The structures are those of rdma-core 64 where they
 * have grown, whatever the headers.
 */
#include <dlfcn.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "reference.h"

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_mr *region;
static char memory[4096];

static struct ibv_sge part(uint64_t offset, uint32_t length)
{
	return (struct ibv_sge){.addr = (uintptr_t)memory + offset, .length = length, .lkey = region->lkey};
}

/* ---- devices */

static void device(void)
{
	struct {
		struct mlx5dv_context known;
		char later[256];
	} found = {.known = {.comp_mask = 0x1ffff}};
	struct mlx5dv_port port = {0};
	struct mlx5dv_clock_info clock = {0};
	uint32_t number = 0;

	say("supported %d", mlx5dv_is_supported(context->device));
	/* Java asks first whether it is a ConnectX device. */
	if (mlx5dv_query_device(context, &found.known))
		die("mlx5dv_query_device");
	RESULT("mlx5dv_query_device", (found.known.comp_mask = 0x1ffff, mlx5dv_query_device(context, &found.known)));
	say("device %" PRIx64 " %" PRIx64 " compressed %u %x parsing %x striding %u %u %u %u %x", found.known.flags,
	    found.known.comp_mask, found.known.cqe_comp_caps.max_num, found.known.cqe_comp_caps.supported_format,
	    found.known.sw_parsing_caps.sw_parsing_offloads, found.known.striding_rq_caps.min_single_stride_log_num_of_bytes,
	    found.known.striding_rq_caps.max_single_stride_log_num_of_bytes,
	    found.known.striding_rq_caps.min_single_wqe_log_num_of_strides,
	    found.known.striding_rq_caps.max_single_wqe_log_num_of_strides, found.known.striding_rq_caps.supported_qpts);
	say("device %x %u %" PRIx64 " %x %x %" PRIxPTR " %u signature %" PRIx64 " %x %x %x streams %u %u copy %zx crypto %x %x %x %u %x",
	    found.known.tunnel_offloads_caps, found.known.max_dynamic_bfregs, found.known.max_clock_info_update_nsec,
	    found.known.flow_action_flags, found.known.dc_odp_caps, (uintptr_t)found.known.hca_core_clock,
	    found.known.num_lag_ports, found.known.sig_caps.block_size, found.known.sig_caps.block_prot,
	    found.known.sig_caps.t10dif_bg, found.known.sig_caps.crc_type, 1U << found.known.dci_streams_caps.max_log_num_concurent,
	    1U << found.known.dci_streams_caps.max_log_num_errored, found.known.max_wr_memcpy_length,
	    found.known.crypto_caps.failed_selftests, found.known.crypto_caps.crypto_engines,
	    found.known.crypto_caps.wrapped_import_method, found.known.crypto_caps.log_max_num_deks, found.known.crypto_caps.flags);
	const struct {
		uint64_t reads, started;
		uint32_t value, mask;
	} *later = (void *)((char *)&found + 152);
	say("device %" PRIx64 " %" PRIx64 " %x %x", later->reads, later->started, later->value, later->mask);
	RESULT("mlx5dv_query_port", mlx5dv_query_port(context, 1, &port));
	say("port %d %d %d %" PRIx64 " %" PRIx64 " %x %x", port.vport, port.vport_vhca_id, port.esw_owner_vhca_id,
	    (uint64_t)port.vport_steering_icm_rx, (uint64_t)port.vport_steering_icm_tx, port.reg_c0.value, port.reg_c0.mask);
	if (mlx5dv_query_port(context, 2, &port))
		die("mlx5dv_query_port");
	say("port %d without others", port.vport);
	RESULT("mlx5dv_get_clock_info", mlx5dv_get_clock_info(context, &clock));
	for (uint64_t timestamp = 0xffffffe0000; timestamp < 0x100000020000; timestamp += 0x7fff)
		say("time %" PRIu64, mlx5dv_ts_to_ns(&clock, timestamp & 0xfffffffffff));
	RESULT("mlx5dv_reserved_qpn_alloc", mlx5dv_reserved_qpn_alloc(context, &number));
	say("reserved %x", number);
	RESULT("mlx5dv_reserved_qpn_dealloc", mlx5dv_reserved_qpn_dealloc(context, number));
	int (*path_of)(struct ibv_context *, char *, size_t) = dlsym(RTLD_DEFAULT, "mlx5dv_get_data_direct_sysfs_path");
	if (path_of) {
		char path[4096];
		RESULT("mlx5dv_get_data_direct_sysfs_path", path_of(context, path, sizeof(path)));
		say("path %s", path);
	} else {
		say("mlx5dv_get_data_direct_sysfs_path is missing");
	}
}

/* ---- queues */

static struct ibv_cq_ex *queue(struct mlx5dv_cq_init_attr own)
{
	struct ibv_cq_init_attr_ex attributes = {
		.cqe = 32,
		.wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_SRC_QP,
	};

	return OBJECT("mlx5dv_create_cq", mlx5dv_create_cq(context, &attributes, &own));
}

static struct ibv_qp *pair(struct ibv_cq_ex *cq, struct ibv_srq *srq, enum ibv_qp_type type, uint64_t operations,
			   struct mlx5dv_qp_init_attr own)
{
	bool is_target = own.dc_init_attr.dc_type == MLX5DV_DCTYPE_DCT;
	struct ibv_qp_init_attr_ex attributes = {
		.send_cq = ibv_cq_ex_to_cq(cq),
		.recv_cq = ibv_cq_ex_to_cq(cq),
		.srq = srq,
		.cap = {.max_send_wr = 20, .max_recv_wr = 21, .max_send_sge = 2, .max_recv_sge = 3, .max_inline_data = 32},
		.qp_type = type,
		.comp_mask = IBV_QP_INIT_ATTR_PD | (operations ? IBV_QP_INIT_ATTR_SEND_OPS_FLAGS : 0),
		.pd = pd,
		.send_ops_flags = operations,
	};

	if (is_target)
		memset(&attributes.cap, 0, sizeof(attributes.cap));
	return OBJECT("mlx5dv_create_qp", ({
			      struct ibv_qp_init_attr_ex copy = attributes;
			      struct ibv_qp *created = mlx5dv_create_qp(context, &copy, &own);
			      if (created)
				      say("granted %u %u %u %u %u", copy.cap.max_send_wr, copy.cap.max_recv_wr,
					  copy.cap.max_send_sge, copy.cap.max_recv_sge, copy.cap.max_inline_data);
			      created;
		      }));
}

#define SENDS (IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD)

static void initiate(struct ibv_qp *qp)
{
	struct ibv_qp_attr step = {.qp_state = IBV_QPS_INIT, .port_num = 1, .pkey_index = 3};

	RESULT("modify_qp", ibv_modify_qp(qp, &step, IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX));
	step = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_2048, .ah_attr = {.dlid = 0x12, .port_num = 1}};
	if (ibv_modify_qp(qp, &step, IBV_QP_STATE | IBV_QP_PATH_MTU | IBV_QP_AV))
		die("RTR");
	step = (struct ibv_qp_attr){
		.qp_state = IBV_QPS_RTS, .timeout = 15, .retry_cnt = 6, .rnr_retry = 5, .max_rd_atomic = 4};
	if (ibv_modify_qp(qp, &step,
			  IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
				  IBV_QP_MAX_QP_RD_ATOMIC))
		die("RTS");
}

static void receive(struct ibv_qp *qp)
{
	struct ibv_qp_attr step = {.qp_state = IBV_QPS_INIT,
				   .port_num = 1,
				   .pkey_index = 3,
				   .qp_access_flags = IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE};

	RESULT("modify_qp", ibv_modify_qp(qp, &step, IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS));
	step = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTR,
				    .path_mtu = IBV_MTU_2048,
				    .min_rnr_timer = 13,
				    .ah_attr = {.dlid = 0x12, .port_num = 1}};
	if (ibv_modify_qp(qp, &step, IBV_QP_STATE | IBV_QP_PATH_MTU | IBV_QP_MIN_RNR_TIMER | IBV_QP_AV))
		die("RTR");
	say("target number %x", qp->qp_num);
}

static void requests(struct ibv_qp *verbs, struct ibv_ah *ah, bool streams)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(verbs);
	struct mlx5dv_qp_ex *own = mlx5dv_qp_ex_from_ibv_qp_ex(qp);
	struct ibv_sge segment = part(8, 24);

	ibv_wr_start(qp);
	for (uint64_t i = 1; i <= 4; i++) {
		qp->wr_flags = IBV_SEND_SIGNALED;
		qp->wr_id = i;
		if (i == 1)
			ibv_wr_send(qp);
		else if (i == 2)
			ibv_wr_rdma_write(qp, 0x99, 0x1122334455667788);
		else if (i == 3)
			ibv_wr_rdma_read(qp, 0x98, 0x2000);
		else
			ibv_wr_atomic_fetch_add(qp, 0x97, 0x3000, 7);
		if (streams)
			mlx5dv_wr_set_dc_addr_stream(own, ah, 0xd0d0d0, 0x8877665544332211, (uint16_t)(0xff00 + i));
		else
			mlx5dv_wr_set_dc_addr(own, ah, 0xd0d0d0, 0x8877665544332211);
		ibv_wr_set_sge_list(qp, 1, &segment);
	}
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
}

static void dynamic(struct ibv_cq_ex *cq, struct ibv_srq *srq)
{
	struct ibv_qp *plain = pair(cq, NULL, IBV_QPT_DRIVER, SENDS,
				    (struct mlx5dv_qp_init_attr){.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC,
								 .dc_init_attr = {.dc_type = MLX5DV_DCTYPE_DCI}});
	struct ibv_qp *streamed = pair(
		cq, NULL, IBV_QPT_DRIVER, SENDS,
		(struct mlx5dv_qp_init_attr){
			.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC | MLX5DV_QP_INIT_ATTR_MASK_DCI_STREAMS |
				     MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS,
			.create_flags = MLX5DV_QP_CREATE_DISABLE_SCATTER_TO_CQE,
			.dc_init_attr = {.dc_type = MLX5DV_DCTYPE_DCI, .dci_streams = {.log_num_concurent = 7, .log_num_errored = 5}}});
	struct ibv_qp *target = pair(cq, srq, IBV_QPT_DRIVER, 0,
				     (struct mlx5dv_qp_init_attr){.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_DC,
								  .dc_init_attr = {.dc_type = MLX5DV_DCTYPE_DCT,
										   .dct_access_key = 0x8877665544332211}});
	struct ibv_ah_attr address = {.dlid = 0x12, .port_num = 1};
	struct ibv_ah *ah = OBJECT("create_ah", ibv_create_ah(pd, &address));

	initiate(plain);
	initiate(streamed);
	receive(target);
	requests(plain, ah, false);
	requests(streamed, ah, true);
	RESULT("mlx5dv_dci_stream_id_reset", mlx5dv_dci_stream_id_reset(streamed, 0xff01));
	RESULT("mlx5dv_map_ah_to_qp", mlx5dv_map_ah_to_qp(ah, 0x123456));
	struct mlx5dv_ah found = {0};
	struct mlx5dv_obj object = {.ah = {.in = ah, .out = &found}};
	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_AH));
	say("vector %02x %02x", ((unsigned char *)found.av)[0], ((unsigned char *)found.av)[47]);
	ibv_destroy_ah(ah);
}

static void ports(struct ibv_qp *qp)
{
	uint8_t assigned = 0, active = 0;

	RESULT("mlx5dv_query_qp_lag_port", mlx5dv_query_qp_lag_port(qp, &assigned, &active));
	say("bond %u %u", assigned, active);
	RESULT("mlx5dv_modify_qp_lag_port", mlx5dv_modify_qp_lag_port(qp, 2));
	RESULT("mlx5dv_modify_qp_udp_sport", mlx5dv_modify_qp_udp_sport(qp, 0xc001));
}

static void layouts(struct ibv_qp *qp, struct ibv_cq_ex *cq, struct ibv_srq *srq)
{
	struct mlx5dv_qp pair_found = {.comp_mask = 7};
	struct mlx5dv_cq queue_found = {0};
	struct mlx5dv_srq shared_found = {.comp_mask = 1};
	struct mlx5dv_pd domain = {0};
	struct mlx5dv_obj object = {.qp = {.in = qp, .out = &pair_found},
				    .cq = {.in = ibv_cq_ex_to_cq(cq), .out = &queue_found},
				    .srq = {.in = srq, .out = &shared_found},
				    .pd = {.in = pd, .out = &domain}};

	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_QP));
	say("sends %" PRIxPTR " %u of %u doorbells %" PRIxPTR " register %" PRIxPTR " number %x", (uintptr_t)pair_found.sq.buf,
	    pair_found.sq.wqe_cnt, pair_found.sq.stride, (uintptr_t)pair_found.dbrec, (uintptr_t)pair_found.bf.reg, pair_found.sqn);
	say("receives %" PRIxPTR " %u of %u number %x", (uintptr_t)pair_found.rq.buf, pair_found.rq.wqe_cnt, pair_found.rq.stride,
	    pair_found.rqn);
	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ));
	say("completions %" PRIxPTR " %u of %u doorbells %" PRIxPTR " register %" PRIxPTR " number %x", (uintptr_t)queue_found.buf,
	    queue_found.cqe_cnt, queue_found.cqe_size, (uintptr_t)queue_found.dbrec, (uintptr_t)queue_found.cq_uar, queue_found.cqn);
	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_SRQ));
	say("shared %" PRIxPTR " of %u doorbells %" PRIxPTR " number %x", (uintptr_t)shared_found.buf, shared_found.stride,
	    (uintptr_t)shared_found.dbrec, shared_found.srqn);
	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_PD));
	say("domain %x", domain.pdn);
}

static void work_queue(struct ibv_cq_ex *cq)
{
	struct ibv_wq_init_attr attributes = {.wq_type = IBV_WQT_RQ, .max_wr = 8, .max_sge = 2, .pd = pd, .cq = ibv_cq_ex_to_cq(cq)};
	struct ibv_wq *wq = ibv_create_wq(context, &attributes);
	struct mlx5dv_rwq found = {0};
	struct mlx5dv_obj object = {.rwq = {.in = wq, .out = &found}};

	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_RWQ));
	say("work %" PRIxPTR " %u of %u doorbells %" PRIxPTR, (uintptr_t)found.buf, found.wqe_cnt, found.stride,
	    (uintptr_t)found.dbrec);
	ibv_destroy_wq(wq);
}

static void device_memory(void)
{
	struct ibv_alloc_dm_attr attributes = {.length = 4096};
	struct ibv_dm *dm = ibv_alloc_dm(context, &attributes);
	struct mlx5dv_dm found = {.comp_mask = MLX5DV_DM_MASK_REMOTE_VA};
	struct mlx5dv_obj object = {.dm = {.in = dm, .out = &found}};

	RESULT("mlx5dv_init_obj", mlx5dv_init_obj(&object, MLX5DV_OBJ_DM));
	say("memory %" PRIxPTR " %" PRIx64 " %" PRIx64, (uintptr_t)found.buf, found.length, found.remote_va);
	say("operation %" PRIxPTR, (uintptr_t)OBJECT("mlx5dv_dm_map_op_addr", mlx5dv_dm_map_op_addr(dm, 9)));
	ibv_free_dm(dm);
}

/* ---- memory keys and encryption */

/* Starts a request that configures KEY with a number of SETTERS, whose functions CALLS call. */
#define CONFIGURE(id, setters, own_flags, calls)                                                                      \
	do {                                                                                                          \
		struct mlx5dv_mkey_conf_attr conf = {.conf_flags = (own_flags)};                                      \
		ibv_wr_start(qp);                                                                                     \
		qp->wr_id = (id);                                                                                     \
		qp->wr_flags = IBV_SEND_SIGNALED;                                                                     \
		mlx5dv_wr_mkey_configure(own, key, (setters), &conf);                                                 \
		calls;                                                                                                \
		if (ibv_wr_complete(qp))                                                                              \
			die("ibv_wr_complete");                                                                       \
	} while (0)

static void keys(struct ibv_qp *verbs, struct mlx5dv_dek *dek)
{
	struct ibv_qp_ex *qp = ibv_qp_to_qp_ex(verbs);
	struct mlx5dv_qp_ex *own = mlx5dv_qp_ex_from_ibv_qp_ex(qp);
	struct mlx5dv_mkey_init_attr attributes = {.pd = pd, .create_flags = 0x17, .max_entries = 0xfff0};
	struct mlx5dv_mkey *key = OBJECT("mlx5dv_create_mkey", mlx5dv_create_mkey(&attributes));
	struct ibv_sge list[] = {part(8, 24), part(64, 32)};
	struct mlx5dv_mr_interleaved parts[] = {
		{.addr = list[0].addr, .bytes_count = 24, .bytes_skip = 8, .lkey = region->lkey},
		{.addr = list[1].addr, .bytes_count = 32, .bytes_skip = 16, .lkey = region->lkey},
	};
	struct mlx5dv_sig_t10dif dif = {.bg_type = MLX5DV_SIG_T10DIF_CSUM, .bg = 0xffff, .app_tag = 0xabcd, .ref_tag = 0x12345678, .flags = 5};
	struct mlx5dv_sig_crc crc = {.type = MLX5DV_SIG_CRC_TYPE_CRC64_XP10, .seed = 0xffffffffffffffff};
	struct mlx5dv_sig_block_domain in_memory = {.sig_type = MLX5DV_SIG_TYPE_T10DIF, .sig = {.dif = &dif}, .block_size = MLX5DV_BLOCK_SIZE_520};
	struct mlx5dv_sig_block_domain on_wire = {.sig_type = MLX5DV_SIG_TYPE_CRC, .sig = {.crc = &crc}, .block_size = MLX5DV_BLOCK_SIZE_4096};
	struct mlx5dv_sig_block_attr both = {.mem = &in_memory, .wire = &on_wire, .flags = 1, .check_mask = 0xcf, .copy_mask = 0x30};
	struct mlx5dv_sig_block_attr one = {.wire = &on_wire, .check_mask = 0xff};
	struct mlx5dv_crypto_attr crypto = {.encrypt_on_tx = true,
					    .signature_crypto_order = MLX5DV_SIGNATURE_CRYPTO_ORDER_SIGNATURE_BEFORE_CRYPTO_ON_TX,
					    .data_unit_size = MLX5DV_BLOCK_SIZE_4160,
					    .dek = dek};
	struct mlx5dv_mkey_err error = {0};

	for (int i = 0; i < 16; i++)
		crypto.initial_tweak[i] = (char)(0xa0 + i);
	for (int i = 0; i < 8; i++)
		crypto.keytag[i] = (char)(0xb0 + i);
	say("key %x %x", key->lkey, key->rkey);
	CONFIGURE(31, 2, 0, (mlx5dv_wr_set_mkey_access_flags(own, 7), mlx5dv_wr_set_mkey_layout_list(own, 2, list)));
	CONFIGURE(32, 2, 1, (mlx5dv_wr_set_mkey_layout_interleaved(own, 3, 2, parts), mlx5dv_wr_set_mkey_sig_block(own, &both)));
	CONFIGURE(33, 2, 0, (mlx5dv_wr_set_mkey_sig_block(own, &one), mlx5dv_wr_set_mkey_crypto(own, &crypto)));
	RESULT("mlx5dv_mkey_check", mlx5dv_mkey_check(key, &error));
	say("error %d %" PRIx64 " %" PRIx64 " %" PRIx64, error.err_type, error.err.sig.actual_value, error.err.sig.expected_value,
	    error.err.sig.offset);
	ibv_wr_start(qp);
	qp->wr_id = 34;
	qp->wr_flags = IBV_SEND_SIGNALED | IBV_SEND_FENCE;
	mlx5dv_wr_memcpy(own, region->lkey, list[1].addr, region->lkey, list[0].addr, 24);
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
	unsigned char raw[32];
	for (int i = 0; i < 32; i++)
		raw[i] = (unsigned char)(0xc0 + i);
	raw[7] = 2;
	ibv_wr_start(qp);
	qp->wr_id = 35;
	qp->wr_flags = IBV_SEND_SIGNALED;
	mlx5dv_wr_raw_wqe(own, raw);
	if (ibv_wr_complete(qp))
		die("ibv_wr_complete");
	if (refusing) {
		refuse("mlx5dv_qp_cancel_posted_send_wrs");
		say("mlx5dv_qp_cancel_posted_send_wrs fails with %d", -mlx5dv_qp_cancel_posted_send_wrs(own, 31));
		refuse(NULL);
	}
	say("canceled %d", mlx5dv_qp_cancel_posted_send_wrs(own, 31));
	RESULT("mlx5dv_destroy_mkey", mlx5dv_destroy_mkey(key));
}

static struct mlx5dv_dek *encryption_key(struct mlx5dv_crypto_login_obj *login)
{
	struct mlx5dv_dek_init_attr attributes = {
		.key_size = MLX5DV_CRYPTO_KEY_SIZE_256,
		.has_keytag = true,
		.pd = pd,
		.comp_mask = login ? MLX5DV_DEK_INIT_ATTR_CRYPTO_LOGIN : 0,
		.crypto_login = login,
	};
	struct mlx5dv_dek_attr found = {0};

	for (int i = 0; i < 8; i++)
		attributes.opaque[i] = (char)(0x70 + i);
	for (int i = 0; i < 80; i++)
		attributes.key[i] = (char)(0x80 + i);
	struct mlx5dv_dek *key = OBJECT("mlx5dv_dek_create", mlx5dv_dek_create(context, &attributes));
	RESULT("mlx5dv_dek_query", mlx5dv_dek_query(key, &found));
	say("encryption key %d", found.state);
	if (mlx5dv_dek_query(key, &found))
		die("mlx5dv_dek_query");
	say("opaque %02x", (unsigned char)found.opaque[7]);
	return key;
}

static void encryption(struct ibv_qp *qp)
{
	struct mlx5dv_crypto_login_attr attributes = {.credential_id = 0x11, .import_kek_id = 0x12};
	unsigned char secret[64];
	struct mlx5dv_crypto_login_attr_ex extended = {
		.credential_id = 0x13, .import_kek_id = 0x14, .credential = secret, .credential_len = sizeof(secret)};
	struct mlx5dv_crypto_login_query_attr query = {0};
	enum mlx5dv_crypto_login_state state = MLX5DV_CRYPTO_LOGIN_STATE_VALID;

	for (int i = 0; i < 64; i++)
		secret[i] = (unsigned char)(0x40 + i);
	memcpy(attributes.credential, secret, 48);
	RESULT("mlx5dv_crypto_login", mlx5dv_crypto_login(context, &attributes));
	RESULT("mlx5dv_crypto_login_query_state", mlx5dv_crypto_login_query_state(context, &state));
	say("login %d", state);
	struct mlx5dv_crypto_login_obj *login =
		OBJECT("mlx5dv_crypto_login_create", mlx5dv_crypto_login_create(context, &extended));
	RESULT("mlx5dv_crypto_login_query", mlx5dv_crypto_login_query(login, &query));
	say("login %d", query.state);
	struct mlx5dv_dek *named = encryption_key(login), *plain = encryption_key(NULL);
	keys(qp, plain);
	RESULT("mlx5dv_dek_destroy", mlx5dv_dek_destroy(plain));
	RESULT("mlx5dv_dek_destroy", mlx5dv_dek_destroy(named));
	RESULT("mlx5dv_crypto_login_destroy", mlx5dv_crypto_login_destroy(login));
	RESULT("mlx5dv_crypto_logout", mlx5dv_crypto_logout(context));
}

/* ---- packet pacing, scheduling and doorbells */

static void resources(struct ibv_qp *qp)
{
	unsigned char parameters[] = {1, 2, 3, 4, 5, 6, 7, 0xf8};
	struct mlx5dv_pp *pp = OBJECT("mlx5dv_pp_alloc", mlx5dv_pp_alloc(context, sizeof(parameters), parameters, 1));
	say("pacing %x", pp->index);
	mlx5dv_pp_free(pp);

	struct mlx5dv_sched_attr attributes = {0};
	struct mlx5dv_sched_node *root =
		OBJECT("mlx5dv_sched_node_create", mlx5dv_sched_node_create(context, &attributes));
	attributes = (struct mlx5dv_sched_attr){.parent = root, .flags = 3, .bw_share = 10, .max_avg_bw = 1000};
	struct mlx5dv_sched_node *node = OBJECT("mlx5dv_sched_node_create", mlx5dv_sched_node_create(context, &attributes));
	attributes = (struct mlx5dv_sched_attr){.parent = node, .flags = 1, .bw_share = 20};
	struct mlx5dv_sched_leaf *leaf = OBJECT("mlx5dv_sched_leaf_create", mlx5dv_sched_leaf_create(context, &attributes));
	attributes = (struct mlx5dv_sched_attr){.flags = 3, .bw_share = 30, .max_avg_bw = 3000};
	RESULT("mlx5dv_sched_node_modify", mlx5dv_sched_node_modify(node, &attributes));
	attributes = (struct mlx5dv_sched_attr){.flags = 2, .max_avg_bw = 4000};
	RESULT("mlx5dv_sched_leaf_modify", mlx5dv_sched_leaf_modify(leaf, &attributes));
	RESULT("mlx5dv_modify_qp_sched_elem", mlx5dv_modify_qp_sched_elem(qp, leaf, NULL));
	RESULT("mlx5dv_modify_qp_sched_elem", mlx5dv_modify_qp_sched_elem(qp, NULL, leaf));
	RESULT("mlx5dv_sched_leaf_destroy", mlx5dv_sched_leaf_destroy(leaf));
	RESULT("mlx5dv_sched_node_destroy", mlx5dv_sched_node_destroy(node));
	RESULT("mlx5dv_sched_node_destroy", mlx5dv_sched_node_destroy(root));

	struct mlx5dv_var *var = OBJECT("mlx5dv_alloc_var", mlx5dv_alloc_var(context, 0));
	say("variable %x %x %" PRIx64, var->page_id, var->length, (uint64_t)var->mmap_off);
	mlx5dv_free_var(var);
	struct mlx5dv_devx_uar *uar =
		OBJECT("mlx5dv_devx_alloc_uar", mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC));
	say("registers %" PRIxPTR " %" PRIxPTR " %x %" PRIx64, (uintptr_t)uar->reg_addr, (uintptr_t)uar->base_addr, uar->page_id,
	    (uint64_t)uar->mmap_off);
	int (*export)(struct mlx5dv_devx_uar *) = dlsym(RTLD_DEFAULT, "mlx5dv_devx_uar_export_dmabuf_fd");
	if (export && refusing) {
		refuse("mlx5dv_devx_uar_export_dmabuf_fd");
		say("mlx5dv_devx_uar_export_dmabuf_fd fails with %d", -export(uar));
		refuse(NULL);
	}
	if (export)
		say("descriptor %d", export(uar));
	else
		say("mlx5dv_devx_uar_export_dmabuf_fd is missing");
	mlx5dv_devx_free_uar(uar);
}

/* ---- commands of the firmware */

static unsigned char in[16], out[16];

static void command(uint16_t code, uint32_t syndrome)
{
	memset(in, 0, sizeof(in));
	in[0] = (unsigned char)(code >> 8);
	in[1] = (unsigned char)code;
	for (int i = 0; i < 4; i++)
		in[12 + i] = (unsigned char)(syndrome >> (24 - 8 * i));
}

static void say_answer(void)
{
	say("answer %x", out[8] << 8 | out[9]);
}

#define COMMAND(name, code, call)                                                                                     \
	do {                                                                                                          \
		command(code, 0);                                                                                     \
		RESULT(name, call);                                                                                   \
		say_answer();                                                                                         \
	} while (0)

static void objects(struct ibv_qp *qp, struct ibv_cq_ex *cq, struct ibv_srq *srq)
{
	COMMAND("mlx5dv_devx_general_cmd", 0x101, mlx5dv_devx_general_cmd(context, in, 16, out, 16));
	command(0x102, 0x12345678);
	int why = mlx5dv_devx_general_cmd(context, in, 16, out, 16);
	say("command fails with %d status %x syndrome %02x%02x%02x%02x", why, out[0], out[4], out[5], out[6], out[7]);
	command(0x103, 0);
	struct mlx5dv_devx_obj *object =
		OBJECT("mlx5dv_devx_obj_create", mlx5dv_devx_obj_create(context, in, 16, out, 16));
	say_answer();
	COMMAND("mlx5dv_devx_obj_query", 0x104, mlx5dv_devx_obj_query(object, in, 16, out, 16));
	COMMAND("mlx5dv_devx_obj_modify", 0x105, mlx5dv_devx_obj_modify(object, in, 16, out, 16));
	COMMAND("mlx5dv_devx_cq_query", 0x106, mlx5dv_devx_cq_query(ibv_cq_ex_to_cq(cq), in, 16, out, 16));
	COMMAND("mlx5dv_devx_cq_modify", 0x107, mlx5dv_devx_cq_modify(ibv_cq_ex_to_cq(cq), in, 16, out, 16));
	COMMAND("mlx5dv_devx_qp_query", 0x108, mlx5dv_devx_qp_query(qp, in, 16, out, 16));
	COMMAND("mlx5dv_devx_qp_modify", 0x109, mlx5dv_devx_qp_modify(qp, in, 16, out, 16));
	COMMAND("mlx5dv_devx_srq_query", 0x10a, mlx5dv_devx_srq_query(srq, in, 16, out, 16));
	COMMAND("mlx5dv_devx_srq_modify", 0x10b, mlx5dv_devx_srq_modify(srq, in, 16, out, 16));
	struct ibv_wq_init_attr attributes = {.wq_type = IBV_WQT_RQ, .max_wr = 8, .max_sge = 2, .pd = pd, .cq = ibv_cq_ex_to_cq(cq)};
	struct ibv_wq *wq = ibv_create_wq(context, &attributes);
	struct ibv_rwq_ind_table_init_attr of_table = {.ind_tbl = &wq};
	struct ibv_rwq_ind_table *table = ibv_create_rwq_ind_table(context, &of_table);
	COMMAND("mlx5dv_devx_wq_query", 0x10c, mlx5dv_devx_wq_query(wq, in, 16, out, 16));
	COMMAND("mlx5dv_devx_wq_modify", 0x10d, mlx5dv_devx_wq_modify(wq, in, 16, out, 16));
	COMMAND("mlx5dv_devx_ind_tbl_query", 0x10e, mlx5dv_devx_ind_tbl_query(table, in, 16, out, 16));
	COMMAND("mlx5dv_devx_ind_tbl_modify", 0x10f, mlx5dv_devx_ind_tbl_modify(table, in, 16, out, 16));
	ibv_destroy_rwq_ind_table(table);
	ibv_destroy_wq(wq);

	struct mlx5dv_devx_cmd_comp *answers = OBJECT("mlx5dv_devx_create_cmd_comp", mlx5dv_devx_create_cmd_comp(context));
	command(0x110, 0);
	RESULT("mlx5dv_devx_obj_query_async", mlx5dv_devx_obj_query_async(object, in, 16, 16, 0x1122334455667788, answers));
	union {
		struct mlx5dv_devx_async_cmd_hdr header;
		struct mlx5dv_devx_async_event_hdr event;
		unsigned char bytes[4096];
	} taken;
	RESULT("mlx5dv_devx_get_async_cmd_comp", mlx5dv_devx_get_async_cmd_comp(answers, &taken.header, 24));
	say("later %" PRIx64 " %02x%02x", (uint64_t)taken.header.wr_id, taken.bytes[16], taken.bytes[17]);
	mlx5dv_devx_destroy_cmd_comp(answers);

	struct mlx5dv_devx_event_channel *events =
		OBJECT("mlx5dv_devx_create_event_channel",
		       mlx5dv_devx_create_event_channel(context, (enum mlx5dv_devx_create_event_channel_flags)0));
	uint16_t types[] = {1, 0xfff0};
	RESULT("mlx5dv_devx_subscribe_devx_event", mlx5dv_devx_subscribe_devx_event(events, object, 4, types, 0x99aabbccddeeff00));
	if (refusing) {
		refuse("mlx5dv_devx_get_event");
		say("mlx5dv_devx_get_event fails with %d", mlx5dv_devx_get_event(events, &taken.event, 4096) < 0 ? errno : 0);
		refuse(NULL);
	}
	ssize_t length = mlx5dv_devx_get_event(events, &taken.event, 4096);
	say("event %" PRIx64 " data %zd last %x", (uint64_t)taken.event.cookie, length - 8, taken.bytes[11]);
	RESULT("mlx5dv_devx_subscribe_devx_event_fd", mlx5dv_devx_subscribe_devx_event_fd(events, 77, NULL, 0x1234));
	mlx5dv_devx_destroy_event_channel(events);
	RESULT("mlx5dv_devx_obj_destroy", mlx5dv_devx_obj_destroy(object));
}

static void memories(void)
{
	memset(memory, 0x5a, sizeof(memory));
	struct mlx5dv_devx_umem *plain =
		OBJECT("mlx5dv_devx_umem_reg", mlx5dv_devx_umem_reg(context, memory, sizeof(memory), 7));
	say("umem %x", plain->umem_id);
	RESULT("mlx5dv_devx_umem_dereg", mlx5dv_devx_umem_dereg(plain));
	struct mlx5dv_devx_umem_in attributes = {.addr = memory, .size = sizeof(memory), .access = 1, .pgsz_bitmap = 0x201000};
	struct mlx5dv_devx_umem *sized = OBJECT("mlx5dv_devx_umem_reg_ex", mlx5dv_devx_umem_reg_ex(context, &attributes));
	say("umem %x", sized->umem_id);
	RESULT("mlx5dv_devx_umem_dereg", mlx5dv_devx_umem_dereg(sized));
	attributes = (struct mlx5dv_devx_umem_in){.addr = (void *)(uintptr_t)0x1000,
						  .size = 0x200000000,
						  .access = 1,
						  .pgsz_bitmap = 0x1000,
						  .comp_mask = MLX5DV_UMEM_MASK_DMABUF,
						  .dmabuf_fd = 78};
	struct mlx5dv_devx_umem *foreign = OBJECT("mlx5dv_devx_umem_reg_ex", mlx5dv_devx_umem_reg_ex(context, &attributes));
	RESULT("mlx5dv_devx_umem_dereg", mlx5dv_devx_umem_dereg(foreign));
	uint32_t number = 0;
	RESULT("mlx5dv_devx_query_eqn", mlx5dv_devx_query_eqn(context, 5, &number));
	say("event queue %x", number);
	struct mlx5dv_devx_msi_vector *vector = OBJECT("mlx5dv_devx_alloc_msi_vector", mlx5dv_devx_alloc_msi_vector(context));
	say("vector %x %x", (unsigned int)vector->vector, (unsigned int)vector->fd);
	command(0x111, 0);
	struct mlx5dv_devx_eq *eq = OBJECT("mlx5dv_devx_create_eq", mlx5dv_devx_create_eq(context, in, 16, out, 16));
	say("entries %" PRIxPTR, (uintptr_t)eq->vaddr);
	RESULT("mlx5dv_devx_destroy_eq", mlx5dv_devx_destroy_eq(eq));
	RESULT("mlx5dv_devx_free_msi_vector", mlx5dv_devx_free_msi_vector(vector));
}

int main(int count, char **arguments)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);

	refusing = count > 1 && strcmp(arguments[1], "refused") == 0;
	context = ibv_open_device(devices[0]);
	pd = ibv_alloc_pd(context);
	region = ibv_reg_mr(pd, memory, sizeof(memory), IBV_ACCESS_LOCAL_WRITE);
	device();
	struct ibv_cq_ex *cq = queue((struct mlx5dv_cq_init_attr){0});
	queue((struct mlx5dv_cq_init_attr){
		.comp_mask = 7, .cqe_comp_res_format = MLX5DV_CQE_RES_FORMAT_CSUM_STRIDX, .flags = 1, .cqe_size = 128});
	struct ibv_srq_init_attr of_srq = {.attr = {.max_wr = 16, .max_sge = 1}};
	struct ibv_srq *srq = ibv_create_srq(pd, &of_srq);
	dynamic(cq, srq);
	struct ibv_qp *qp = pair(
		cq, NULL, IBV_QPT_RC, IBV_QP_EX_WITH_SEND,
		(struct mlx5dv_qp_init_attr){
			.comp_mask = MLX5DV_QP_INIT_ATTR_MASK_QP_CREATE_FLAGS | MLX5DV_QP_INIT_ATTR_MASK_SEND_OPS_FLAGS,
			.create_flags = MLX5DV_QP_CREATE_SIG_PIPELINING | MLX5DV_QP_CREATE_PACKET_BASED_CREDIT_MODE,
			.send_ops_flags = 0x1f,
		});
	ports(qp);
	layouts(qp, cq, srq);
	work_queue(cq);
	device_memory();
	encryption(qp);
	resources(qp);
	objects(qp, cq, srq);
	memories();
	return 0;
}
