/* The dynamic linker, in the versions before glibc 2.34 moved it out of libdl, which every JVM has loaded; glibc 2.28 suffices. */
#ifndef VERBENA_DYNAMIC_H
#define VERBENA_DYNAMIC_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

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

/* Returns the function NAME, preloaded or of LIBRARY if that is loaded, or NULL; SLOT keeps it. Requires _GNU_SOURCE. */
#ifdef RTLD_DEFAULT
static inline void *verbena_newer(const char *library, const char *name, _Atomic(void *) *slot)
{
	void *function = atomic_load(slot);

	if (!function) {
		function = dlsym(RTLD_DEFAULT, name);
		void *loaded = function ? NULL : dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
		if (loaded) {
			function = dlsym(loaded, name);
			dlclose(loaded);
		}
		atomic_store(slot, function);
	}
	return function;
}
#endif

#endif
