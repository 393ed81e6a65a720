/* What the files of the hollow device share. */
#ifndef HOLLOW_H
#define HOLLOW_H

#include <errno.h>
#include <stdint.h>

#include <infiniband/verbs.h>

/* Adds the verbs of calls.c to an open device. */
void hollow_add_calls(struct verbs_context *context);

/* Whether HOLLOW_CALLS names a file for the calls. */
int hollow_records_calls(void);

/* Writes a line to the file of HOLLOW_CALLS, if there is one. */
__attribute__((format(printf, 1, 2))) void hollow_call(const char *format, ...);

/* Writes a line with BYTES in hexadecimal digits. */
void hollow_call_bytes(const char *name, const void *bytes, size_t length);

/* Writes the fields of a request that ibv_post_send got. */
void hollow_call_send(const struct ibv_send_wr *request);

/* Writes lines for COUNT segments, with offsets into their regions instead of addresses. */
void hollow_call_segments(const struct ibv_sge *segments, int count);

/* Writes the attributes of objects that are made. */
void hollow_call_srq(const struct ibv_srq_init_attr_ex *attributes);
void hollow_call_wq(const struct ibv_wq_init_attr *attributes);
void hollow_call_qp(const struct ibv_qp_init_attr_ex *attributes);
void hollow_call_flow(const struct ibv_flow_attr *rule);
void hollow_call_tag(struct ibv_ops_wr *request);

/* Gives a target of dynamic connections its number when it becomes ready to receive. */
void hollow_ready(struct ibv_qp *qp);

/* Takes the memory of a completion queue from the allocators of its device, if it has any; returns ENOMEM if there is none. */
int hollow_place(struct ibv_cq *cq);
void hollow_displace(const struct ibv_cq *cq);

/* Whether a device has asynchronous events. */
int hollow_has_events(const struct ibv_device *device);

/* Objects of the firmware. */
struct mlx5dv_devx_obj *hollow_new_object(uint32_t number);

/* Adds the functions of an extended queue pair and of an extended completion queue. */
void hollow_add_operations(struct ibv_qp_ex *qp);
void hollow_add_fields(struct ibv_cq_ex *cq);

/* Remembers the address by which requests name the start of a region. */
void hollow_region(const struct ibv_mr *mr, uint64_t start);

/* Makes a region of PD. */
struct ibv_mr *hollow_new_region(struct ibv_pd *pd, void *address, size_t length);

/* Returns a number that no object has. */
uint32_t hollow_number(void);

/* Makes an action for rules with a number, 0 for one of verbs, and returns the number of an action. */
struct ibv_flow_action *hollow_new_action(struct ibv_context *context, uint32_t number);
uint32_t hollow_action(const struct ibv_flow_action *action);

/* Writes that libibverbs destroys a rule of mlx5dv_create_flow, and returns an errno. Rules of verbs have the handle 0. */
int hollow_flow_ends(struct ibv_flow *flow);

/* Writes a mask or a value of libmlx5, and returns the number of an object of DevX. */
struct mlx5dv_flow_match_parameters;
struct mlx5dv_devx_obj;
void hollow_call_match(const char *name, const struct mlx5dv_flow_match_parameters *match);
uint32_t hollow_object(const struct mlx5dv_devx_obj *object);

/* Returns the errno that the file of HOLLOW_REFUSE has for function NAME: its lines are "NAME ERRNO". 0 if it has none. */
int hollow_refusal(const char *name);

/* Fails with the errno that the test asks for. */
#define MAY_REFUSE(name)                                                                                              \
	do {                                                                                                          \
		int why = hollow_refusal(name);                                                                       \
		if (why)                                                                                              \
			return why;                                                                                   \
	} while (0)
#define MAY_REFUSE_OBJECT(name)                                                                                       \
	do {                                                                                                          \
		errno = hollow_refusal(name);                                                                         \
		if (errno)                                                                                            \
			return NULL;                                                                                  \
	} while (0)
#define MAY_REFUSE_NEGATIVE(name)                                                                                     \
	do {                                                                                                          \
		int why = hollow_refusal(name);                                                                       \
		if (why)                                                                                              \
			return -why;                                                                                  \
	} while (0)
#define MAY_REFUSE_DESCRIPTOR(name)                                                                                   \
	do {                                                                                                          \
		errno = hollow_refusal(name);                                                                         \
		if (errno)                                                                                            \
			return -1;                                                                                    \
	} while (0)

#endif
