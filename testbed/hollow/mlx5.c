/*
 * The functions of libmlx5 for devices, queues and memory keys, which win over the library when this is preloaded. Each
 * writes its arguments as those of calls.c do. With HOLLOW_OLD, there are only the functions of rdma-core 44.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "hollow.h"

/* ---- devices */

bool mlx5dv_is_supported(struct ibv_device *device)
{
	hollow_call("mlx5dv_is_supported %s", device->name);
	return true;
}

/* Fills the attributes of rdma-core 44, or those of 64, whose structure is longer. */
int mlx5dv_query_device(struct ibv_context *context, struct mlx5dv_context *attributes)
{
	(void)context;
	hollow_call("mlx5dv_query_device mask %" PRIx64, attributes->comp_mask);
	MAY_REFUSE("mlx5dv_query_device");
	*attributes = (struct mlx5dv_context){
		.version = 0,
		.flags = 0xd5,
		.comp_mask = attributes->comp_mask & 0x3fff,
		.cqe_comp_caps = {.max_num = 0x101, .supported_format = 3},
		.sw_parsing_caps = {.sw_parsing_offloads = 5, .supported_qpts = 0x102},
		.striding_rq_caps = {6, 13, 9, 16, 0x104},
		.tunnel_offloads_caps = 0x13,
		.max_dynamic_bfregs = 0x105,
		.max_clock_info_update_nsec = 0x1060708090a,
		.flow_action_flags = 0x15,
		.dc_odp_caps = 0x1f,
		.hca_core_clock = (void *)(uintptr_t)0x10b000,
		.num_lag_ports = 2,
		.sig_caps = {.block_size = 0x1d, .block_prot = 3, .t10dif_bg = 2, .crc_type = 5},
		.dci_streams_caps = {.max_log_num_concurent = 7, .max_log_num_errored = 5},
		.max_wr_memcpy_length = 0x10c0d0e0f,
		.crypto_caps = {.failed_selftests = 0x8001, .crypto_engines = 5, .wrapped_import_method = 1, .log_max_num_deks = 12, .flags = 3},
	};
#ifndef HOLLOW_OLD
	/* What rdma-core 64 adds: max_dc_rd_atom, max_dc_init_rd_atom, reg_c0. */
	struct {
		uint64_t reads, started;
		uint32_t value, mask;
	} later = {0x210, 0x211, 0x2120000, 0xffff0000};
	attributes->comp_mask |= 0x1c000;
	memcpy((char *)attributes + 152, &later, sizeof(later));
#endif
	return 0;
}

int _mlx5dv_query_port(struct ibv_context *context, uint32_t port, struct mlx5dv_port *info, size_t length)
{
	(void)context;
	hollow_call("mlx5dv_query_port port %u length %zu", port, length);
	MAY_REFUSE("mlx5dv_query_port");
	*info = (struct mlx5dv_port){
		.flags = port == 1 ? 0x3f : 0x1,
		.vport = 0xfff1,
		.vport_vhca_id = 0x301,
		.esw_owner_vhca_id = 0x302,
		.vport_steering_icm_rx = 0x303000,
		.vport_steering_icm_tx = 0x304000,
		.reg_c0 = {.value = 0x3050000, .mask = 0xffff0000},
	};
	return 0;
}

int mlx5dv_get_clock_info(struct ibv_context *context, struct mlx5dv_clock_info *info)
{
	(void)context;
	hollow_call("mlx5dv_get_clock_info");
	MAY_REFUSE("mlx5dv_get_clock_info");
	*info = (struct mlx5dv_clock_info){
		.nsec = 1000000000000, .last_cycles = 0xfffffff0000, .frac = 77, .mult = 0x80000003, .shift = 29, .mask = 0xfffffffffff};
	return 0;
}

int mlx5dv_reserved_qpn_alloc(struct ibv_context *context, uint32_t *number)
{
	(void)context;
	hollow_call("mlx5dv_reserved_qpn_alloc");
	MAY_REFUSE("mlx5dv_reserved_qpn_alloc");
	*number = 0xabcdef;
	return 0;
}

