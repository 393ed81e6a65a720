package io.verbena.spi.verbs;

/**
 * What moves data. These calls allocate nothing and throw nothing; a negative {@code int} is {@code -errno}.
 *
 * <p>Posting takes records that lie so many bytes apart, at least one of them, and may write into them. It answers how many
 * were posted, and above these 32 bits the errno of the one that was not: {@link #posted} and {@link #errno} tell.
 */
public interface VerbsData {

    /** Memory for requests or completions, zeroed. */
    RecordMemory records(int bytes);

    /** Posts {@link SendRecord}s. */
    long postSend(long queuePair, RecordMemory requests, int stride, int count);

    /** Posts {@link SendRecord}s to a queue pair with extended functions, all or none. */
    long postSendExtended(long queuePair, RecordMemory requests, int stride, int count);

    /** Posts {@link ReceiveRecord}s. */
    long postReceive(long queuePair, RecordMemory requests, int stride, int count);

    /** Posts {@link ReceiveRecord}s to a shared receive queue. */
    long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count);

    /** Posts {@link ReceiveRecord}s to a work queue. */
    long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count);

    /** Takes at most so many {@link CompletionRecord}s; how many. */
    int poll(long completionQueue, RecordMemory completions, int max);

    /**
     * The same of an extended queue, {@link CompletionRecord#EXTENDED_SIZE} bytes each.
     *
     * @param fields the bits of the {@link io.verbena.hca.CompletionField}s that it was created to tell
     */
    int pollExtended(long completionQueue, long fields, RecordMemory completions, int max);

    /** Asks for one event: at the next completion, or the next that is solicited or failed. */
    int requestNotification(long completionQueue, boolean solicitedOnly);

    /** How many requests were posted. */
    static int posted(long outcome) {
        return (int) outcome;
    }

    /** Why the next was not; 0 if all were. */
    static int errno(long outcome) {
        return (int) (outcome >>> 32);
    }
}
