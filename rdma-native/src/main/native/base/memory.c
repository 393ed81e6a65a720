#include <stdint.h>

#include "base.h"

/* Returns the address of a direct BUFFER, or 0. */
JNIEXPORT jlong JNICALL FN(Memory, address)(JNIEnv *env, jclass cls, jobject buffer)
{
	(void)cls;
	return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer);
}
