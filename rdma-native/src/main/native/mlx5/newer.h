/* Functions of libmlx5 that came after rdma-core 44, the oldest one that this builds with. Included before all other headers. */
#ifndef VERBENA_MLX5_NEWER_H
#define VERBENA_MLX5_NEWER_H

#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "../base/dynamic.h"
#include "verbena_mlx5.h"

/* Returns a function, or NULL if the installed library does not have it. */
#define FOUND(function)                                                                                               \
	({                                                                                                            \
		static _Atomic(void *) slot;                                                                          \
		(function##_function *)verbena_newer("libmlx5.so.1", "mlx5dv_" #function, &slot);                     \
	})

/* Calls a function and converts its result, or returns VERBENA_NOT_IN_LIBRARY. */
#define NEWER(convert, function, ...)                                                                                 \
	({                                                                                                            \
		function##_function *found = FOUND(function);                                                         \
		found ? convert(found(__VA_ARGS__)) : VERBENA_NOT_IN_LIBRARY;                                         \
	})

#endif
