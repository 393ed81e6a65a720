/*
 * Preloaded into a program of infiniband-diags: writes each datagram of a class that it sends or receives to the file that
 * TAP_FILE names, one a line, "> " or "< " and the bytes in hexadecimal. What is received is written as libibumad hands it
 * over, a table as a whole. TAP_CLASS is the number of the class; that of the subnet administration unless given.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <infiniband/umad.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLASS = 1, SUBNET_ADMINISTRATION = 3 };

static void tap(char direction, const unsigned char *mad, int length)
{
	const char *name = getenv("TAP_FILE");
	const char *class = getenv("TAP_CLASS");
	FILE *file;

	if (!name || length <= CLASS || mad[CLASS] != (class ? strtol(class, NULL, 0) : SUBNET_ADMINISTRATION))
		return;
	file = fopen(name, "a");
	if (!file)
		return;
	fprintf(file, "%c ", direction);
	for (int i = 0; i < length; i++)
		fprintf(file, "%02x", mad[i]);
	fputc('\n', file);
	fclose(file);
}

int umad_send(int fd, int agent, void *umad, int length, int timeout, int retries)
{
	int (*real)(int, int, void *, int, int, int) = dlsym(RTLD_NEXT, "umad_send");

	tap('>', umad_get_mad(umad), length);
	return real(fd, agent, umad, length, timeout, retries);
}

int umad_recv(int fd, void *umad, int *length, int timeout)
{
	int (*real)(int, void *, int *, int) = dlsym(RTLD_NEXT, "umad_recv");
	int result = real(fd, umad, length, timeout);

	if (result >= 0 && umad_status(umad) == 0)
		tap('<', umad_get_mad(umad), *length);
	return result;
}
