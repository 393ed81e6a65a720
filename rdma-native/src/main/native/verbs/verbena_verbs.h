/*
 * The functions that io.verbena.jni.verbs calls: thin wrappers of libibverbs. Objects are passed as their addresses; a function that
 * creates an object returns its address, or -errno, which no address equals. Only the structures below keep state. The functions
 * do not check their arguments: the caller ensures that no object is destroyed while it is used.
 */
#ifndef VERBENA_VERBS_H
#define VERBENA_VERBS_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include <infiniband/verbs.h>

/* The object of TYPE at an address. */
#define OBJECT(type, handle) ((struct type *)(intptr_t)(handle))

/* A result instead of -errno: the installed library does not have the function. */
#define VERBENA_NOT_IN_LIBRARY (-0x10000)

/* An open device, and the eventfd that ends a wait for its events. */
struct verbena_context {
	struct ibv_context *verbs;
	int wake;
};

/* A completion channel, and the eventfd that ends a wait for it. */
struct verbena_channel {
	struct ibv_comp_channel *verbs;
	int wake;
};

/* An asynchronous event of an object or a port; COOKIE is that of the object. */
struct verbena_event {
	int32_t type;
	int32_t port;
	uint64_t cookie;
};

/* A completion of an extended queue: the fields of every queue, followed by those of extended queues. */
struct verbena_completion {
	struct ibv_wc wc;
	uint64_t timestamp;
	uint64_t wallclockNs;
	uint32_t flowTag;
	uint16_t vlan;
	uint64_t tag;
	uint32_t tagData;
	uint32_t unsolicited;
	uint8_t sourceGid[16];
};

/* IBV_WR_FLUSH, which rdma-core 45 added to enum ibv_wr_opcode. */
#define VERBENA_WR_FLUSH 14

/* The fields of a flush, which overlay those of a write; struct ibv_send_wr has none. */
struct verbena_flush {
	uint64_t remote_addr;
	uint32_t rkey;
	uint8_t placement;
	uint8_t region;
	uint64_t length;
};

/* The destination of a write or read without a connection, where other requests have a window; struct ibv_send_wr has no room. */
struct verbena_destination {
	struct ibv_ah *ah;
	uint32_t qpn;
	uint32_t qkey;
};

/* The target of a request of an initiator of dynamic connections (mlx5), at the same place. KIND is 1, or 2 with a stream. */
struct verbena_target {
	struct ibv_ah *ah;
	uint32_t number;
	uint32_t stream;
	uint64_t access_key;
	uint32_t kind;
};

/* A send request, followed by its scatter/gather list. */
struct verbena_send {
	struct ibv_send_wr wr;
	struct ibv_sge segments[];
};

/* A receive request, followed by its scatter list. */
struct verbena_receive {
	struct ibv_recv_wr wr;
	struct ibv_sge segments[];
};

/* A change of a tag list, followed by its scatter list. */
struct verbena_tag {
	struct ibv_ops_wr wr;
	struct ibv_sge segments[];
};

/* Parts of an ESP action. */
#define VERBENA_ESP_ASSOCIATION 1
#define VERBENA_ESP_KEY 2
#define VERBENA_ESP_REPLAY 4
#define VERBENA_ESP_ESN 8

/* An ESP action with the parts of PARTS, followed by HEADERS specifications of the enclosing headers. */
struct verbena_esp {
	uint32_t parts;
	uint32_t headers;
	uint32_t replay_window;
	uint32_t extended_sequence;
	struct ibv_flow_action_esp association;
	struct ibv_flow_action_esp_keymat_aes_gcm key;
};

/* Returns the address of OBJECT, or -errno if it is NULL. */
static inline int64_t verbena_object(const void *object)
{
	if (object)
		return (int64_t)(intptr_t)object;
	return errno ? -errno : -ENOMEM;
}

