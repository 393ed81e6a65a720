/* Queue pairs, address handles, multicast. */
#include <string.h>

#include "verbena_verbs.h"

/* Creates a queue pair, and updates ATTRIBUTES to its sizes. */
int64_t verbena_verbs_create_qp(int64_t context, struct ibv_qp_init_attr_ex *attributes)
{
	return verbena_handle(ibv_create_qp_ex(OBJECT(verbena_context, context)->verbs, attributes));
}

/* Opens the receiving end NUMBER of an XRC domain, which another process created. */
int64_t verbena_verbs_open_qp(int64_t context, int64_t xrcd, int number, int64_t cookie)
{
	struct ibv_qp_open_attr attributes = {
		.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_XRCD | IBV_QP_OPEN_ATTR_CONTEXT | IBV_QP_OPEN_ATTR_TYPE,
		.qp_num = (uint32_t)number,
		.xrcd = OBJECT(ibv_xrcd, xrcd),
		.qp_context = (void *)(intptr_t)cookie,
		.qp_type = IBV_QPT_XRC_RECV,
	};
	return verbena_handle(ibv_open_qp(OBJECT(verbena_context, context)->verbs, &attributes));
}

/* Returns the queue pair number, 24 bits. */
int verbena_verbs_qp_number(int64_t qp)
{
	return (int)OBJECT(ibv_qp, qp)->qp_num;
}

/* Changes the attributes of MASK. */
int verbena_verbs_modify_qp(int64_t qp, struct ibv_qp_attr *attributes, int mask)
{
	return verbena_result(ibv_modify_qp(OBJECT(ibv_qp, qp), attributes, mask));
}

/* Queries the attributes of MASK; a provider may return more. */
int verbena_verbs_query_qp(int64_t qp, struct ibv_qp_attr *attributes, int mask)
{
	struct ibv_qp_init_attr created;

	memset(attributes, 0, sizeof(*attributes));
	return verbena_result(ibv_query_qp(OBJECT(ibv_qp, qp), attributes, mask, &created));
}

/* Returns the size of the attributes in bytes. */
int verbena_verbs_qp_attr_size(void)
{
	return sizeof(struct ibv_qp_attr);
}

/* Copies attributes that another library wrote. */
int verbena_verbs_read_qp_attr(const void *bytes, struct ibv_qp_attr *attributes)
{
	memcpy(attributes, bytes, sizeof(*attributes));
	return 0;
}

/* Queries the ECE options. */
int verbena_verbs_query_ece(int64_t qp, struct ibv_ece *ece)
{
	return verbena_result(ibv_query_ece(OBJECT(ibv_qp, qp), ece));
}

/* Requests ECE options, and updates ECE to the accepted ones. */
int verbena_verbs_set_ece(int64_t qp, struct ibv_ece *ece)
{
	return verbena_result(ibv_set_ece(OBJECT(ibv_qp, qp), ece));
}

/* Limits the rate to KBPS, with bursts of BURST and packets of PACKET bytes; 0 for the default of the device. */
int verbena_verbs_rate_limit(int64_t qp, int kbps, int burst, int packet)
{
	struct ibv_qp_rate_limit_attr attributes = {
		.rate_limit = (uint32_t)kbps,
		.max_burst_sz = (uint32_t)burst,
		.typical_pkt_sz = (uint16_t)packet,
	};
	return verbena_result(ibv_modify_qp_rate_limit(OBJECT(ibv_qp, qp), &attributes));
}

/* Returns 1 if the data of OPERATION, enum ibv_wr_opcode, are written in order. */
int verbena_verbs_data_in_order(int64_t qp, int operation)
{
	return ibv_query_qp_data_in_order(OBJECT(ibv_qp, qp), (enum ibv_wr_opcode)operation, 0);
}

/* Destroys a queue pair. */
int verbena_verbs_destroy_qp(int64_t qp)
{
	return verbena_result(ibv_destroy_qp(OBJECT(ibv_qp, qp)));
}

/* Creates an address handle. */
int64_t verbena_verbs_create_ah(int64_t pd, struct ibv_ah_attr *attributes)
{
	return verbena_handle(ibv_create_ah(OBJECT(ibv_pd, pd), attributes));
}

/* Reads the address of the sender of a datagram from its completion and the 40 bytes before its payload. */
int verbena_verbs_init_ah(int64_t context, int port, int64_t completion, int64_t grh, struct ibv_ah_attr *attributes)
{
	memset(attributes, 0, sizeof(*attributes));
	return verbena_result(ibv_init_ah_from_wc(OBJECT(verbena_context, context)->verbs, (uint8_t)port,
						  OBJECT(ibv_wc, completion), OBJECT(ibv_grh, grh), attributes));
}

/* Resolves ATTRIBUTES to an Ethernet address, writes it to MAC, and returns the VLAN, 0xffff for none. */
int verbena_verbs_resolve_ethernet(int64_t context, struct ibv_ah_attr *attributes, void *mac)
{
	uint16_t vlan = 0xffff;
	int failed = verbena_result(
		ibv_resolve_eth_l2_from_gid(OBJECT(verbena_context, context)->verbs, attributes, mac, &vlan));

	return failed ? failed : vlan;
}

/* Destroys an address handle. */
int verbena_verbs_destroy_ah(int64_t ah)
{
	return verbena_result(ibv_destroy_ah(OBJECT(ibv_ah, ah)));
}

/* Attaches a queue pair to a multicast group. */
int verbena_verbs_attach_mcast(int64_t qp, void *gid, int lid)
{
	return verbena_result(ibv_attach_mcast(OBJECT(ibv_qp, qp), gid, (uint16_t)lid));
}

/* Detaches a queue pair from a multicast group. */
int verbena_verbs_detach_mcast(int64_t qp, void *gid, int lid)
{
	return verbena_result(ibv_detach_mcast(OBJECT(ibv_qp, qp), gid, (uint16_t)lid));
}
