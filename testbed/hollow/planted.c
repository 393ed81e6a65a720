/*
 * Errors on purpose: a suite that looks for such errors calls these first, and fails if it does not find them.
 * io.verbena.linux.PlantedErrors declares them.
 */
#include <limits.h>
#include <stdlib.h>

#include <jni.h>

#define FN(NAME) Java_io_verbena_linux_PlantedErrors_##NAME

/* A write one byte behind memory of the heap. */
JNIEXPORT void JNICALL FN(outOfBounds)(JNIEnv *env, jclass cls, jint length)
{
	(void)env, (void)cls;
	volatile char *bytes = malloc((size_t)length);

	bytes[length] = 1;
	free((void *)bytes);
}

/* A signed integer overflow. */
JNIEXPORT jint JNICALL FN(overflow)(JNIEnv *env, jclass cls, jint number)
{
	(void)env, (void)cls;
	return number + INT_MAX;
}

/* A JNI call with an exception pending. */
JNIEXPORT void JNICALL FN(misuse)(JNIEnv *env, jclass cls, jint length)
{
	(void)length;
	(*env)->GetMethodID(env, cls, "missing", "()V");
	(*env)->GetMethodID(env, cls, "missing", "()V");
	(*env)->ExceptionClear(env);
}