/*
 * Returns the errno for the ANSWER of a call, 0 for success. libibverbs documents a positive errno; drivers also return a
 * negative one and leave errno alone (siw, erdma, cxgb4), or return -1 and set errno (siw's doorbell) or not (mthca).
 */
static inline int verbena_errno(int answer)
{
	if (answer >= 0)
		return answer;
	if (answer != -1)
		return -answer;
	return errno ? errno : EIO;
}

/* Calls of libibverbs after clearing errno, so that a failure never reports a stale value. */
#define verbena_handle(call) (errno = 0, verbena_object(call))
#define verbena_result(call) (errno = 0, -verbena_errno(call))

/* device.c */
int verbena_verbs_device_names(void *names, int max);
int64_t verbena_verbs_open(const char *name);
int64_t verbena_verbs_import(int descriptor);
int verbena_verbs_name(int64_t context, void *name);
int verbena_verbs_close(int64_t context);
int verbena_verbs_node_type(int64_t context);
int verbena_verbs_transport(int64_t context);
int verbena_verbs_index(int64_t context);
int verbena_verbs_vectors(int64_t context);
int64_t verbena_verbs_guid(int64_t context);
int verbena_verbs_query_device(int64_t context, struct ibv_device_attr_ex *attributes);
int verbena_verbs_query_port(int64_t context, int port, struct ibv_port_attr *attributes);
int verbena_verbs_query_pkey(int64_t context, int port, int index);
int verbena_verbs_query_gid(int64_t context, int port, int index, struct ibv_gid_entry *entry);
int verbena_verbs_query_gids(int64_t context, void *entries, int max);
int verbena_verbs_query_clock(int64_t context, struct ibv_values_ex *values);

/* newer.c */
int64_t verbena_verbs_port_speed(int64_t context, int port);
int64_t verbena_verbs_alloc_dmah(int64_t context, int mask, int processor, int hint, int type);
int verbena_verbs_dealloc_dmah(int64_t handle);
int64_t verbena_verbs_reg_mr_ex(int64_t pd, int64_t mask, int64_t address, int64_t length, int64_t iova, int fd,
				int64_t offset, int64_t handle, int access);
int verbena_verbs_export_dm(int64_t dm);
int64_t verbena_verbs_alloc_buf(int64_t pd, int64_t length, int64_t address);
int verbena_verbs_free_buf(int64_t buffer);
int64_t verbena_verbs_reg_buf_mr(int64_t pd, int64_t buffer, int64_t address, int64_t length, int access);
int verbena_verbs_export_buf(int64_t buffer);
int verbena_verbs_comp_cntr_caps(int64_t context, int64_t limits);
int64_t verbena_verbs_create_comp_cntr(int64_t context, int type);
int verbena_verbs_destroy_comp_cntr(int64_t counter);
int verbena_verbs_set_comp_cntr(int64_t counter, int errors, int64_t value);
int verbena_verbs_inc_comp_cntr(int64_t counter, int errors, int64_t amount);
int verbena_verbs_read_comp_cntr(int64_t counter, int errors, int64_t value);
int verbena_verbs_attach_comp_cntr(int64_t qp, int64_t counter, int operations);
void verbena_verbs_wr_flush(struct ibv_qp_ex *qp, const struct verbena_flush *flush);

/* memory.c */
int64_t verbena_verbs_alloc_pd(int64_t context);
int verbena_verbs_dealloc_pd(int64_t pd);
int64_t verbena_verbs_reg_mr(int64_t pd, int64_t address, int64_t length, int64_t iova, int access);
int64_t verbena_verbs_reg_dmabuf_mr(int64_t pd, int64_t offset, int64_t length, int64_t iova, int fd, int access);
int64_t verbena_verbs_alloc_null_mr(int64_t pd);
int verbena_verbs_lkey(int64_t mr);
int verbena_verbs_rkey(int64_t mr);
int verbena_verbs_rereg_mr(int64_t mr, int flags, int64_t pd, int64_t address, int64_t length, int access);
int verbena_verbs_advise_mr(int64_t pd, int advice, int flags, int64_t segments, int count);
int verbena_verbs_dereg_mr(int64_t mr);
int64_t verbena_verbs_alloc_mw(int64_t pd, int type);
int verbena_verbs_window_rkey(int64_t mw);
int verbena_verbs_dealloc_mw(int64_t mw);
int verbena_verbs_bind_mw(int64_t qp, int64_t mw, int64_t id, int flags, int64_t mr, int64_t address, int64_t length,
			  int access);
