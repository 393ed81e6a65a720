#include "base.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <x86intrin.h>

/* The bit of CPUID leaf 0x80000007 that announces an invariant time stamp counter. */
#define INVARIANT_TSC (1u << 8)

static int is_invariant(void)
{
	unsigned int eax, ebx, ecx, edx;
	return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) && (edx & INVARIANT_TSC);
}

static unsigned long long cycles(void)
{
	return __rdtsc();
}

#elif defined(__aarch64__)

static int is_invariant(void)
{
	return 1;
}

static unsigned long long cycles(void)
{
	unsigned long long count;
	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
	return count;
}

#else

static int is_invariant(void)
{
	return 0;
}

static unsigned long long cycles(void)
{
	return 0;
}

#endif

/* Returns whether the counter has a constant rate on all processors. */
JNIEXPORT jboolean JNICALL FN(CycleCounter, isInvariant)(JNIEnv *env, jclass cls)
{
	(void)env, (void)cls;
	return is_invariant() ? JNI_TRUE : JNI_FALSE;
}

/* Returns the counter. */
JNIEXPORT jlong JNICALL FN(CycleCounter, read)(JNIEnv *env, jclass cls)
{
	(void)env, (void)cls;
	return (jlong)cycles();
}