int mlx5dv_reserved_qpn_dealloc(struct ibv_context *context, uint32_t number)
{
	(void)context;
	hollow_call("mlx5dv_reserved_qpn_dealloc %x", number);
	MAY_REFUSE("mlx5dv_reserved_qpn_dealloc");
	return 0;
}

#ifndef HOLLOW_OLD
int mlx5dv_get_data_direct_sysfs_path(struct ibv_context *context, char *path, size_t length);
int mlx5dv_devx_uar_export_dmabuf_fd(struct mlx5dv_devx_uar *uar);

int mlx5dv_get_data_direct_sysfs_path(struct ibv_context *context, char *path, size_t length)
{
	(void)context;
	hollow_call("mlx5dv_get_data_direct_sysfs_path length %zu", length);
	MAY_REFUSE("mlx5dv_get_data_direct_sysfs_path");
	strcpy(path, "/sys/devices/hollow");
	return 0;
}

int mlx5dv_devx_uar_export_dmabuf_fd(struct mlx5dv_devx_uar *uar)
{
	hollow_call("mlx5dv_devx_uar_export_dmabuf_fd %u", uar->page_id);
	MAY_REFUSE_NEGATIVE("mlx5dv_devx_uar_export_dmabuf_fd");
	return 1000;
}
#endif

/* ---- queues */

struct ibv_cq_ex *mlx5dv_create_cq(struct ibv_context *context, struct ibv_cq_init_attr_ex *attributes,
				   struct mlx5dv_cq_init_attr *own)
{
	hollow_call("mlx5dv_create_cq mask %" PRIx64 " format %u flags %x size %u", own->comp_mask, own->cqe_comp_res_format,
		    own->flags, own->cqe_size);
	MAY_REFUSE_OBJECT("mlx5dv_create_cq");
	struct ibv_cq_ex *cq = verbs_get_ctx(context)->create_cq_ex(context, attributes);
	int why = cq ? hollow_place(ibv_cq_ex_to_cq(cq)) : errno;
	if (cq && why)
		ibv_destroy_cq(ibv_cq_ex_to_cq(cq));
	errno = why;
	return why ? NULL : cq;
}

struct ibv_qp *mlx5dv_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attributes,
				struct mlx5dv_qp_init_attr *own)
{
	hollow_call("mlx5dv_create_qp mask %" PRIx64 " flags %x operations %" PRIx64 " srq %d", own->comp_mask,
		    own->create_flags, own->send_ops_flags, attributes->srq != NULL);
	hollow_call("  capacity %u %u %u %u %u", attributes->cap.max_send_wr, attributes->cap.max_recv_wr,
		    attributes->cap.max_send_sge, attributes->cap.max_recv_sge, attributes->cap.max_inline_data);
	bool is_dynamic = own->comp_mask & MLX5DV_QP_INIT_ATTR_MASK_DC;
	bool is_target = is_dynamic && own->dc_init_attr.dc_type == MLX5DV_DCTYPE_DCT;
	if (is_target)
		hollow_call("  target key %" PRIx64, own->dc_init_attr.dct_access_key);
	else if (is_dynamic)
		hollow_call("  initiator streams %u failed %u", own->dc_init_attr.dci_streams.log_num_concurent,
			    own->dc_init_attr.dci_streams.log_num_errored);
	MAY_REFUSE_OBJECT("mlx5dv_create_qp");
	if (!is_target) {
		attributes->cap.max_send_wr += 1;
		attributes->cap.max_inline_data += 3;
	}
	struct ibv_qp *qp = verbs_get_ctx(context)->create_qp_ex(context, attributes);
	if (qp && is_target)
		qp->qp_num = 0;
	return qp;
}

void hollow_ready(struct ibv_qp *qp)
{
	if (qp->state == IBV_QPS_RTR && !qp->qp_num)
		qp->qp_num = 0xd0d0d0;
}

/* The queue pair whose functions were asked for last. */
static struct ibv_qp_ex *current;

/* Writes the head of a request. */
static void call_request(const char *name)
{
	hollow_call("%s id %" PRIx64 " flags %x", name, current->wr_id, current->wr_flags);
}

