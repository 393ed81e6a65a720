/*
 * Writes, for each field that libibmad knows, what it makes of a number of values. One line a value:
 *
 *   constant  label  bit  width  first-byte  bytes-before  bytes-after  value  text
 *
 * The bytes are random before the value is set; a value of more than 64 bits is those bytes. A line break in the text is
 * written as |, a tab as a blank. Values are seeded, so that every run writes the same.
 */
#include <infiniband/mad.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPACE 512

struct field {
	const char *constant;
	enum MAD_FIELDS field;
	int bit, width;
};

static uint64_t state = 0x5eed;

static uint64_t next(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static void fill(uint8_t *bytes, int count)
{
	for (int i = 0; i < count; i++)
		bytes[i] = (uint8_t)(next() >> 24);
}

/* Where the field is: the bits that count when it is read. A value that is too big would be written beyond them. */
static void find(struct field *f)
{
	_Alignas(8) uint8_t space[SPACE], read[SPACE], zeros[SPACE] = {0};

	f->bit = -1;
	for (int bit = 0; bit < SPACE * 8; bit++) {
		memset(space, 0, sizeof(space));
		memset(read, 0, sizeof(read));
		space[bit / 8] = 0x80 >> bit % 8;
		mad_decode_field(space, f->field, read);
		if (memcmp(read, zeros, sizeof(read))) {
			f->bit = f->bit < 0 ? bit : f->bit;
			f->width++;
		}
	}
}

static void hex(const uint8_t *bytes, int count)
{
	putchar('\t');
	for (int i = 0; i < count; i++)
		printf("%02x", bytes[i]);
}

static void sample(const struct field *f, void *value)
{
	int from = f->bit / 8, count = (f->bit + f->width - 1) / 8 - from + 1;
	_Alignas(8) uint8_t space[SPACE], before[SPACE], read[SPACE] = {0};
	char text[4096] = "";

	fill(space, sizeof(space));
	memcpy(before, space, sizeof(space));
	mad_encode_field(space, f->field, value);
	mad_decode_field(space, f->field, read);
	mad_dump_val(f->field, text, sizeof(text), read);
	for (char *c = text; *c; c++)
		if (*c == '\n' || *c == '\t')
			*c = *c == '\n' ? '|' : ' ';
	printf("%s\t%s\t%d\t%d\t%d", f->constant, mad_field_name(f->field), f->bit, f->width, from);
	hex(before + from, count);
	hex(space + from, count);
	if (f->width <= 32)
		printf("\t%x", *(uint32_t *)read);
	else if (f->width <= 64)
		printf("\t%" PRIx64, *(uint64_t *)read);
	else
		printf("\t-");
	printf("\t%s\n", text);
}

static void number(const struct field *f, uint64_t value)
{
	uint32_t low = (uint32_t)value;

	sample(f, f->width <= 32 ? (void *)&low : (void *)&value);
}

static void samples(struct field f)
{
	uint64_t ones = f.width >= 64 ? ~0ULL : (1ULL << f.width) - 1;

	if (f.width > 64) {
		uint8_t value[SPACE];

		for (int i = 0; i < 3; i++) {
			fill(value, sizeof(value));
			if (!strcmp(mad_field_name(f.field), "NodeDesc") || strstr(f.constant, "NAME_F"))
				for (int at = 0; at < SPACE; at++)
					value[at] = (uint8_t)(at < 5 + 3 * i ? 'a' + value[at] % 26 : 0);
			sample(&f, value);
		}
		return;
	}
	if (f.width <= 5) {
		for (uint64_t value = 0; value <= ones; value++)
			number(&f, value);
		return;
	}
	for (uint64_t value = 0; value < (f.width <= 8 ? 16 : 2); value++)
		number(&f, value);
	number(&f, ones);
	for (int bit = 1; bit < f.width && strstr(f.constant, "CAPMASK"); bit++)
		number(&f, 1ULL << bit);
	for (int i = 0; i < 3; i++)
		number(&f, next() & ones);
}

int main(void)
{
	static const struct field fields[] = {
#define FIELD(name) {#name, name, 0, 0},
#include "names.h"
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		struct field f = fields[i];

		if (!*mad_field_name(f.field))
			continue; /* has a constant, but nothing knows it */
		find(&f);
		samples(f);
	}
	return 0;
}
