/*
 * Reads between rxe0 and rxe1 by RDMA READ and compares every word of each successful READ: see usage() and
 * ../../README.md.
 *
 * Both ends are in this process. Each slot has a source of its own, which holds the round in every word and changes
 * only while no READ of the slot is in flight. A successful READ that leaves any other word in its destination is wrong.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 8, LARGEST = 64 << 10, MESSAGE = 64, MTU = 1024, RECEIVES = 64, WORDS = LARGEST / 8, PRINTED = 20 };
enum kind { READ, WRITE, SEND, RECEIVE };
enum { READS = 1, WRITES = 2, SENDS = 4 };

struct message {
	uint32_t slot;
	uint32_t round;
	uint32_t length;
	bool confirms;
};

/* The current transfer from the peer's source of a slot to this end's destination. */
struct transfer {
	uint32_t round;
	uint32_t length;
	bool in_flight;
	bool write_pending;
};

struct end {
	const char *name;
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_qp *qp;
	union ibv_gid gid;
	uint64_t *source;      /* SLOTS * WORDS, read by the peer */
	uint64_t *destination; /* SLOTS * WORDS */
	uint64_t *written;     /* SLOTS * WORDS, written by the peer */
	uint64_t *outgoing;    /* SLOTS * WORDS, written to the peer */
	char *received;        /* RECEIVES * MESSAGE */
	char *sent;            /* 2 * SLOTS * MESSAGE: announcements, confirmations */
	struct transfer transfers[SLOTS];
	struct end *peer;
};

static struct end ends[2];
static int mode = READS, depth = 16, timeout = 14, retries = 6, smallest = 16 << 10, largest = LARGEST;
static bool both;
static uint64_t seed = 1;
static uint64_t reads, bytes, wrong, writes, wrong_writes, connections, failures, after_wrong;
static bool just_wrong;
static double began;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fputs("rxe-read: ", stderr);
	vfprintf(stderr, format, args);
	fprintf(stderr, ": %s\n", strerror(errno));
	exit(2);
}

static uint32_t next_random(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return seed >> 33;
}

static uint64_t word(uint32_t round, uint32_t slot, uint32_t index)
{
	return (uint64_t)round << 32 | slot << 24 | index;
}

static void fill(uint64_t *words, uint32_t round, uint32_t slot, uint32_t length)
{
	for (uint32_t i = 0; i < length / 8; i++)
		words[i] = word(round, slot, i);
}

static void open_end(struct end *end, const char *name)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	size_t size = (size_t)4 * SLOTS * LARGEST + (RECEIVES + 2 * SLOTS) * MESSAGE;
	char *memory;
	end->name = name;
	for (int i = 0; devices && devices[i]; i++)
		if (!strcmp(ibv_get_device_name(devices[i]), name))
			end->context = ibv_open_device(devices[i]);
	if (!end->context)
		fail("no device %s", name);
	if (ibv_query_gid(end->context, 1, 1, &end->gid))
		fail("no GID of %s", name);
	end->pd = ibv_alloc_pd(end->context);
	memory = aligned_alloc(4096, size);
	memset(memory, 0, size);
	end->mr = ibv_reg_mr(end->pd, memory, size,
			     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE);
	if (!end->mr)
		fail("ibv_reg_mr");
	end->source = (uint64_t *)memory;
	end->destination = end->source + SLOTS * WORDS;
	end->written = end->destination + SLOTS * WORDS;
	end->outgoing = end->written + SLOTS * WORDS;
	end->received = (char *)(end->outgoing + SLOTS * WORDS);
	end->sent = end->received + RECEIVES * MESSAGE;
}

static void post(struct end *end, enum ibv_wr_opcode opcode, enum kind kind, uint32_t id, void *local, uint32_t length,
		 void *remote)
{
	struct ibv_sge sge = {.addr = (uintptr_t)local, .length = length, .lkey = end->mr->lkey};
	struct ibv_send_wr wr = {
		.wr_id = (uint64_t)kind << 32 | id,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = opcode,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = (uintptr_t)remote, .rkey = end->peer->mr->rkey},
	};
	struct ibv_send_wr *bad;
	if (ibv_post_send(end->qp, &wr, &bad))
		fail("ibv_post_send on %s", end->name);
}

