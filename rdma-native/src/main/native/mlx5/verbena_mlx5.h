/*
 * The functions that io.verbena.jni.mlx5 calls: thin wrappers of libmlx5. Objects are those of the binding of libibverbs and of
 * libmlx5, passed as their addresses. The structures below are the same for all releases of libmlx5.
 */
#ifndef VERBENA_MLX5_H
#define VERBENA_MLX5_H

#include <infiniband/mlx5dv.h>

#include "../verbs/verbena_verbs.h"

#define VERBS(context) (OBJECT(verbena_context, context)->verbs)
#define POINTER(address) ((void *)(intptr_t)(address))

/* The attributes of a device: struct mlx5dv_context of rdma-core 64, of which earlier ones have the first fields. */
struct verbena_mlx5_device {
	uint8_t version;
	uint64_t flags;
	uint64_t comp_mask;
	uint32_t max_compressed;
	uint32_t compressed_formats;
	uint32_t parsing;
	uint32_t parsing_types;
	uint32_t min_stride;
	uint32_t max_stride;
	uint32_t min_strides;
	uint32_t max_strides;
	uint32_t striding_types;
	uint32_t tunnels;
	uint32_t max_registers;
	uint64_t max_clock_update;
	uint32_t flow_actions;
	uint32_t dc_paging;
	uint64_t core_clock;
	uint8_t lag_ports;
	struct {
		uint64_t block_sizes;
		uint32_t protections;
		uint16_t t10dif;
		uint16_t crc;
	} signature;
	uint8_t max_streams;
	uint8_t max_errored;
	uint64_t max_copy;
	struct {
		uint16_t failed_tests;
		uint8_t engines;
		uint8_t imports;
		uint8_t max_keys;
		uint32_t flags;
	} crypto;
	uint64_t max_reads;
	uint64_t max_started_reads;
	uint32_t register_value;
	uint32_t register_mask;
	uint32_t unordered_receives[5];
};

/* A new queue pair, and the sizes that the device has granted. */
struct verbena_mlx5_qp {
	int64_t pd;
	int64_t send_cq;
	int64_t receive_cq;
	int64_t srq;
	int64_t cookie;
	uint64_t operations;
	uint64_t mask;
	uint64_t dynamic;
	uint64_t own_operations;
	uint32_t type;
	uint32_t flags;
	uint32_t dynamic_type;
	uint32_t max_sends;
	uint32_t max_receives;
	uint32_t max_send_segments;
	uint32_t max_receive_segments;
	uint32_t inline_bytes;
	uint32_t all_signaled;
};

/* A new work queue whose receives have strides, and the sizes that the device has granted. */
struct verbena_mlx5_wq {
	int64_t pd;
	int64_t cq;
	int64_t cookie;
	uint32_t flags;
	uint32_t max_receives;
	uint32_t max_segments;
	uint32_t log_bytes;
	uint32_t log_strides;
	uint32_t shifts;
};

/* The signature of a block. KIND is 0 for none, 1 for T10-DIF and 2 for a CRC. */
struct verbena_mlx5_signature {
	uint32_t kind;
	uint32_t block_size;
	uint32_t type;
	uint16_t guard;
	uint16_t application_tag;
	uint32_t reference_tag;
	uint32_t flags;
	uint64_t seed;
};

/* Parts of the configuration of a memory key. */
#define VERBENA_KEY_ACCESS 1
#define VERBENA_KEY_LIST 2
#define VERBENA_KEY_INTERLEAVED 4
#define VERBENA_KEY_SIGNATURE 8
#define VERBENA_KEY_CRYPTO 16

/* The configuration of a memory key. LAYOUT is the address of the ENTRIES of a list or of a repetition. */
struct verbena_mlx5_key_setup {
	uint32_t flags;
	uint32_t parts;
	uint32_t access;
	uint32_t repeat;
	uint32_t entries;
	uint32_t signature_flags;
	int64_t layout;
	struct verbena_mlx5_signature memory;
	struct verbena_mlx5_signature wire;
	uint32_t check_mask;
	uint32_t copy_mask;
	uint32_t encrypts;
	uint32_t order;
	uint32_t data_unit;
	uint32_t padding;
	uint8_t tweak[16];
	uint8_t tag[8];
	int64_t encryption_key;
};

