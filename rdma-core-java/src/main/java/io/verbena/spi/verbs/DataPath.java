package io.verbena.spi.verbs;

import io.verbena.error.Errno;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CompletionField;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The part of an open device that moves data and waits for events. Except {@link #records}, its methods throw nothing, and a
 * negative {@code int} is {@code -errno}; posting and polling allocate nothing.
 *
 * <p>The methods that post take one or more records at a distance of {@code stride} bytes, and may write to them. They return
 * the number of posted requests in the lower 32 bits, and the errno of the first refused request above them; see {@link
 * #posted} and {@link #errno}.
 *
 * <p>One thread at a time waits on each completion channel, and one for asynchronous events.
 */
public interface DataPath {
    /** Bytes of an asynchronous event: 4 of {@link AsyncEventType}, 4 of the port, 8 of the cookie. */
    int EVENT_SIZE = 16;

    /** The errno that stands for a refusal by a closed {@linkplain #gate gate}. No function of C returns it. */
    int REFUSED = 0x1_0001;

    /** Allocates zeroed memory for requests or completions. */
    RecordMemory records(int bytes);

    /**
     * Creates a gate to a queue pair, a completion queue, a shared receive queue or a work queue, so that the provider counts the calls
     * of {@link #postSend}, {@link #postReceive}, {@link #postSharedReceive}, {@link #postWorkReceive} and {@link #poll}. These take
     * the address of the gate instead of the handle, and report {@link #REFUSED} if the gate is closed.
     *
     * @return null if the caller counts these calls, and passes the handle
     */
    default @Nullable CallGate gate(long handle) {
        return null;
    }

    /** Closes a gate, and waits for the calls inside. */
    default void awaitCalls(CallGate gate) {}

    /** Posts {@link SendRecord}s. */
    long postSend(long queuePair, RecordMemory requests, int stride, int count);

    /** Posts {@link SendRecord}s to a queue pair with extended functions; either all are posted or none. */
    default long postSendExtended(long queuePair, RecordMemory requests, int stride, int count) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    /** Posts {@link SendRecord}s with targets to an initiator of dynamic connections; either all are posted or none. */
    default long postSendToTargets(long queuePair, RecordMemory requests, int stride, int count) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    /**
     * Posts {@link SendRecord}s with the fields that only the driver knows, such as {@link SendRecord#PROCESSING_HINTS}, to a queue
     * pair that was created for them; either all are posted or none.
     */
    default long postSendOfDriver(long queuePair, RecordMemory requests, int stride, int count) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    /** Posts {@link ReceiveRecord}s. */
    long postReceive(long queuePair, RecordMemory requests, int stride, int count);

    /** Posts {@link ReceiveRecord}s to a shared receive queue. */
    default long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    /** Posts {@link ReceiveRecord}s to a work queue. */
    default long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    /** Polls at most {@code max} {@link CompletionRecord}s and returns their number. */
    int poll(long completionQueue, RecordMemory completions, int max);

    /**
     * Polls completions of an extended queue, {@link CompletionRecord#EXTENDED_SIZE} bytes each.
     *
     * @param fields the bits of the {@link CompletionField}s that the queue was created with
     * @return the number of completions in the lower 32 bits, and above them the errno that ended the poll, or 0
     */
    default long pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        return (long) Errno.EOPNOTSUPP << Integer.SIZE;
    }

    /** Requests one event for the next completion, or for the next one that is solicited or failed. */
    int requestNotification(long completionQueue, boolean solicitedOnly);

    /** Returns the number of posted requests or polled completions. */
    static int posted(long outcome) {
        return (int) outcome;
    }

    /** Returns the errno of the first refused request, or of the error that ended a poll; 0 if there was none. */
    static int errno(long outcome) {
        return (int) (outcome >>> 32);
    }

    /**
     * Waits for completion events and writes the cookies of their queues, 8 bytes each. Returns their number, 0 after the
     * timeout or a wake-up.
     */
    int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis);

    /**
     * Waits for completion events, with the timeout in nanoseconds in the last 8 bytes of the memory. The call replaces it by
     * the time that is left; a driver that learns that from its wait saves its caller from reading the clock.
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

    /** Yields the processor to other threads, which may be about to produce the awaited completion. */
    default void yieldProcessor() {}

    /** Ends the current wait on a channel, or the next one if no thread waits. */
    void wakeUpChannel(long channel);

    /**
     * Waits for asynchronous events and writes them, {@link #EVENT_SIZE} bytes each. Returns their number, 0 after the timeout
     * or a wake-up. The last event of a removed device is {@link AsyncEventType#DEVICE_FATAL}.
     */
    int awaitEvents(RecordMemory events, int max, int timeoutMillis);

    /** Ends the current wait for asynchronous events, or the next one if no thread waits. */
    void wakeUpEvents();
}
