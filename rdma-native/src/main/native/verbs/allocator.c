/* Allocators of parent domains in Java: the one place where a driver's call ends up in the JVM. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../base/base.h"
#include "verbena_verbs.h"

/* Who is asked, an io.verbena.jni.verbs.IbvAllocator. */
struct verbena_allocator {
	JavaVM *vm;
	jobject memory;
	jmethodID allocate;
	jmethodID free;
};

/* The environment of this thread; a thread of the driver's own becomes one of the JVM until leave(). */
static JNIEnv *enter(const struct verbena_allocator *allocator, bool *attached)
{
	void *env = NULL;
	jint answer = (*allocator->vm)->GetEnv(allocator->vm, &env, JNI_VERSION_1_8);

	*attached = answer == JNI_EDETACHED;
	if (*attached)
		answer = (*allocator->vm)->AttachCurrentThreadAsDaemon(allocator->vm, &env, NULL);
	return answer == JNI_OK ? env : NULL;
}

/* No exception gets into the driver. Answers whether there was one. */
static bool leave(const struct verbena_allocator *allocator, JNIEnv *env, bool attached)
{
	bool failed = (*env)->ExceptionCheck(env);

	(*env)->ExceptionClear(env);
	if (attached)
		(*allocator->vm)->DetachCurrentThread(allocator->vm);
	return failed;
}

/* The alloc of struct ibv_parent_domain_init_attr: memory that is zero, the default, or NULL. */
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

/* The free of it. */
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

/* Lets a domain take its memory from ALLOCATOR. */
void verbena_verbs_use_allocator(struct ibv_parent_domain_init_attr *attributes, int64_t allocator)
{
	attributes->comp_mask |= IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS | IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT;
	attributes->alloc = allocate;
	attributes->free = give_back;
	attributes->pd_context = OBJECT(verbena_allocator, allocator);
}

/* An allocator that asks MEMORY, or -ENOMEM. */
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

/* Ends ALLOCATOR; the domains that were made with it are gone. */
JNIEXPORT void JNICALL FN(verbs_IbvAllocator, destroy)(JNIEnv *env, jclass cls, jlong allocator)
{
	struct verbena_allocator *ended = OBJECT(verbena_allocator, allocator);

	(void)cls;
	(*env)->DeleteGlobalRef(env, ended->memory);
	free(ended);
}