/* An action of a rule of the kernel: OBJECT is an object or a tag. */
struct verbena_mlx5_action {
	uint32_t type;
	uint32_t padding;
	int64_t object;
};

/* Mlx5dv */
int verbena_mlx5_is_supported(int64_t context);
int verbena_mlx5_query_device(int64_t context, int64_t attributes);
int verbena_mlx5_query_port(int64_t context, int port, int64_t attributes);
int verbena_mlx5_get_clock_info(int64_t context, int64_t clock);
int verbena_mlx5_reserved_qpn_alloc(int64_t context);
int verbena_mlx5_reserved_qpn_dealloc(int64_t context, int number);
int verbena_mlx5_sysfs_path(int64_t context, int64_t path, int length);
int verbena_mlx5_qp_number(int64_t queue_pair);
int verbena_mlx5_stream_id_reset(int64_t queue_pair, int stream);
int verbena_mlx5_map_ah_to_qp(int64_t address_handle, int number);
int verbena_mlx5_cancel_sends(int64_t queue_pair, int64_t id);
int verbena_mlx5_query_lag_port(int64_t queue_pair);
int verbena_mlx5_modify_lag_port(int64_t queue_pair, int port);
int verbena_mlx5_modify_udp_sport(int64_t queue_pair, int port);
int64_t verbena_mlx5_create_cq(int64_t context, int entries, int64_t cookie, int64_t channel, int vector,
			       int64_t fields, int64_t mask, int format, int flags, int entry_bytes);
int verbena_mlx5_raw_qp(int64_t queue_pair, int64_t queue);
int verbena_mlx5_raw_cq(int64_t completion_queue, int64_t queue);
int verbena_mlx5_raw_srq(int64_t shared_receive_queue, int64_t queue);
int verbena_mlx5_raw_rwq(int64_t work_queue, int64_t queue);
int verbena_mlx5_raw_dm(int64_t memory, int64_t attributes);
int verbena_mlx5_raw_pd(int64_t domain);
int verbena_mlx5_raw_ah(int64_t address_handle, int64_t vector);
int64_t verbena_mlx5_map_op(int64_t memory, int operation);
int64_t verbena_mlx5_create_wq(int64_t context, int64_t request);
int verbena_mlx5_wq_number(int64_t work_queue);
int verbena_mlx5_copy(int64_t object, int64_t fields, int length);

/* Mlx5dvSharing */
int64_t verbena_mlx5_open(const char *name, int flags, int64_t descriptors, int count);
int64_t verbena_mlx5_open_vfio(const char *pci_name, int flags);
int verbena_mlx5_vfio_events(int64_t context);
int verbena_mlx5_vfio_process(int64_t context);
int64_t verbena_mlx5_alloc_dm(int64_t context, int64_t length, int alignment, int type);
int64_t verbena_mlx5_reg_dmabuf(int64_t domain, int64_t offset, int64_t length, int64_t iova, int descriptor, int access);
int64_t verbena_mlx5_use_arena(int64_t context, int64_t address, int64_t length);
int64_t verbena_mlx5_arena_bytes(int64_t arena, int64_t used);
int verbena_mlx5_drop_arena(int64_t arena);
int verbena_mlx5_export_sizes(int64_t sizes);
int verbena_mlx5_devx_obj_export(int64_t object, int64_t data);
int64_t verbena_mlx5_devx_obj_import(int64_t context, int64_t data);
int verbena_mlx5_devx_obj_unimport(int64_t object);
int verbena_mlx5_devx_umem_export(int64_t object, int64_t data);
int64_t verbena_mlx5_devx_umem_import(int64_t context, int64_t data);
int verbena_mlx5_devx_umem_unimport(int64_t object);
int verbena_mlx5_var_export(int64_t object, int64_t data);
int64_t verbena_mlx5_var_import(int64_t context, int64_t data);
int verbena_mlx5_var_unimport(int64_t object);

/* Mlx5dvKeys */
int64_t verbena_mlx5_create_mkey(int64_t domain, int flags, int entries);
int verbena_mlx5_destroy_mkey(int64_t key);
int verbena_mlx5_mkey_check(int64_t key, int64_t error);
int verbena_mlx5_wr_configure(int64_t queue_pair, int64_t id, int flags, int64_t key, int64_t setup);
int verbena_mlx5_wr_raw(int64_t queue_pair, int64_t id, int flags, int64_t request);
int verbena_mlx5_wr_memcpy(int64_t queue_pair, int64_t id, int flags, int to_key, int64_t to, int from_key,
			   int64_t from, int64_t length);