static void wr_set_dc_addr(struct mlx5dv_qp_ex *qp, struct ibv_ah *ah, uint32_t number, uint64_t key)
{
	(void)qp;
	hollow_call("  target %x key %" PRIx64 " ah %d", number, key, ah->pd != NULL);
}

static void wr_set_dc_addr_stream(struct mlx5dv_qp_ex *qp, struct ibv_ah *ah, uint32_t number, uint64_t key, uint16_t stream)
{
	(void)qp;
	hollow_call("  target %x key %" PRIx64 " ah %d stream %u", number, key, ah->pd != NULL, stream);
}

static void wr_mkey_configure(struct mlx5dv_qp_ex *qp, struct mlx5dv_mkey *key, uint8_t setters,
			      struct mlx5dv_mkey_conf_attr *attributes)
{
	(void)qp;
	call_request("mlx5dv_wr_mkey_configure");
	hollow_call("  key %x setters %u flags %x mask %" PRIx64, key->lkey, setters, attributes->conf_flags,
		    attributes->comp_mask);
}

static void wr_set_mkey_access_flags(struct mlx5dv_qp_ex *qp, uint32_t access)
{
	(void)qp;
	hollow_call("  access %x", access);
}

static void wr_set_mkey_layout_list(struct mlx5dv_qp_ex *qp, uint16_t count, const struct ibv_sge *list)
{
	(void)qp;
	hollow_call("  list %u", count);
	hollow_call_segments(list, count);
}

static void wr_set_mkey_layout_interleaved(struct mlx5dv_qp_ex *qp, uint32_t repeat, uint16_t count,
					   const struct mlx5dv_mr_interleaved *parts)
{
	(void)qp;
	hollow_call("  interleaved %u times %u", count, repeat);
	for (int i = 0; i < count; i++) {
		struct ibv_sge start = {.addr = parts[i].addr, .length = parts[i].bytes_count, .lkey = parts[i].lkey};
		hollow_call_segments(&start, 1);
		hollow_call("  skip %u", parts[i].bytes_skip);
	}
}

static void call_domain(const char *name, const struct mlx5dv_sig_block_domain *domain)
{
	if (!domain)
		return;
	hollow_call("  %s type %d size %d mask %" PRIx64, name, (int)domain->sig_type, (int)domain->block_size, domain->comp_mask);
	if (domain->sig_type == MLX5DV_SIG_TYPE_T10DIF)
		hollow_call("  dif %d guard %x application %x reference %x flags %x", (int)domain->sig.dif->bg_type,
			    domain->sig.dif->bg, domain->sig.dif->app_tag, domain->sig.dif->ref_tag, domain->sig.dif->flags);
	else
		hollow_call("  crc %d seed %" PRIx64, (int)domain->sig.crc->type, domain->sig.crc->seed);
}

static void wr_set_mkey_sig_block(struct mlx5dv_qp_ex *qp, const struct mlx5dv_sig_block_attr *attributes)
{
	(void)qp;
	hollow_call("  signature flags %x check %x copy %x mask %" PRIx64, attributes->flags, attributes->check_mask,
		    attributes->copy_mask, attributes->comp_mask);
	call_domain("memory", attributes->mem);
	call_domain("wire", attributes->wire);
}

static void wr_raw_wqe(struct mlx5dv_qp_ex *qp, const void *request)
{
	(void)qp;
	call_request("mlx5dv_wr_raw_wqe");
	hollow_call_bytes("  request", request, 32);
}

static void wr_memcpy(struct mlx5dv_qp_ex *qp, uint32_t to_key, uint64_t to, uint32_t from_key, uint64_t from, size_t length)
{
	struct ibv_sge both[] = {{.addr = to, .length = (uint32_t)length, .lkey = to_key},
				 {.addr = from, .length = (uint32_t)length, .lkey = from_key}};

	(void)qp;
	call_request("mlx5dv_wr_memcpy");
	hollow_call_segments(both, 2);
}

struct mlx5dv_dek {
	uint32_t number;
};

