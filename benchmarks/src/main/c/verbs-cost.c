/*
 * verbs-cost DEVICE SECONDS: nanoseconds for posting one signaled SEND of 64 bytes and polling its completion, in a
 * loop as a C program has it; the same as VerbsCostBenchmark does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>

#define BYTES 64
#define BATCH 100000

static void *require(void *object, const char *what)
{
	if (object)
		return object;
	perror(what);
	exit(1);
}

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **device = require(ibv_get_device_list(NULL), "ibv_get_device_list");

	while (*device && strcmp((*device)->name, name) != 0)
		device++;
	if (!*device) {
		fprintf(stderr, "there is no device %s\n", name);
		exit(1);
	}
	return require(ibv_open_device(*device), "ibv_open_device");
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void send_and_poll(struct ibv_qp *qp, struct ibv_cq *cq, const struct ibv_mr *mr, uint64_t id)
{
	struct ibv_sge segment = {.addr = (uintptr_t)mr->addr, .length = BYTES, .lkey = mr->lkey};
	struct ibv_send_wr *bad, request = {
		.wr_id = id,
		.sg_list = &segment,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED,
	};
	struct ibv_wc completion;

	if (ibv_post_send(qp, &request, &bad) || ibv_poll_cq(cq, 1, &completion) != 1 || completion.status ||
	    completion.wr_id != id) {
		fprintf(stderr, "request %llu did not complete\n", (unsigned long long)id);
		exit(1);
	}
}

int main(int count, char **arguments)
{
	static char bytes[BYTES];

	if (count != 3) {
		fprintf(stderr, "usage: verbs-cost DEVICE SECONDS\n");
		return 2;
	}
	struct ibv_context *context = open_device(arguments[1]);
	struct ibv_pd *pd = require(ibv_alloc_pd(context), "ibv_alloc_pd");
	struct ibv_mr *mr = require(ibv_reg_mr(pd, bytes, BYTES, IBV_ACCESS_LOCAL_WRITE), "ibv_reg_mr");
	struct ibv_cq *cq = require(ibv_create_cq(context, 16, NULL, NULL, 0), "ibv_create_cq");
	struct ibv_qp_init_attr attributes = {
		.send_cq = cq,
		.recv_cq = cq,
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 16, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
	};
	struct ibv_qp *qp = require(ibv_create_qp(pd, &attributes), "ibv_create_qp");

	uint64_t id = 0;
	double began = now(), length = atof(arguments[2]) * 1e9;
	do {
		for (int i = 0; i < BATCH; i++)
			send_and_poll(qp, cq, mr, id++);
	} while (now() - began < length);
	printf("%.1f\n", (now() - began) / (double)id);
	return 0;
}