static void post_receive(struct end *end, uint32_t id)
{
	struct ibv_sge sge = {(uintptr_t)(end->received + id * MESSAGE), MESSAGE, end->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = (uint64_t)RECEIVE << 32 | id, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;
	if (ibv_post_recv(end->qp, &wr, &bad))
		fail("ibv_post_recv on %s", end->name);
}

static void post_message(struct end *end, uint32_t slot, bool confirms)
{
	struct transfer *transfer = &(confirms ? end : end->peer)->transfers[slot];
	struct message message = {slot, transfer->round, transfer->length, confirms};
	char *buffer = end->sent + (2 * slot + confirms) * MESSAGE;
	memcpy(buffer, &message, sizeof message);
	post(end, IBV_WR_SEND, SEND, 2 * slot + confirms, buffer, MESSAGE, NULL);
}

static void post_read(struct end *reader, uint32_t slot)
{
	struct transfer *transfer = &reader->transfers[slot];
	if (mode & WRITES) {
		fill(reader->outgoing + slot * WORDS, transfer->round, slot, transfer->length);
		transfer->write_pending = true;
		post(reader, IBV_WR_RDMA_WRITE, WRITE, slot, reader->outgoing + slot * WORDS, transfer->length,
		     reader->peer->written + slot * WORDS);
	}
	transfer->in_flight = true;
	post(reader, IBV_WR_RDMA_READ, READ, slot, reader->destination + slot * WORDS, transfer->length,
	     reader->peer->source + slot * WORDS);
}

/* Changes the source of a slot and starts the next READ of it. No READ of the slot may be in flight. */
static void begin(struct end *reader, uint32_t slot)
{
	struct transfer *transfer = &reader->transfers[slot];
	transfer->round++;
	transfer->length = (smallest + next_random() % (largest - smallest + 1)) & ~7u;
	fill(reader->peer->source + slot * WORDS, transfer->round, slot, LARGEST);
	if (mode & SENDS)
		post_message(reader->peer, slot, false);
	else
		post_read(reader, slot);
}

static bool check(const char *what, const struct end *end, const uint64_t *words, uint32_t slot)
{
	const struct transfer *transfer = &end->transfers[slot];
	uint32_t count = transfer->length / 8, first = count, last = 0, bad = 0;
	for (uint32_t i = 0; i < count; i++)
		if (words[i] != word(transfer->round, slot, i)) {
			first = bad++ ? first : i;
			last = i;
		}
	if (bad && wrong + wrong_writes < PRINTED)
		printf("%7.2f s WRONG %s by %s, slot %u: %u of %u bytes, from offset %u (%u * %d + %u) to %u; round %u "
		       "expected, round %u of offset %u found; read %lu, connection %lu\n",
		       now() - began, what, end->name, slot, bad * 8, transfer->length, first * 8, first * 8 / MTU, MTU,
		       first * 8 % MTU, last * 8 + 8, transfer->round, (uint32_t)(words[first] >> 32),
		       (uint32_t)(words[first] & 0xffffff) * 8, reads, connections);
	return bad == 0;
}

static void completed_read(struct end *end, uint32_t slot)
{
	struct transfer *transfer = &end->transfers[slot];
	reads++;
	bytes += transfer->length;
	transfer->in_flight = false;
	if (!check("READ", end, end->destination + slot * WORDS, slot)) {
		wrong++;
		just_wrong = true;
	}
	if (mode & SENDS)
		post_message(end, slot, true);
	else if (!transfer->write_pending)
		begin(end, slot);
}

static bool completed(struct end *end, const struct ibv_wc *wc)
{
	uint32_t id = (uint32_t)wc->wr_id;
	struct message message;
	if (wc->status) {
		if (just_wrong)
			after_wrong++;
		if (failures++ < PRINTED)
			printf("%7.2f s %s: %s%s\n", now() - began, end->name, ibv_wc_status_str(wc->status),
			       just_wrong ? ", on the connection that delivered wrong data" : "");
		return false;
	}
	switch ((enum kind)(wc->wr_id >> 32)) {
	case READ:
		completed_read(end, id);
		break;
	case WRITE:
		writes++;
		end->transfers[id].write_pending = false;
		if (!check("WRITE", end, end->peer->written + id * WORDS, id))
			wrong_writes++;
		if (!(mode & SENDS) && !end->transfers[id].in_flight)
			begin(end, id);
		break;
	case SEND:
		break;
	case RECEIVE:
		memcpy(&message, end->received + id * MESSAGE, sizeof message);
		post_receive(end, id);
		if (message.confirms)
			begin(end->peer, message.slot);
		else if (message.round == end->transfers[message.slot].round)
			post_read(end, message.slot);
		break;
	}
	return true;
}

static void connect_end(struct end *end, uint32_t psn, uint32_t peer_psn)
{
	struct ibv_qp_attr init = {.qp_state = IBV_QPS_INIT,
				   .port_num = 1,
				   .qp_access_flags = IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE};
	struct ibv_qp_attr rtr = {.qp_state = IBV_QPS_RTR,
				  .path_mtu = IBV_MTU_1024,
				  .dest_qp_num = end->peer->qp->qp_num,
				  .rq_psn = peer_psn,
				  .max_dest_rd_atomic = depth,
				  .min_rnr_timer = 12,
				  .ah_attr = {.is_global = 1,
					      .port_num = 1,
					      .grh = {.dgid = end->peer->gid, .sgid_index = 1, .hop_limit = 64}}};
	struct ibv_qp_attr rts = {.qp_state = IBV_QPS_RTS,
				  .sq_psn = psn,
				  .timeout = timeout,
				  .retry_cnt = retries,
				  .rnr_retry = 6,
				  .max_rd_atomic = depth};
	if (ibv_modify_qp(end->qp, &init, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
		fail("to INIT");
	if (ibv_modify_qp(end->qp, &rtr,
			  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
				  IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER))
		fail("to RTR");
	if (ibv_modify_qp(end->qp, &rts,
			  IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
				  IBV_QP_MAX_QP_RD_ATOMIC))
		fail("to RTS");
}

/* Creates queue pairs with new numbers, so that a delayed packet of an earlier connection cannot match. */
static void connect_both(void)
{
	uint32_t psn[2] = {next_random() & 0xffffff, next_random() & 0xffffff};
	for (int i = 0; i < 2; i++) {
		struct end *end = &ends[i];
		struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC,
						.cap = {.max_send_wr = 1024,
							.max_recv_wr = RECEIVES,
							.max_send_sge = 1,
							.max_recv_sge = 1}};
		if (!(end->cq = ibv_create_cq(end->context, 4096, NULL, NULL, 0)))
			fail("ibv_create_cq");
		attr.send_cq = attr.recv_cq = end->cq;
		if (!(end->qp = ibv_create_qp(end->pd, &attr)))
			fail("ibv_create_qp");
	}
	for (int i = 0; i < 2; i++)
		connect_end(&ends[i], psn[i], psn[1 - i]);
	for (int i = 0; i < 2; i++)
		for (uint32_t id = 0; (mode & SENDS) && id < RECEIVES; id++)
			post_receive(&ends[i], id);
	connections++;
	just_wrong = false;
	for (int i = 0; i < 1 + both; i++)
		for (uint32_t slot = 0; slot < SLOTS; slot++) {
			ends[i].transfers[slot].in_flight = ends[i].transfers[slot].write_pending = false;
			begin(&ends[i], slot);
		}
}

static void disconnect(void)
{
	for (int i = 0; i < 2; i++)
		if (ibv_destroy_qp(ends[i].qp) || ibv_destroy_cq(ends[i].cq))
			fail("closing");
}

static void usage(void)
{
	fputs("usage: rxe-read [OPTIONS]\n\n"
	      "-m MODE      r: READs only; rw: an RDMA WRITE before each READ; rs: SENDs announce and confirm each READ (r)\n"
	      "-b           both ends read, not only rxe0\n"
	      "-s SECONDS   duration (10)\n"
	      "-l, -L BYTES minimum and maximum length of a READ (16384, 65536)\n"
	      "-d DEPTH     outstanding READs on the wire (16)\n"
	      "-t, -r N     timeout and retry_cnt of the queue pairs (14, 6)\n"
	      "-S SEED      seed of the lengths (1)\n\n"
	      "Exit status: 0 all data correct, 1 wrong data, 2 anything else.\n",
	      stderr);
}

int main(int argc, char **argv)
{
	double seconds = 10, last;
	int option;
	while ((option = getopt(argc, argv, "m:s:d:t:r:l:L:bS:")) != -1)
		switch (option) {
		case 'm':
			mode = READS | (strchr(optarg, 'w') ? WRITES : 0) | (strchr(optarg, 's') ? SENDS : 0);
			break;
		case 's': seconds = atof(optarg); break;
		case 'd': depth = atoi(optarg); break;
		case 't': timeout = atoi(optarg); break;
		case 'r': retries = atoi(optarg); break;
		case 'l': smallest = atoi(optarg); break;
		case 'L': largest = atoi(optarg); break;
		case 'S': seed = atoll(optarg); break;
		case 'b': both = true; break;
		default:
			usage();
			return 2;
		}
	setvbuf(stdout, NULL, _IOLBF, 0);
	open_end(&ends[0], "rxe0");
	open_end(&ends[1], "rxe1");
	ends[0].peer = &ends[1];
	ends[1].peer = &ends[0];
	began = last = now();
	connect_both();
	while (now() - began < seconds) {
		bool idle = true, broken = false;
		for (int i = 0; i < 2 && !broken; i++) {
			struct ibv_wc wc[16];
			int found = ibv_poll_cq(ends[i].cq, 16, wc);
			for (int each = 0; each < found && !broken; each++)
				broken = !completed(&ends[i], &wc[each]);
			idle = idle && found <= 0;
		}
		if (!idle)
			last = now();
		if (broken || now() - last > 20) {
			if (!broken)
				printf("%7.2f s nothing completed for 20 s\n", now() - began);
			disconnect();
			connect_both();
			last = now();
		} else if (idle) {
			sched_yield();
		}
	}
	printf("%lu reads of %lu MiB, %lu WRONG; %lu writes, %lu WRONG; %lu connections, %lu failed, %lu of these right "
	       "after wrong data\n",
	       reads, bytes >> 20, wrong, writes, wrong_writes, connections, failures, after_wrong);
	return wrong || wrong_writes;
}
