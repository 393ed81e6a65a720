package io.verbena.embedded.hca.queue;

/** How long the sender of a message is to wait that found no receive (IBA 9.7.5.2.8, table 45). */
final class ReadyTimer {
    private static final long UNIT_NANOS = 10_000;
    private static final int[] UNITS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096,
        6144, 8192, 12288, 16384, 24576, 32768, 49152
    };

    private ReadyTimer() {}

    /** The time of a code from 0 to 31. */
    static long nanos(int code) {
        return UNITS[code] * UNIT_NANOS;
    }
}
