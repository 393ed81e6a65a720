/*
 * Streams: the rsockets of librdmacm. A stream is the descriptor of rsocket(). Only shutdown and close block.
 */
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <rdma/rsocket.h>

#include "verbena_cm.h"

/* Returns the ANSWER of an rsockets function, or -errno if it is -1. */
static int64_t stream_answer(ssize_t answer)
{
	return answer >= 0 ? answer : errno ? -errno : -EIO;
}

/* Calls an rsockets function after clearing errno, so that a failure never reports a stale value. */
#define stream_result(call) (errno = 0, stream_answer(call))

static int opened(int stream)
{
	if (stream < 0)
		return (int)stream_answer(stream);
	if (rfcntl(stream, F_SETFL, O_NONBLOCK) == 0)
		return stream;
	int why = errno;
	rclose(stream);
	return -why;
}

static socklen_t length_of(const void *address)
{
	return ((const struct sockaddr *)address)->sa_family == AF_INET ? sizeof(struct sockaddr_in)
									 : sizeof(struct sockaddr_in6);
}

/* Creates a stream for the address family of ADDRESS. */
int verbena_cm_open_stream(void *address)
{
	errno = 0;
	return opened(rsocket(((struct sockaddr *)address)->sa_family, SOCK_STREAM, 0));
}

int verbena_cm_bind_stream(int stream, void *address)
{
	return (int)stream_result(rbind(stream, address, length_of(address)));
}

int verbena_cm_listen_stream(int stream, int backlog)
{
	return (int)stream_result(rlisten(stream, backlog));
}

/* Returns the stream of the next connection, or -EAGAIN if there is none. */
int verbena_cm_accept_stream(int stream)
{
	errno = 0;
	return opened(raccept(stream, NULL, NULL));
}

/* Starts to connect, and returns -EINPROGRESS. */
int verbena_cm_connect_stream(int stream, void *address)
{
	return (int)stream_result(rconnect(stream, address, length_of(address)));
}

/* Sends as many bytes as fit into the send buffer. */
int64_t verbena_cm_send_stream(int stream, int64_t address, int64_t length)
{
	return stream_result(rsend(stream, (const void *)(intptr_t)address, (size_t)length, 0));
}

/* Receives the available bytes; returns 0 if the peer has shut down its side. */
int64_t verbena_cm_receive_stream(int stream, int64_t address, int64_t length)
{
	return stream_result(rrecv(stream, (void *)(intptr_t)address, (size_t)length, 0));
}

/* Shuts down SHUT_RD, SHUT_WR or both, after all sent bytes have arrived. */
int verbena_cm_shutdown_stream(int stream, int how)
{
	return (int)stream_result(rshutdown(stream, how));
}

/* Closes a stream after all sent bytes have arrived. */
int verbena_cm_close_stream(int stream)
{
	return (int)stream_result(rclose(stream));
}

int verbena_cm_set_stream_option(int stream, int level, int option, int value)
{
	return (int)stream_result(rsetsockopt(stream, level, option, &value, sizeof(value)));
}

/* Returns the value of an option, which is not negative. */
int verbena_cm_get_stream_option(int stream, int level, int option)
{
	int value = 0;
	socklen_t length = sizeof(value);

	errno = 0;
	if (rgetsockopt(stream, level, option, &value, &length))
		return (int)stream_answer(-1);
	return value;
}

/* Writes the local address or that of the peer, ADDRESS_BYTES long. */
int verbena_cm_stream_address(int stream, int peer, void *address)
{
	socklen_t length = ADDRESS_BYTES;

	memset(address, 0, ADDRESS_BYTES);
	return (int)stream_result(peer ? rgetpeername(stream, address, &length)
				       : rgetsockname(stream, address, &length));
}

/* Maps memory at OFFSET, to which the peer can then write. */
int verbena_cm_map_stream(int stream, int64_t address, int64_t length, int64_t offset)
{
	errno = 0;
	return riomap(stream, (void *)(intptr_t)address, (size_t)length, PROT_WRITE, 0, offset) == offset
		       ? 0
		       : (int)stream_answer(-1);
}

int verbena_cm_unmap_stream(int stream, int64_t address, int64_t length)
{
	return (int)stream_result(riounmap(stream, (void *)(intptr_t)address, (size_t)length));
}

/* Writes to memory that the peer mapped; returns the number of bytes, 0 if nothing is mapped at the offset. */
int64_t verbena_cm_write_stream(int stream, int64_t address, int64_t length, int64_t offset)
{
	return stream_result(
		(ssize_t)riowrite(stream, (const void *)(intptr_t)address, (size_t)length, offset, 0));
}