static void wr_set_mkey_crypto(struct mlx5dv_qp_ex *qp, const struct mlx5dv_crypto_attr *attributes)
{
	(void)qp;
	hollow_call("  crypto standard %d encrypts %d order %d unit %d key %u mask %" PRIx64, (int)attributes->crypto_standard,
		    attributes->encrypt_on_tx, (int)attributes->signature_crypto_order, (int)attributes->data_unit_size,
		    attributes->dek->number, attributes->comp_mask);
	hollow_call_bytes("  tweak", attributes->initial_tweak, 16);
	hollow_call_bytes("  tag", attributes->keytag, 8);
}

struct mlx5dv_qp_ex *mlx5dv_qp_ex_from_ibv_qp_ex(struct ibv_qp_ex *qp)
{
	static struct mlx5dv_qp_ex functions = {
		.wr_set_dc_addr = wr_set_dc_addr,
		.wr_mkey_configure = wr_mkey_configure,
		.wr_set_mkey_access_flags = wr_set_mkey_access_flags,
		.wr_set_mkey_layout_list = wr_set_mkey_layout_list,
		.wr_set_mkey_layout_interleaved = wr_set_mkey_layout_interleaved,
		.wr_set_mkey_sig_block = wr_set_mkey_sig_block,
		.wr_raw_wqe = wr_raw_wqe,
		.wr_set_dc_addr_stream = wr_set_dc_addr_stream,
		.wr_memcpy = wr_memcpy,
		.wr_set_mkey_crypto = wr_set_mkey_crypto,
	};

	current = qp;
	return &functions;
}

int mlx5dv_dci_stream_id_reset(struct ibv_qp *qp, uint16_t stream)
{
	(void)qp;
	hollow_call("mlx5dv_dci_stream_id_reset %u", stream);
	MAY_REFUSE("mlx5dv_dci_stream_id_reset");
	return 0;
}

int mlx5dv_map_ah_to_qp(struct ibv_ah *ah, uint32_t number)
{
	(void)ah;
	hollow_call("mlx5dv_map_ah_to_qp %x", number);
	MAY_REFUSE("mlx5dv_map_ah_to_qp");
	return 0;
}

int mlx5dv_qp_cancel_posted_send_wrs(struct mlx5dv_qp_ex *qp, uint64_t id)
{
	(void)qp;
	hollow_call("mlx5dv_qp_cancel_posted_send_wrs %" PRIx64, id);
	MAY_REFUSE_NEGATIVE("mlx5dv_qp_cancel_posted_send_wrs");
	return 3;
}

int mlx5dv_query_qp_lag_port(struct ibv_qp *qp, uint8_t *assigned, uint8_t *active)
{
	(void)qp;
	hollow_call("mlx5dv_query_qp_lag_port");
	MAY_REFUSE("mlx5dv_query_qp_lag_port");
	*assigned = 1;
	*active = 2;
	return 0;
}

int mlx5dv_modify_qp_lag_port(struct ibv_qp *qp, uint8_t port)
{
	(void)qp;
	hollow_call("mlx5dv_modify_qp_lag_port %u", port);
	MAY_REFUSE("mlx5dv_modify_qp_lag_port");
	return 0;
}

int mlx5dv_modify_qp_udp_sport(struct ibv_qp *qp, uint16_t port)
{
	(void)qp;
	hollow_call("mlx5dv_modify_qp_udp_sport %u", port);
	MAY_REFUSE("mlx5dv_modify_qp_udp_sport");
	return 0;
}

/* An address vector, whose bytes a copy shows. */
static struct mlx5_wqe_av vector;

