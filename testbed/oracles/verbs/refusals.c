/*
 * What libibverbs answers on a device that lacks much: each call by its name, and 0 or the errno. A call that succeeds is
 * undone. Run as: refusals DEVICE
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <infiniband/verbs.h>

/* Since rdma-core 45, whose kernel is older. */
#define ACCESS_FLUSH_GLOBAL (1 << 8)
#define ACCESS_FLUSH_PERSISTENT (1 << 9)
#define QP_EX_WITH_FLUSH (1 << 13)

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static char *memory;

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	struct ibv_context *found = NULL;

	for (struct ibv_device **device = devices; device && *device && !found; device++)
		if (strcmp((*device)->name, name) == 0)
			found = ibv_open_device(*device);
	return found;
}

/* Tells of a call that answers an object. */
static void *made(const char *call, void *object)
{
	printf("%-32s %d\n", call, object ? 0 : errno);
	errno = 0;
	return object;
}

/* Tells of one that answers an errno, or -1 and errno. */
static void done(const char *call, int answer)
{
	printf("%-32s %d\n", call, answer < 0 ? errno : answer);
	errno = 0;
}

static void regions(void)
{
	enum ibv_access_flags local = IBV_ACCESS_LOCAL_WRITE;
	struct ibv_mr *mr = made("ibv_reg_mr", ibv_reg_mr(pd, memory, 8192, local));
	struct ibv_sge segment = {.addr = (uintptr_t)memory, .length = 4096, .lkey = mr ? mr->lkey : 0};

	if (ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_ACCESS, pd, NULL, 0, local | IBV_ACCESS_REMOTE_READ) == 0)
		errno = 0;
	done("ibv_rereg_mr", errno);
	done("ibv_advise_mr", ibv_advise_mr(pd, IBV_ADVISE_MR_ADVICE_PREFETCH, IBV_ADVISE_MR_FLAG_FLUSH, &segment, 1));
	if (mr)
		ibv_dereg_mr(mr);
	made("ibv_alloc_null_mr", ibv_alloc_null_mr(pd));
	made("ibv_reg_dmabuf_mr", ibv_reg_dmabuf_mr(pd, 0, 4096, 0, 0, local));
	made("ibv_reg_mr on demand", ibv_reg_mr(pd, memory, 8192, local | IBV_ACCESS_ON_DEMAND));
	made("ibv_reg_mr implicit", ibv_reg_mr(pd, NULL, SIZE_MAX, local | IBV_ACCESS_ON_DEMAND));
	made("ibv_reg_mr relaxed", ibv_reg_mr(pd, memory, 8192, local | IBV_ACCESS_RELAXED_ORDERING));
	made("ibv_reg_mr huge", ibv_reg_mr(pd, memory, 8192, local | IBV_ACCESS_HUGETLB));
	made("ibv_reg_mr zero based", ibv_reg_mr_iova(pd, memory, 8192, 0, local | IBV_ACCESS_ZERO_BASED));
	made("ibv_reg_mr iova", ibv_reg_mr_iova(pd, memory, 8192, 0x10000, local));
	made("ibv_reg_mr flush", ibv_reg_mr(pd, memory, 8192, local | ACCESS_FLUSH_GLOBAL));
	made("ibv_reg_mr persistent", ibv_reg_mr(pd, memory, 8192, local | ACCESS_FLUSH_PERSISTENT));
	struct ibv_alloc_dm_attr dm = {.length = 4096};
	made("ibv_alloc_dm", ibv_alloc_dm(context, &dm));
}

static void *take_default(struct ibv_pd *domain, void *pd_context, size_t size, size_t alignment, uint64_t type)
{
	(void)domain, (void)pd_context, (void)size, (void)alignment, (void)type;
	return IBV_ALLOCATOR_USE_DEFAULT;
}

static void give_back(struct ibv_pd *domain, void *pd_context, void *taken, uint64_t type)
{
	(void)domain, (void)pd_context, (void)taken, (void)type;
}

