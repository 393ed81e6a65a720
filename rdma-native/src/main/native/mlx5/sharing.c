/* Sharing of objects between processes, which came with rdma-core 64. Run on the hollow device only. */
#include "newer.h"

#ifndef HAVE_MLX5DV_VAR_EXPORT
struct mlx5dv_export_sizes {
	uint32_t var_attrs_size;
	uint32_t devx_umem_attrs_size;
	uint32_t devx_obj_attrs_size;
};
#endif

typedef int devx_obj_export_function(struct mlx5dv_devx_obj *, void *);
typedef struct mlx5dv_devx_obj *devx_obj_import_function(struct ibv_context *, void *);
typedef void devx_obj_unimport_function(struct mlx5dv_devx_obj *);
typedef int devx_umem_export_function(struct mlx5dv_devx_umem *, void *);
typedef struct mlx5dv_devx_umem *devx_umem_import_function(struct ibv_context *, void *);
typedef void devx_umem_unimport_function(struct mlx5dv_devx_umem *);
typedef int var_export_function(struct mlx5dv_var *, void *);
typedef struct mlx5dv_var *var_import_function(struct ibv_context *, void *);
typedef void var_unimport_function(struct mlx5dv_var *);
typedef void get_export_sizes_function(struct mlx5dv_export_sizes *, size_t);

#ifdef HAVE_MLX5DV_VAR_EXPORT
#define SAME_TYPE(name) \
	_Static_assert(__builtin_types_compatible_p(name##_function, __typeof__(mlx5dv_##name)), "another type of " #name)
SAME_TYPE(devx_obj_export);
SAME_TYPE(devx_obj_import);
SAME_TYPE(devx_obj_unimport);
SAME_TYPE(devx_umem_export);
SAME_TYPE(devx_umem_import);
SAME_TYPE(devx_umem_unimport);
SAME_TYPE(var_export);
SAME_TYPE(var_import);
SAME_TYPE(var_unimport);
_Static_assert(__builtin_types_compatible_p(get_export_sizes_function, __typeof__(_mlx5dv_get_export_sizes)),
	       "another type of _mlx5dv_get_export_sizes");
#endif

/* Writes the lengths of exported attributes: those of doorbells, of memory and of objects, 4 bytes each. */
int verbena_mlx5_export_sizes(int64_t sizes)
{
	static _Atomic(void *) slot;
	get_export_sizes_function *found =
		(get_export_sizes_function *)verbena_newer("libmlx5.so.1", "_mlx5dv_get_export_sizes", &slot);

	if (!found)
		return VERBENA_NOT_IN_LIBRARY;
	found(OBJECT(mlx5dv_export_sizes, sizes), sizeof(struct mlx5dv_export_sizes));
	return 0;
}

/* The three functions of a kind of objects. */
#define SHARED(name, type)                                                                                            \
	int verbena_mlx5_##name##_export(int64_t object, int64_t data)                                                \
	{                                                                                                             \
		return NEWER(verbena_result, name##_export, OBJECT(type, object), POINTER(data));                     \
	}                                                                                                             \
	int64_t verbena_mlx5_##name##_import(int64_t context, int64_t data)                                           \
	{                                                                                                             \
		return NEWER(verbena_handle, name##_import, VERBS(context), POINTER(data));                           \
	}                                                                                                             \
	int verbena_mlx5_##name##_unimport(int64_t object)                                                            \
	{                                                                                                             \
		name##_unimport_function *found = FOUND(name##_unimport);                                             \
		if (!found)                                                                                           \
			return VERBENA_NOT_IN_LIBRARY;                                                                \
		found(OBJECT(type, object));                                                                          \
		return 0;                                                                                             \
	}

SHARED(devx_obj, mlx5dv_devx_obj)
SHARED(devx_umem, mlx5dv_devx_umem)
SHARED(var, mlx5dv_var)