int mlx5dv_init_obj(struct mlx5dv_obj *object, uint64_t type)
{
	hollow_call("mlx5dv_init_obj %" PRIx64, type);
	MAY_REFUSE("mlx5dv_init_obj");
	if (type & MLX5DV_OBJ_QP) {
		hollow_call("  mask %" PRIx64, object->qp.out->comp_mask);
		*object->qp.out = (struct mlx5dv_qp){
			.dbrec = (void *)(uintptr_t)0x401000,
			.sq = {(void *)(uintptr_t)0x402000, 0x403, 64},
			.rq = {(void *)(uintptr_t)0x404000, 0x405, 16},
			.bf = {(void *)(uintptr_t)0x406000, 0x407},
			.comp_mask = 3,
			.uar_mmap_offset = 0x408000,
			.tirn = 0x409,
			.tisn = 0x40a,
			.rqn = 0x40b,
			.sqn = 0x40c,
		};
	}
	if (type & MLX5DV_OBJ_CQ)
		*object->cq.out = (struct mlx5dv_cq){.buf = (void *)(uintptr_t)0x501000,
						     .dbrec = (void *)(uintptr_t)0x502000,
						     .cqe_cnt = 0x503,
						     .cqe_size = 128,
						     .cq_uar = (void *)(uintptr_t)0x504000,
						     .cqn = 0x505};
	if (type & MLX5DV_OBJ_SRQ) {
		hollow_call("  mask %" PRIx64, object->srq.out->comp_mask);
		*object->srq.out = (struct mlx5dv_srq){.buf = (void *)(uintptr_t)0x601000,
						       .dbrec = (void *)(uintptr_t)0x602000,
						       .stride = 32,
						       .head = 0x603,
						       .tail = 0x604,
						       .comp_mask = 1,
						       .srqn = 0x605};
	}
	if (type & MLX5DV_OBJ_RWQ)
		*object->rwq.out = (struct mlx5dv_rwq){.buf = (void *)(uintptr_t)0x701000,
						       .dbrec = (void *)(uintptr_t)0x702000,
						       .wqe_cnt = 0x703,
						       .stride = 16};
	if (type & MLX5DV_OBJ_DM) {
		hollow_call("  mask %" PRIx64, object->dm.out->comp_mask);
		*object->dm.out = (struct mlx5dv_dm){
			.buf = (void *)(uintptr_t)0x801000, .length = 0x802, .comp_mask = 1, .remote_va = 0x803000};
	}
	if (type & MLX5DV_OBJ_PD)
		object->pd.out->pdn = 0x901;
	if (type & MLX5DV_OBJ_AH) {
		for (size_t i = 0; i < sizeof(vector); i++)
			((unsigned char *)&vector)[i] = (unsigned char)(0x80 + i);
		object->ah.out->av = &vector;
	}
	return 0;
}

void *mlx5dv_dm_map_op_addr(struct ibv_dm *dm, uint8_t operation)
{
	(void)dm;
	hollow_call("mlx5dv_dm_map_op_addr %u", operation);
	MAY_REFUSE_OBJECT("mlx5dv_dm_map_op_addr");
	return (void *)(uintptr_t)0x804000;
}

/* ---- memory keys and encryption */

struct mlx5dv_mkey *mlx5dv_create_mkey(struct mlx5dv_mkey_init_attr *attributes)
{
	hollow_call("mlx5dv_create_mkey flags %x entries %u pd %d", attributes->create_flags, attributes->max_entries,
		    attributes->pd != NULL);
	MAY_REFUSE_OBJECT("mlx5dv_create_mkey");
	struct mlx5dv_mkey *key = calloc(1, sizeof(*key));
	if (key)
		*key = (struct mlx5dv_mkey){.lkey = 0xa01, .rkey = 0xa02};
	return key;
}

int mlx5dv_destroy_mkey(struct mlx5dv_mkey *key)
{
	hollow_call("mlx5dv_destroy_mkey %x", key->lkey);
	MAY_REFUSE("mlx5dv_destroy_mkey");
	free(key);
	return 0;
}

int _mlx5dv_mkey_check(struct mlx5dv_mkey *key, struct mlx5dv_mkey_err *error, size_t length)
{
	hollow_call("mlx5dv_mkey_check %x length %zu", key->lkey, length);
	MAY_REFUSE("mlx5dv_mkey_check");
	*error = (struct mlx5dv_mkey_err){.err_type = MLX5DV_MKEY_SIG_BLOCK_BAD_REFTAG, .err = {.sig = {0xa03, 0xa04, 0xa05}}};
	return 0;
}

