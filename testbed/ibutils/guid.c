/*
 * Lets ibnlparse of ibutils 1.5.7 list a system: LD_PRELOAD=library ibnlparse FILE TYPE.
 *
 * The program prints a GUID, 18 characters and a NUL, into an array of 18 bytes. The check of the size (_FORTIFY_SOURCE) in the package
 * of Debian 12 ends it there. This library replaces the check: the NUL is written behind the array, as without _FORTIFY_SOURCE.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...);

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...)
{
	va_list arguments;
	int length;

	(void)flag;
	va_start(arguments, format);
	length = vsnprintf(to, size + 1, format, arguments);
	va_end(arguments);
	return length;
}