int verbena_mlx5_crypto_login(int64_t context, int credential, int import_key, int64_t secret);
int verbena_mlx5_crypto_login_state(int64_t context);
int verbena_mlx5_crypto_logout(int64_t context);
int64_t verbena_mlx5_login_create(int64_t context, int credential, int import_key, int64_t secret, int length);
int verbena_mlx5_login_query(int64_t login);
int verbena_mlx5_login_destroy(int64_t login);
int64_t verbena_mlx5_dek_create(int64_t context, int64_t key);
int verbena_mlx5_dek_query(int64_t key, int64_t attributes);
int verbena_mlx5_dek_destroy(int64_t key);

/* Mlx5dvResources */
int64_t verbena_mlx5_pp_alloc(int64_t context, int length, int64_t parameters, int flags);
int verbena_mlx5_pp_free(int64_t pacing);
int64_t verbena_mlx5_sched_node_create(int64_t context, int64_t parent, int flags, int share, int max_rate);
int64_t verbena_mlx5_sched_leaf_create(int64_t context, int64_t parent, int flags, int share, int max_rate);
int verbena_mlx5_sched_node_modify(int64_t node, int flags, int share, int max_rate);
int verbena_mlx5_sched_leaf_modify(int64_t leaf, int flags, int share, int max_rate);
int verbena_mlx5_sched_node_destroy(int64_t node);
int verbena_mlx5_sched_leaf_destroy(int64_t leaf);
int verbena_mlx5_modify_qp_sched(int64_t queue_pair, int64_t requester, int64_t responder);
int64_t verbena_mlx5_alloc_var(int64_t context, int flags);
int verbena_mlx5_free_var(int64_t variable);
int64_t verbena_mlx5_alloc_uar(int64_t context, int type);
int verbena_mlx5_free_uar(int64_t regs);
int verbena_mlx5_uar_dmabuf(int64_t regs);

/* Mlx5dvDevx */
int verbena_mlx5_general_cmd(int64_t context, int64_t in, int in_length, int64_t out, int out_length);
int64_t verbena_mlx5_obj_create(int64_t context, int64_t in, int in_length, int64_t out, int out_length);
int verbena_mlx5_obj_query(int64_t object, int64_t in, int in_length, int64_t out, int out_length);
int verbena_mlx5_obj_modify(int64_t object, int64_t in, int in_length, int64_t out, int out_length);
int verbena_mlx5_obj_destroy(int64_t object);
int verbena_mlx5_obj_query_async(int64_t object, int64_t in, int in_length, int out_length, int64_t id,
				 int64_t completions);
int verbena_mlx5_verbs_command(int kind, int modify, int64_t object, int64_t in, int in_length, int64_t out,
			       int out_length);
int64_t verbena_mlx5_umem_reg(int64_t context, int64_t address, int64_t length, int access);
int64_t verbena_mlx5_umem_reg_ex(int64_t context, int64_t address, int64_t length, int access, int64_t page_sizes,
				 int descriptor);
int verbena_mlx5_umem_dereg(int64_t memory);
int verbena_mlx5_query_eqn(int64_t context, int vector);
int64_t verbena_mlx5_create_cmd_comp(int64_t context);
int verbena_mlx5_destroy_cmd_comp(int64_t completions);
int verbena_mlx5_get_cmd_comp(int64_t completions, int64_t completion, int length);
int64_t verbena_mlx5_create_event_channel(int64_t context, int flags);
int verbena_mlx5_destroy_event_channel(int64_t channel);
int verbena_mlx5_subscribe(int64_t channel, int64_t object, int64_t events, int length, int64_t cookie);
int verbena_mlx5_subscribe_fd(int64_t channel, int descriptor, int64_t object, int event);
int verbena_mlx5_get_event(int64_t channel, int64_t event, int length);
int64_t verbena_mlx5_alloc_msi(int64_t context);
int verbena_mlx5_free_msi(int64_t vector);
int64_t verbena_mlx5_create_eq(int64_t context, int64_t in, int in_length, int64_t out, int out_length);
int verbena_mlx5_destroy_eq(int64_t queue);
int verbena_mlx5_wait_readable(int descriptor, int timeout_millis);
int64_t verbena_mlx5_create_qp(int64_t context, int64_t request);
int64_t verbena_mlx5_post_send(int64_t qp, int64_t records, int stride, int count);

