/*
 * What the tests of DMA-BUF need in the bed beside its kernel, for a JVM that has this library preloaded:
 *
 * - ibv_reg_dmabuf_mr. The rxe provider of rdma-core lacks it, so the function of libibverbs fails before the kernel is asked. This
 *   one makes the request by the function of libibverbs with which other providers make it, and returns what the provider frees.
 * - DMA-BUFs that consist of memory of a memfd (udmabuf). io.verbena.linux.MemfdDmaBuf declares the functions.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <infiniband/verbs.h>
#include <jni.h>
#include <linux/udmabuf.h>

#define FN(NAME) Java_io_verbena_linux_MemfdDmaBuf_##NAME

/* struct verbs_mr of the providers, which no header that is installed declares. */
struct region {
	struct ibv_mr mr;
	int type;
	int access;
};

/* Exported by libibverbs for providers. */
int ibv_cmd_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access,
			  struct region *region);

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access)
{
	struct region *region = calloc(1, sizeof(*region));
	int error = region ? ibv_cmd_reg_dmabuf_mr(pd, offset, length, iova, fd, access, region) : ENOMEM;

	if (error) {
		free(region);
		errno = error;
		return NULL;
	}
	return &region->mr;
}

/* Returns a new memfd that cannot shrink, or the negative errno. */
JNIEXPORT jint JNICALL FN(memory)(JNIEnv *env, jclass cls, jlong bytes)
{
	int fd = memfd_create("verbena", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	(void)env, (void)cls;
	if (fd >= 0 && (ftruncate(fd, bytes) || fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK))) {
		int error = errno;

		close(fd);
		return -error;
	}
	return fd < 0 ? -errno : fd;
}

/* Returns a new DMA-BUF descriptor of the pages of a memfd, or the negative errno. */
JNIEXPORT jint JNICALL FN(export)(JNIEnv *env, jclass cls, jint memory, jlong bytes)
{
	struct udmabuf_create create = {
		.memfd = (__u32)memory, .flags = UDMABUF_FLAGS_CLOEXEC, .size = (__u64)bytes,
	};
	int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
	int fd = device < 0 ? -errno : ioctl(device, UDMABUF_CREATE, &create);

	(void)env, (void)cls;
	if (device >= 0) {
		fd = fd < 0 ? -errno : fd;
		close(device);
	}
	return fd;
}

JNIEXPORT void JNICALL FN(close)(JNIEnv *env, jclass cls, jint descriptor)
{
	(void)env, (void)cls;
	close(descriptor);
}
