/* Flow actions that encrypt or decrypt packets (IPsec ESP). */
#include "esp.h"

/* Creates the action of RECORD, a struct verbena_esp. */
int64_t verbena_verbs_create_esp(int64_t context, int64_t record)
{
	struct verbena_esp_action action;
	int failed = verbena_esp_prepare(&action, record);

	if (failed)
		return failed;
	return verbena_handle(
		ibv_create_flow_action_esp(OBJECT(verbena_context, context)->verbs, &action.verbs));
}

/* Changes the parts of an action that RECORD contains. */
int verbena_verbs_modify_esp(int64_t handle, int64_t record)
{
	struct verbena_esp_action action;
	int failed = verbena_esp_prepare(&action, record);

	if (failed)
		return failed;
	return verbena_result(ibv_modify_flow_action_esp(OBJECT(ibv_flow_action, handle), &action.verbs));
}

/* Destroys an action, which no rule may use. */
int verbena_verbs_destroy_action(int64_t action)
{
	return verbena_result(ibv_destroy_flow_action(OBJECT(ibv_flow_action, action)));
}
