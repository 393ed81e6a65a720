#include <stdint.h>

#include "base.h"

/* Returns the address of a direct BUFFER, or 0. */
JNIEXPORT jlong JNICALL FN(Memory, address)(JNIEnv *env, jclass cls, jobject buffer)
{
	(void)cls;
	return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}

/* Returns a direct buffer over LENGTH bytes at ADDRESS. */
JNIEXPORT jobject JNICALL FN(Memory, buffer)(JNIEnv *env, jclass cls, jlong address, jlong length)
{
	(void)cls;
	return (*env)->NewDirectByteBuffer(env, (void *)(intptr_t)address, length);
}
