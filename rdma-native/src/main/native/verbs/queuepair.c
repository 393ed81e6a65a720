/* Queue pairs, address handles, multicast. */
#include <string.h>

#include "verbena_verbs.h"

/* A queue pair; the sizes in ATTRIBUTES become those it got. */
int64_t verbena_verbs_create_qp(int64_t context, struct ibv_qp_init_attr_ex *attributes)
{
	errno = 0;
	return verbena_handle(ibv_create_qp_ex(OBJECT(verbena_context, context)->verbs, attributes));
}

/* Its number, 24 bits. */
int verbena_verbs_qp_number(int64_t qp)
{
	return (int)OBJECT(ibv_qp, qp)->qp_num;
}

/* Changes what MASK says. */
int verbena_verbs_modify_qp(int64_t qp, struct ibv_qp_attr *attributes, int mask)
{
	return verbena_result(ibv_modify_qp(OBJECT(ibv_qp, qp), attributes, mask));
}

/* Reads what MASK says; a provider may tell more. */
int verbena_verbs_query_qp(int64_t qp, struct ibv_qp_attr *attributes, int mask)
{
	struct ibv_qp_init_attr created;

	memset(attributes, 0, sizeof(*attributes));
	return verbena_result(ibv_query_qp(OBJECT(ibv_qp, qp), attributes, mask, &created));
}

/* Bytes of the attributes. */
int verbena_verbs_qp_attr_size(void)
{
	return sizeof(struct ibv_qp_attr);
}

/* Reads attributes that another library wrote. */
int verbena_verbs_read_qp_attr(const void *bytes, struct ibv_qp_attr *attributes)
{
	memcpy(attributes, bytes, sizeof(*attributes));
	return 0;
}

/* Ends a queue pair. */
int verbena_verbs_destroy_qp(int64_t qp)
{
	return verbena_result(ibv_destroy_qp(OBJECT(ibv_qp, qp)));
}

/* An address handle. */
int64_t verbena_verbs_create_ah(int64_t pd, struct ibv_ah_attr *attributes)
{
	errno = 0;
	return verbena_handle(ibv_create_ah(OBJECT(ibv_pd, pd), attributes));
}

/* The way back to the sender of a datagram, by its completion and the 40 bytes in front of its payload. */
int verbena_verbs_init_ah(int64_t context, int port, int64_t completion, int64_t grh, struct ibv_ah_attr *attributes)
{
	memset(attributes, 0, sizeof(*attributes));
	errno = 0;
	return verbena_result(ibv_init_ah_from_wc(OBJECT(verbena_context, context)->verbs, (uint8_t)port,
						  OBJECT(ibv_wc, completion), OBJECT(ibv_grh, grh), attributes));
}

/* Ends an address handle. */
int verbena_verbs_destroy_ah(int64_t ah)
{
	return verbena_result(ibv_destroy_ah(OBJECT(ibv_ah, ah)));
}

/* Lets a queue pair get what is sent to a group. */
int verbena_verbs_attach_mcast(int64_t qp, void *gid, int lid)
{
	return verbena_result(ibv_attach_mcast(OBJECT(ibv_qp, qp), gid, (uint16_t)lid));
}

/* Lets it get that no longer. */
int verbena_verbs_detach_mcast(int64_t qp, void *gid, int lid)
{
	return verbena_result(ibv_detach_mcast(OBJECT(ibv_qp, qp), gid, (uint16_t)lid));
}