/* Mlx5dvSteering */
int64_t verbena_mlx5_matcher_create(int64_t context, int type, int flags, int priority, int criteria, int64_t mask,
				    int table_type);
int verbena_mlx5_matcher_destroy(int64_t matcher);
int64_t verbena_mlx5_flow_create(int64_t matcher, int64_t value, int64_t actions, int count);
int verbena_mlx5_flow_destroy(int64_t flow);
int64_t verbena_mlx5_flow_modify_header(int64_t context, int64_t changes, int length, int table_type);
int64_t verbena_mlx5_flow_reformat(int64_t context, int64_t data, int length, int type, int table_type);
int64_t verbena_mlx5_flow_esp(int64_t context, int64_t record, int flags);
int64_t verbena_mlx5_anchor_create(int64_t context, int table_type, int priority);
int verbena_mlx5_anchor_destroy(int64_t anchor);
int64_t verbena_mlx5_domain_create(int64_t context, int type);
int verbena_mlx5_domain_destroy(int64_t domain);
int verbena_mlx5_domain_sync(int64_t domain, int flags);
int verbena_mlx5_domain_reclaim(int64_t domain, int enabled);
int verbena_mlx5_domain_duplicates(int64_t domain, int allowed);
int64_t verbena_mlx5_table_create(int64_t domain, int level);
int verbena_mlx5_table_destroy(int64_t table);
int64_t verbena_mlx5_dr_matcher_create(int64_t table, int priority, int criteria, int64_t mask);
int verbena_mlx5_dr_matcher_destroy(int64_t matcher);
int verbena_mlx5_dr_matcher_layout(int64_t matcher, int flags, int log_rules);
int64_t verbena_mlx5_rule_create(int64_t matcher, int64_t value, int64_t actions, int count);
int verbena_mlx5_rule_destroy(int64_t rule);
int64_t verbena_mlx5_to_qp(int64_t queue_pair);
int64_t verbena_mlx5_to_table(int64_t table);
int64_t verbena_mlx5_to_root_table(int64_t table, int priority);
int64_t verbena_mlx5_to_vport(int64_t domain, int port);
int64_t verbena_mlx5_to_ib_port(int64_t domain, int port);
int64_t verbena_mlx5_to_tir(int64_t object);
int64_t verbena_mlx5_to_array(int64_t domain, int64_t destinations, int count);
int64_t verbena_mlx5_drop(void);
int64_t verbena_mlx5_default_miss(void);
int64_t verbena_mlx5_tag(int tag);
int64_t verbena_mlx5_counter(int64_t object, int offset);
int64_t verbena_mlx5_aso(int64_t domain, int64_t object, int offset, int flags, int reg);
int verbena_mlx5_modify_aso(int64_t action, int offset, int flags, int reg);
int64_t verbena_mlx5_reformat(int64_t domain, int flags, int type, int64_t data, int length);
int64_t verbena_mlx5_modify_header(int64_t domain, int flags, int64_t changes, int length);
int64_t verbena_mlx5_meter(int64_t next_table, int active, int reg, int64_t parameters, int length);
int verbena_mlx5_modify_meter(int64_t action, int64_t next_table, int active, int reg, int64_t parameters, int length,
			      int64_t fields);
int64_t verbena_mlx5_sampler(int ratio, int64_t next_table, int64_t actions, int count, int64_t action);
int64_t verbena_mlx5_pop_vlan(void);
int64_t verbena_mlx5_push_vlan(int64_t domain, int header);
int verbena_mlx5_action_destroy(int64_t action);
int verbena_mlx5_aso_link(int64_t object, int64_t peer, int64_t domain, int flags, int reg);
int verbena_mlx5_aso_unlink(int64_t object, int64_t domain);
int verbena_mlx5_dump_domain(int64_t object, int64_t text, int length);
int verbena_mlx5_dump_table(int64_t object, int64_t text, int length);
int verbena_mlx5_dump_matcher(int64_t object, int64_t text, int length);
int verbena_mlx5_dump_rule(int64_t object, int64_t text, int length);

#endif
