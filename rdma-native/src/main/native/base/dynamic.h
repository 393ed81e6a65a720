/* The dynamic linker, in the versions before glibc 2.34 moved it out of libdl, which every JVM has loaded; glibc 2.28 suffices. */
#ifndef VERBENA_DYNAMIC_H
#define VERBENA_DYNAMIC_H

#include <dlfcn.h>

#if defined(__GLIBC__) && defined(__x86_64__)
#define BEFORE_2_34 "GLIBC_2.2.5"
#elif defined(__GLIBC__) && defined(__aarch64__)
#define BEFORE_2_34 "GLIBC_2.17"
#endif
#ifdef BEFORE_2_34
__asm__(".symver dlopen,dlopen@" BEFORE_2_34);
__asm__(".symver dlsym,dlsym@" BEFORE_2_34);
__asm__(".symver dlclose,dlclose@" BEFORE_2_34);
#endif

#endif
