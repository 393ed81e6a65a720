/* Flow steering rules and their counters. */
#include "verbena_verbs.h"

/* Creates the rule at RULE, a struct ibv_flow_attr followed by its specifications. */
int64_t verbena_verbs_create_flow(int64_t qp, int64_t rule)
{
	return verbena_handle(ibv_create_flow(OBJECT(ibv_qp, qp), OBJECT(ibv_flow_attr, rule)));
}

/* Destroys a rule. */
int verbena_verbs_destroy_flow(int64_t flow)
{
	return verbena_result(ibv_destroy_flow(OBJECT(ibv_flow, flow)));
}

/* Creates counters, initially 0. */
int64_t verbena_verbs_create_counters(int64_t context)
{
	struct ibv_counters_init_attr attributes = {0};

	return verbena_handle(ibv_create_counters(OBJECT(verbena_context, context)->verbs, &attributes));
}

/* Destroys counters, which no rule may use. */
int verbena_verbs_destroy_counters(int64_t counters)
{
	return verbena_result(ibv_destroy_counters(OBJECT(ibv_counters, counters)));
}

/* Attaches counter INDEX of WHAT (enum ibv_counter_description) to future rules, or to FLOW unless it is 0. */
int verbena_verbs_attach_counters(int64_t counters, int what, int index, int64_t flow)
{
	struct ibv_counter_attach_attr attributes = {
		.counter_desc = (enum ibv_counter_description)what,
		.index = (uint32_t)index,
	};
	return verbena_result(
		ibv_attach_counters_point_flow(OBJECT(ibv_counters, counters), &attributes, OBJECT(ibv_flow, flow)));
}

/* Reads the first COUNT counters to VALUES, 8 bytes each. FLAGS is enum ibv_read_counters_flags. */
int verbena_verbs_read_counters(int64_t counters, int64_t values, int count, int flags)
{
	return verbena_result(ibv_read_counters(OBJECT(ibv_counters, counters), (uint64_t *)(intptr_t)values,
						(uint32_t)count, (uint32_t)flags));
}
