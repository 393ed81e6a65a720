package io.verbena.spi.verbs;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/**
 * Waiting for events, one thread at a time for each channel and for the device. A negative {@code int} is {@code -errno}.
 */
public interface VerbsEvents {
    /** Bytes of an event: 4 of {@link io.verbena.hca.AsyncEventType}, 4 of the port, 8 of the cookie. */
    int EVENT_SIZE = 16;

    /**
     * Waits for completion queues that have an event, and writes their cookies, 8 bytes each; how many, 0 after the time
     * or a wake-up.
     */
    int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis);

    /**
     * The same, for as many nanoseconds as the last 8 bytes of the memory say, which become those that are left. A driver that
     * learns that from its wait saves its callers the looks at the clock.
     */
    default int awaitCompletions(long channel, RecordMemory cookiesAndTime, int max) {
        ByteBuffer bytes = cookiesAndTime.bytes();
        int time = bytes.capacity() - Long.BYTES;
        long nanos = bytes.getLong(time);
        long millis = Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
        long start = System.nanoTime();
        int count = awaitCompletions(channel, cookiesAndTime, max, nanos == 0 ? 0 : (int) millis);
        bytes.putLong(time, Math.max(0, nanos - (System.nanoTime() - start)));
        return count;
    }

    /** Lets the threads go on that wait for the processor of this one: what they do may be what is waited for. */
    default void giveWay() {}

    /** Ends the wait for a channel; the next one, if nobody waits. */
    void wakeUp(long channel);

    /** Waits for what the device tells, and writes events; how many, 0 after the time or a wake-up. */
    int awaitEvents(RecordMemory events, int max, int timeoutMillis);

    /** Ends the wait for that; the next one, if nobody waits. */
    void wakeUp();
}