int verbena_verbs_fork_init(void);
int verbena_verbs_fork_status(void);

/* devicememory.c */
int64_t verbena_verbs_alloc_dm(int64_t context, int64_t length, int alignment);
int verbena_verbs_free_dm(int64_t dm);
int64_t verbena_verbs_reg_dm_mr(int64_t pd, int64_t dm, int64_t offset, int64_t length, int access);
int verbena_verbs_write_dm(int64_t dm, int64_t offset, int64_t address, int64_t length);
int verbena_verbs_read_dm(int64_t dm, int64_t offset, int64_t address, int64_t length);

/* domain.c */
int64_t verbena_verbs_alloc_td(int64_t context);
int verbena_verbs_dealloc_td(int64_t td);
int64_t verbena_verbs_alloc_parent_domain(int64_t context, int64_t pd, int64_t td, int64_t allocator);
int64_t verbena_verbs_open_xrcd(int64_t context, const char *file, int create, int exclusive);
int verbena_verbs_close_xrcd(int64_t xrcd);

/* allocator.c */
void verbena_verbs_use_allocator(struct ibv_parent_domain_init_attr *attributes, int64_t allocator);

/* workqueue.c */
int64_t verbena_verbs_create_wq(int64_t context, struct ibv_wq_init_attr *attributes);
int verbena_verbs_wq_number(int64_t wq);
int verbena_verbs_modify_wq(int64_t wq, struct ibv_wq_attr *attributes);
int verbena_verbs_destroy_wq(int64_t wq);
int64_t verbena_verbs_create_table(int64_t context, int64_t queues, int log_size);
int verbena_verbs_destroy_table(int64_t table);

/* flow.c */
int64_t verbena_verbs_create_flow(int64_t qp, int64_t rule);
int verbena_verbs_destroy_flow(int64_t flow);
int64_t verbena_verbs_create_counters(int64_t context);
int verbena_verbs_destroy_counters(int64_t counters);
int verbena_verbs_attach_counters(int64_t counters, int what, int index, int64_t flow);
int verbena_verbs_read_counters(int64_t counters, int64_t values, int count, int flags);

/* esp.c */
int64_t verbena_verbs_create_esp(int64_t context, int64_t record);
int verbena_verbs_modify_esp(int64_t action, int64_t record);
int verbena_verbs_destroy_action(int64_t action);

/* sharing.c */
int verbena_verbs_descriptor(int64_t context);
int verbena_verbs_pd_number(int64_t pd);
int verbena_verbs_mr_number(int64_t mr);
int verbena_verbs_dm_number(int64_t dm);
int64_t verbena_verbs_import_pd(int64_t context, int number);
int verbena_verbs_unimport_pd(int64_t pd);
int64_t verbena_verbs_import_mr(int64_t pd, int number);
int64_t verbena_verbs_mr_address(int64_t mr);
int64_t verbena_verbs_mr_length(int64_t mr);
int verbena_verbs_unimport_mr(int64_t mr);
int64_t verbena_verbs_import_dm(int64_t context, int number);
int verbena_verbs_unimport_dm(int64_t dm);

/* tag.c */
int verbena_verbs_post_srq_ops(int64_t srq, int64_t record);