static void domains(void)
{
	struct ibv_td_init_attr threads = {0};
	struct ibv_td *td = made("ibv_alloc_td", ibv_alloc_td(context, &threads));
	struct ibv_parent_domain_init_attr parent = {.pd = pd, .td = td};
	made("ibv_alloc_parent_domain", ibv_alloc_parent_domain(context, &parent));
	struct ibv_parent_domain_init_attr own = {.pd = pd, .alloc = take_default, .free = give_back,
		.comp_mask = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS | IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT};
	made("ibv_alloc_parent_domain allocators", ibv_alloc_parent_domain(context, &own));
	struct ibv_xrcd_init_attr xrcd = {.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS, .fd = -1, .oflags = 0100};
	made("ibv_open_xrcd", ibv_open_xrcd(context, &xrcd));
}

static void queues(void)
{
	struct ibv_srq_init_attr_ex shared = {.attr = {.max_wr = 16, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ | IBV_SRQ_INIT_ATTR_TM,
		.srq_type = IBV_SRQT_TM, .pd = pd, .cq = cq, .tm_cap = {.max_num_tags = 4, .max_ops = 4}};
	made("ibv_create_srq_ex tags", ibv_create_srq_ex(context, &shared));
	struct ibv_srq_init_attr basic = {.attr = {.max_wr = 16, .max_sge = 1}};
	struct ibv_srq *srq = made("ibv_create_srq", ibv_create_srq(pd, &basic));
	uint32_t number;
	if (srq) {
		struct ibv_ops_wr wr = {.opcode = IBV_WR_TAG_SYNC}, *bad;
		done("ibv_get_srq_num", ibv_get_srq_num(srq, &number));
		done("ibv_post_srq_ops", ibv_post_srq_ops(srq, &wr, &bad));
	}
	struct ibv_wq_init_attr wq = {.wq_type = IBV_WQT_RQ, .max_wr = 16, .max_sge = 1, .pd = pd, .cq = cq};
	struct ibv_wq *queue = made("ibv_create_wq", ibv_create_wq(context, &wq));
	struct ibv_rwq_ind_table_init_attr table = {.ind_tbl = &queue};
	made("ibv_create_rwq_ind_table", ibv_create_rwq_ind_table(context, &table));
	struct ibv_counters_init_attr counters = {0};
	made("ibv_create_counters", ibv_create_counters(context, &counters));
	struct ibv_modify_cq_attr moderate = {.attr_mask = IBV_CQ_ATTR_MODERATE, .moderate = {4, 10}};
	done("ibv_modify_cq", ibv_modify_cq(cq, &moderate));
}

static struct ibv_qp *pair(const char *call, enum ibv_qp_type type)
{
	struct ibv_qp_init_attr_ex attributes = {.qp_type = type, .send_cq = cq, .recv_cq = cq, .pd = pd,
		.cap = {16, 16, 1, 1, 0}, .comp_mask = IBV_QP_INIT_ATTR_PD};
	return made(call, ibv_create_qp_ex(context, &attributes));
}

static struct ibv_qp *extended_pair(const char *call, uint64_t operations)
{
	struct ibv_qp_init_attr_ex attributes = {.qp_type = IBV_QPT_RC, .send_cq = cq, .recv_cq = cq, .pd = pd,
		.cap = {16, 16, 1, 1, 0}, .comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = operations};
	return made(call, ibv_create_qp_ex(context, &attributes));
}

static void pairs(void)
{
	pair("ibv_create_qp RAW_PACKET", IBV_QPT_RAW_PACKET);
	pair("ibv_create_qp XRC_SEND", IBV_QPT_XRC_SEND);
	struct ibv_qp_init_attr_ex hashed = {.qp_type = IBV_QPT_RAW_PACKET, .pd = pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS, .send_cq = cq, .recv_cq = cq,
		.cap = {16, 16, 1, 1, 0}, .create_flags = IBV_QP_CREATE_CVLAN_STRIPPING};
	made("ibv_create_qp flags", ibv_create_qp_ex(context, &hashed));
	struct ibv_qp *rc = pair("ibv_create_qp RC", IBV_QPT_RC);
	extended_pair("ibv_create_qp atomic write", IBV_QP_EX_WITH_ATOMIC_WRITE);
	extended_pair("ibv_create_qp flush", QP_EX_WITH_FLUSH);
	struct ibv_qp_init_attr_ex segmenting = {.qp_type = IBV_QPT_UD, .pd = pd, .send_cq = cq, .recv_cq = cq,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_MAX_TSO_HEADER, .cap = {16, 16, 1, 1, 0},
		.max_tso_header = 54};
	made("ibv_create_qp segmentation", ibv_create_qp_ex(context, &segmenting));
	extended_pair("ibv_create_qp TSO", IBV_QP_EX_WITH_TSO);
	struct ibv_qp_init_attr_ex named = {.qp_type = IBV_QPT_UD, .pd = pd, .send_cq = cq, .recv_cq = cq,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS, .cap = {16, 16, 1, 1, 0},
		.create_flags = IBV_QP_CREATE_SOURCE_QPN, .source_qpn = 0x123456};
	made("ibv_create_qp source", ibv_create_qp_ex(context, &named));
	struct ibv_flow_attr flow = {.type = IBV_FLOW_ATTR_NORMAL, .size = sizeof(flow), .port = 1};
	made("ibv_create_flow", ibv_create_flow(rc, &flow));
	struct ibv_flow_action_esp association = {.spi = 1};
	struct ibv_flow_action_esp_keymat_aes_gcm key = {.icv_len = 16, .key_len = 16};
	struct ibv_flow_action_esp_attr esp = {.esp_attr = &association, .keymat_ptr = &key, .keymat_len = sizeof(key)};
	made("ibv_create_flow_action_esp", ibv_create_flow_action_esp(context, &esp));
	struct ibv_cq_init_attr_ex queue = {.cqe = 16, .comp_mask = IBV_CQ_INIT_ATTR_MASK_PD, .parent_domain = pd};
	made("ibv_create_cq_ex domain", ibv_create_cq_ex(context, &queue));
	struct ibv_cq_init_attr_ex single = {.cqe = 16, .comp_mask = IBV_CQ_INIT_ATTR_MASK_FLAGS,
		.flags = IBV_CREATE_CQ_ATTR_SINGLE_THREADED};
	made("ibv_create_cq_ex single threaded", ibv_create_cq_ex(context, &single));
	struct ibv_ece ece = {0};
	done("ibv_query_ece", ibv_query_ece(rc, &ece));
	done("ibv_set_ece", ibv_set_ece(rc, &ece));
	struct ibv_qp_rate_limit_attr rate = {.rate_limit = 1000};
	done("ibv_modify_qp_rate_limit", ibv_modify_qp_rate_limit(rc, &rate));
	done("ibv_query_qp_data_in_order", ibv_query_qp_data_in_order(rc, IBV_WR_RDMA_WRITE, 0));
	struct ibv_values_ex values = {.comp_mask = IBV_VALUES_MASK_RAW_CLOCK};
	done("ibv_query_rt_values_ex", ibv_query_rt_values_ex(context, &values));
}

static void others(void)
{
	/* Of a GID that no port has; a failure is answered as a negative errno. */
	struct ibv_ah_attr nowhere = {.is_global = 1, .port_num = 1, .grh = {.dgid.raw = {0xfe, 0x80, [15] = 0xaa}}};
	uint8_t mac[6];
	uint16_t vlan;
	done("ibv_resolve_eth_l2_from_gid", -ibv_resolve_eth_l2_from_gid(context, &nowhere, mac, &vlan));
	made("ibv_import_device", ibv_import_device(context->cmd_fd));
	made("ibv_import_pd", ibv_import_pd(context, pd->handle));
	made("ibv_import_mr", ibv_import_mr(pd, 1));
	made("ibv_import_dm", ibv_import_dm(context, 1));
	printf("%-32s %d\n", "ibv_is_fork_initialized", ibv_is_fork_initialized());
}

int main(int argc, char **argv)
{
	context = argc == 2 ? open_device(argv[1]) : NULL;
	if (!context) {
		fprintf(stderr, "usage: refusals DEVICE\n");
		return 2;
	}
	memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pd = ibv_alloc_pd(context);
	cq = ibv_create_cq(context, 16, NULL, NULL, 0);
	errno = 0;
	regions();
	domains();
	queues();
	pairs();
	others();
	return 0;
}
