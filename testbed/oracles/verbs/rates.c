/* Every rate that libibverbs knows: its code, its multiple of 2.5 Gb/s and its Mb/s, and back from all of either. */
#include <stdio.h>

#include <infiniband/verbs.h>

#define MOST_MULTIPLE 1000
#define MOST_MEGABITS 2000000

int main(void)
{
	for (int code = 0; code < 256; code++)
		printf("rate %d %d %d\n", code, ibv_rate_to_mult(code), ibv_rate_to_mbps(code));
	for (int multiple = -1; multiple <= MOST_MULTIPLE; multiple++)
		if (mult_to_ibv_rate(multiple) != IBV_RATE_MAX)
			printf("multiple %d %d\n", multiple, mult_to_ibv_rate(multiple));
	for (int megabits = -1; megabits <= MOST_MEGABITS; megabits++)
		if (mbps_to_ibv_rate(megabits) != IBV_RATE_MAX)
			printf("megabits %d %d\n", megabits, mbps_to_ibv_rate(megabits));
	return 0;
}