/* queue.c */
int64_t verbena_verbs_create_channel(int64_t context);
int verbena_verbs_destroy_channel(int64_t channel);
int64_t verbena_verbs_create_cq(int64_t context, int entries, int64_t cookie, int64_t channel, int vector);
int64_t verbena_verbs_create_cq_ex(int64_t context, int entries, int64_t cookie, int64_t channel, int vector,
				   int64_t fields, int flags, int64_t domain);
int verbena_verbs_cq_entries(int64_t cq);
int verbena_verbs_resize_cq(int64_t cq, int entries);
int verbena_verbs_moderate_cq(int64_t cq, int count, int period);
int verbena_verbs_destroy_cq(int64_t cq);
int64_t verbena_verbs_create_srq(int64_t pd, struct ibv_srq_init_attr *attributes);
int64_t verbena_verbs_create_srq_ex(int64_t context, struct ibv_srq_init_attr_ex *attributes);
int verbena_verbs_srq_number(int64_t srq);
int verbena_verbs_modify_srq(int64_t srq, struct ibv_srq_attr *attributes, int mask);
int verbena_verbs_query_srq(int64_t srq, struct ibv_srq_attr *attributes);
int verbena_verbs_destroy_srq(int64_t srq);

/* queuepair.c */
int64_t verbena_verbs_create_qp(int64_t context, struct ibv_qp_init_attr_ex *attributes);
int64_t verbena_verbs_open_qp(int64_t context, int64_t xrcd, int number, int64_t cookie);
int verbena_verbs_qp_number(int64_t qp);
int verbena_verbs_modify_qp(int64_t qp, struct ibv_qp_attr *attributes, int mask);
int verbena_verbs_query_qp(int64_t qp, struct ibv_qp_attr *attributes, int mask);
int verbena_verbs_query_ece(int64_t qp, struct ibv_ece *ece);
int verbena_verbs_set_ece(int64_t qp, struct ibv_ece *ece);
int verbena_verbs_rate_limit(int64_t qp, int kbps, int burst, int packet);
int verbena_verbs_data_in_order(int64_t qp, int operation);
int verbena_verbs_destroy_qp(int64_t qp);
int verbena_verbs_qp_attr_size(void);
int verbena_verbs_read_qp_attr(const void *bytes, struct ibv_qp_attr *attributes);
int64_t verbena_verbs_create_ah(int64_t pd, struct ibv_ah_attr *attributes);
int verbena_verbs_init_ah(int64_t context, int port, int64_t completion, int64_t grh, struct ibv_ah_attr *attributes);
int verbena_verbs_resolve_ethernet(int64_t context, struct ibv_ah_attr *attributes, void *mac);
int verbena_verbs_destroy_ah(int64_t ah);
int verbena_verbs_attach_mcast(int64_t qp, void *gid, int lid);
int verbena_verbs_detach_mcast(int64_t qp, void *gid, int lid);

/* post.c, extended.c, poll.c */
void verbena_verbs_await_calls(int64_t gate);
int64_t verbena_verbs_post_send(int64_t gate, int64_t records, int stride, int count);
int64_t verbena_verbs_post_send_ex(int64_t qp, int64_t records, int stride, int count);
int64_t verbena_verbs_post_recv(int64_t gate, int64_t records, int stride, int count);
int64_t verbena_verbs_post_srq_recv(int64_t gate, int64_t records, int stride, int count);
int64_t verbena_verbs_post_wq_recv(int64_t gate, int64_t records, int stride, int count);
int verbena_verbs_poll(int64_t gate, int64_t completions, int max);
int64_t verbena_verbs_poll_ex(int64_t cq, int64_t fields, int64_t completions, int max);
int verbena_verbs_req_notify(int64_t cq, int solicited);

/* event.c */
void verbena_verbs_yield(void);
int verbena_verbs_wake_channel(int64_t channel);
int verbena_verbs_await_completions(int64_t channel, int64_t cookies, int max, int64_t left);
int verbena_verbs_wake_context(int64_t context);
int verbena_verbs_await_events(int64_t context, int64_t events, int max, int timeout_ms);

#endif
