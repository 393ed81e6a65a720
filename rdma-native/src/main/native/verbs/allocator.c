/* Allocators of parent domains in Java: the only callbacks from a driver into the JVM. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/base.h"
#include "verbena_verbs.h"

/* The Java object, an io.verbena.jni.verbs.IbvAllocator. */
struct verbena_allocator {
	JavaVM *vm;
	jobject memory;
	jmethodID allocate;
	jmethodID free;
};

/* Returns the environment of this thread. A thread of the driver is attached to the JVM until leave(). */
static JNIEnv *enter(const struct verbena_allocator *allocator, bool *attached)
{
	void *env = NULL;
	jint answer = (*allocator->vm)->GetEnv(allocator->vm, &env, JNI_VERSION_1_8);

	*attached = answer == JNI_EDETACHED;
	if (*attached)
		answer = (*allocator->vm)->AttachCurrentThreadAsDaemon(allocator->vm, &env, NULL);
	return answer == JNI_OK ? env : NULL;
}

/* Clears a pending exception, which must not reach the driver, and returns whether there was one. */
static bool leave(const struct verbena_allocator *allocator, JNIEnv *env, bool attached)
{
	bool failed = (*env)->ExceptionCheck(env);

	(*env)->ExceptionClear(env);
	if (attached)
		(*allocator->vm)->DetachCurrentThread(allocator->vm);
	return failed;
}

/* The alloc function of struct ibv_parent_domain_init_attr: returns zeroed memory, the default, or NULL. */
static void *allocate(struct ibv_pd *pd, void *context, size_t size, size_t alignment, uint64_t type)
{
	const struct verbena_allocator *allocator = context;
	bool attached;
	JNIEnv *env = enter(allocator, &attached);
	jlong address = 0;

	(void)pd;
	if (env) {
		address = (*env)->CallLongMethod(env, allocator->memory, allocator->allocate, (jlong)size,
						 (jlong)alignment, (jlong)type);
		if (leave(allocator, env, attached))
			address = 0;
	}
	void *memory = (void *)(intptr_t)address;
	if (!memory)
		errno = ENOMEM;
	else if (memory != IBV_ALLOCATOR_USE_DEFAULT)
		memset(memory, 0, size);
	return memory;
}

/* The free function of struct ibv_parent_domain_init_attr. */
static void give_back(struct ibv_pd *pd, void *context, void *memory, uint64_t type)
{
	const struct verbena_allocator *allocator = context;
	bool attached;
	JNIEnv *env = enter(allocator, &attached);

	(void)pd;
	if (env) {
		(*env)->CallVoidMethod(env, allocator->memory, allocator->free, (jlong)(intptr_t)memory, (jlong)type);
		leave(allocator, env, attached);
	}
}

/* Makes a domain take its memory from ALLOCATOR. */
void verbena_verbs_use_allocator(struct ibv_parent_domain_init_attr *attributes, int64_t allocator)
{
	attributes->comp_mask |= IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS | IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT;
	attributes->alloc = allocate;
	attributes->free = give_back;
	attributes->pd_context = OBJECT(verbena_allocator, allocator);
}

/* Creates an allocator that calls MEMORY, or returns -ENOMEM. */
JNIEXPORT jlong JNICALL FN(verbs_IbvAllocator, create)(JNIEnv *env, jclass cls, jobject memory)
{
	struct verbena_allocator *allocator = calloc(1, sizeof(*allocator));
	jclass type = (*env)->GetObjectClass(env, memory);

	(void)cls;
	if (!allocator)
		return -ENOMEM;
	(*env)->GetJavaVM(env, &allocator->vm);
	allocator->allocate = (*env)->GetMethodID(env, type, "allocate", "(JJJ)J");
	if (allocator->allocate)
		allocator->free = (*env)->GetMethodID(env, type, "free", "(JJ)V");
	if (allocator->free)
		allocator->memory = (*env)->NewGlobalRef(env, memory);
	if (allocator->memory)
		return (jlong)(intptr_t)allocator;
	free(allocator);
	return -ENOMEM;
}

/* Destroys ALLOCATOR after the domains that use it. */
JNIEXPORT void JNICALL FN(verbs_IbvAllocator, destroy)(JNIEnv *env, jclass cls, jlong allocator)
{
	struct verbena_allocator *ended = OBJECT(verbena_allocator, allocator);

	(void)cls;
	(*env)->DeleteGlobalRef(env, ended->memory);
	free(ended);
}
