/* Work queues, and the tables that spread packets over them. */
#include <stdlib.h>

#include "verbena_verbs.h"

/* Creates a work queue, and updates ATTRIBUTES to its sizes. */
int64_t verbena_verbs_create_wq(int64_t context, struct ibv_wq_init_attr *attributes)
{
	return verbena_handle(ibv_create_wq(OBJECT(verbena_context, context)->verbs, attributes));
}

/* Returns the number of a work queue. */
int verbena_verbs_wq_number(int64_t wq)
{
	return (int)OBJECT(ibv_wq, wq)->wq_num;
}

/* Changes the attributes in the mask of ATTRIBUTES. */
int verbena_verbs_modify_wq(int64_t wq, struct ibv_wq_attr *attributes)
{
	return verbena_result(ibv_modify_wq(OBJECT(ibv_wq, wq), attributes));
}

/* Destroys a work queue, which no table may use. */
int verbena_verbs_destroy_wq(int64_t wq)
{
	return verbena_result(ibv_destroy_wq(OBJECT(ibv_wq, wq)));
}

/* Creates a table of 2^LOG_SIZE queues, whose handles are at QUEUES, 8 bytes each. */
int64_t verbena_verbs_create_table(int64_t context, int64_t queues, int log_size)
{
	const int64_t *handle = (const int64_t *)(intptr_t)queues;
	struct ibv_rwq_ind_table_init_attr attributes = {.log_ind_tbl_size = (uint32_t)log_size};
	size_t count = (size_t)1 << log_size;

	attributes.ind_tbl = calloc(count, sizeof(*attributes.ind_tbl));
	if (!attributes.ind_tbl)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		attributes.ind_tbl[i] = OBJECT(ibv_wq, handle[i]);
	int64_t table = verbena_handle(
		ibv_create_rwq_ind_table(OBJECT(verbena_context, context)->verbs, &attributes));
	free(attributes.ind_tbl);
	return table;
}

/* Destroys a table, which no queue pair may use. */
int verbena_verbs_destroy_table(int64_t table)
{
	return verbena_result(ibv_destroy_rwq_ind_table(OBJECT(ibv_rwq_ind_table, table)));
}
