/* What the C programs share that make the calls of Java: lines of their own, and calls that fail first. */
#ifndef HOLLOW_REFERENCE_H
#define HOLLOW_REFERENCE_H

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether each call fails once, with ENOSPC. */
static int refusing;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Writes a line of the program itself between those of the device. */
__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
	FILE *file = fopen(getenv("HOLLOW_CALLS"), "a");
	va_list arguments;

	if (!file)
		die("HOLLOW_CALLS");
	va_start(arguments, format);
	vfprintf(file, format, arguments);
	va_end(arguments);
	fputc('\n', file);
	fclose(file);
}

static void refuse(const char *name)
{
	FILE *file = fopen(getenv("HOLLOW_REFUSE"), "w");

	if (!file)
		die("HOLLOW_REFUSE");
	if (name)
		fprintf(file, "%s %d\n", name, ENOSPC);
	fclose(file);
}

/* Evaluates CALL, which returns an object, after it has failed once if it is to. */
#define OBJECT(name, call)                                                                                            \
	({                                                                                                            \
		if (refusing) {                                                                                       \
			refuse(name);                                                                                 \
			say("%s fails with %d", name, (call) ? 0 : errno);                                            \
			refuse(NULL);                                                                                 \
		}                                                                                                     \
		__typeof__(call) object = (call);                                                                     \
		if (!object)                                                                                          \
			die(name);                                                                                    \
		object;                                                                                               \
	})

/* Evaluates CALL, which returns an errno. */
#define RESULT(name, call)                                                                                            \
	do {                                                                                                          \
		if (refusing) {                                                                                       \
			refuse(name);                                                                                 \
			say("%s fails with %d", name, (call));                                                        \
			refuse(NULL);                                                                                 \
		}                                                                                                     \
		errno = (call);                                                                                       \
		if (errno)                                                                                            \
			die(name);                                                                                    \
	} while (0)

#endif
