/*
 * The functions that io.verbena.jni.umad calls: thin wrappers of libibumad. They return -errno on failure, keep no state, and may
 * be called by any thread.
 */
#ifndef VERBENA_UMAD_H
#define VERBENA_UMAD_H

#include <stddef.h>
#include <stdint.h>

#include <infiniband/umad.h>

enum { VERBENA_UMAD_PKEYS = 256 };

/* A umad_ca of fixed size in host byte order. The Java class of this name has the same fields and array lengths. */
struct verbena_umad_device {
	char name[20];
	char type[40];
	char firmware[20];
	char hardware[20];
	int32_t nodeType;
	int32_t portCount;
	int32_t portMask;                                  /* bit n: port n exists */
	uint64_t nodeGuid;
	uint64_t systemGuid;
};

/* A umad_port of fixed size in host byte order. The Java class of this name has the same fields and array lengths. */
struct verbena_umad_port {
	int32_t number;
	int32_t baseLid;
	int32_t lmc;
	int32_t smLid;
	int32_t smSl;
	int32_t state;
	int32_t physicalState;
	int32_t rate;
	int32_t capabilityMask;
	int32_t pkeyCount;
	uint64_t gidPrefix;
	uint64_t portGuid;
	char linkLayer[20];
	uint16_t pkeys[VERBENA_UMAD_PKEYS];
};

int verbena_umad_device_names(void *names, int max);
int verbena_umad_device(const char *name, struct verbena_umad_device *device);
int verbena_umad_port(const char *device, int number, struct verbena_umad_port *port);

int verbena_umad_open(const char *device, int number);
int verbena_umad_open_issm(const char *device, int number);
int verbena_umad_close(int fd);
int verbena_umad_register(int fd, int class, int version, int rmpp, int64_t methods0, int64_t methods64);
int verbena_umad_register_vendor(int fd, int class, int oui, int rmpp, int64_t methods0, int64_t methods64);
int verbena_umad_unregister(int fd, int agent);

int verbena_umad_send(int fd, int agent, void *message, int length, int timeout_ms, int retries);
int verbena_umad_receive(int fd, int wake, void *slots, int slot_size, int max, int timeout_ms);
int verbena_umad_discard(int fd, int length);

#endif