int mlx5dv_crypto_login(struct ibv_context *context, struct mlx5dv_crypto_login_attr *attributes)
{
	(void)context;
	hollow_call("mlx5dv_crypto_login %x %x mask %" PRIx64, attributes->credential_id, attributes->import_kek_id,
		    attributes->comp_mask);
	hollow_call_bytes("  credential", attributes->credential, sizeof(attributes->credential));
	MAY_REFUSE("mlx5dv_crypto_login");
	return 0;
}

int mlx5dv_crypto_login_query_state(struct ibv_context *context, enum mlx5dv_crypto_login_state *state)
{
	(void)context;
	hollow_call("mlx5dv_crypto_login_query_state");
	MAY_REFUSE("mlx5dv_crypto_login_query_state");
	*state = MLX5DV_CRYPTO_LOGIN_STATE_INVALID;
	return 0;
}

int mlx5dv_crypto_logout(struct ibv_context *context)
{
	(void)context;
	hollow_call("mlx5dv_crypto_logout");
	MAY_REFUSE("mlx5dv_crypto_logout");
	return 0;
}

struct mlx5dv_crypto_login_obj {
	uint32_t number;
};

struct mlx5dv_crypto_login_obj *mlx5dv_crypto_login_create(struct ibv_context *context,
							   struct mlx5dv_crypto_login_attr_ex *attributes)
{
	(void)context;
	hollow_call("mlx5dv_crypto_login_create %x %x mask %" PRIx64, attributes->credential_id, attributes->import_kek_id,
		    attributes->comp_mask);
	hollow_call_bytes("  credential", attributes->credential, attributes->credential_len);
	MAY_REFUSE_OBJECT("mlx5dv_crypto_login_create");
	struct mlx5dv_crypto_login_obj *login = calloc(1, sizeof(*login));
	if (login)
		login->number = 0xb01;
	return login;
}

int mlx5dv_crypto_login_query(struct mlx5dv_crypto_login_obj *login, struct mlx5dv_crypto_login_query_attr *attributes)
{
	hollow_call("mlx5dv_crypto_login_query %x mask %" PRIx64, login->number, attributes->comp_mask);
	MAY_REFUSE("mlx5dv_crypto_login_query");
	attributes->state = MLX5DV_CRYPTO_LOGIN_STATE_NO_LOGIN;
	return 0;
}

int mlx5dv_crypto_login_destroy(struct mlx5dv_crypto_login_obj *login)
{
	hollow_call("mlx5dv_crypto_login_destroy %x", login->number);
	MAY_REFUSE("mlx5dv_crypto_login_destroy");
	free(login);
	return 0;
}

struct mlx5dv_dek *mlx5dv_dek_create(struct ibv_context *context, struct mlx5dv_dek_init_attr *attributes)
{
	(void)context;
	hollow_call("mlx5dv_dek_create size %d tag %d purpose %d pd %d mask %" PRIx64 " login %x", (int)attributes->key_size,
		    attributes->has_keytag, (int)attributes->key_purpose, attributes->pd != NULL, attributes->comp_mask,
		    attributes->crypto_login ? attributes->crypto_login->number : 0);
	hollow_call_bytes("  opaque", attributes->opaque, 8);
	hollow_call_bytes("  key", attributes->key, 128);
	MAY_REFUSE_OBJECT("mlx5dv_dek_create");
	struct mlx5dv_dek *dek = calloc(1, sizeof(*dek));
	if (dek)
		dek->number = 0xb02;
	return dek;
}

int mlx5dv_dek_query(struct mlx5dv_dek *dek, struct mlx5dv_dek_attr *attributes)
{
	hollow_call("mlx5dv_dek_query %x mask %" PRIx64, dek->number, attributes->comp_mask);
	MAY_REFUSE("mlx5dv_dek_query");
	attributes->state = MLX5DV_DEK_STATE_ERROR;
	memcpy(attributes->opaque, "\1\2\3\4\5\6\7\x88", 8);
	return 0;
}

int mlx5dv_dek_destroy(struct mlx5dv_dek *dek)
{
	hollow_call("mlx5dv_dek_destroy %x", dek->number);
	MAY_REFUSE("mlx5dv_dek_destroy");
	free(dek);
	return 0;
}
