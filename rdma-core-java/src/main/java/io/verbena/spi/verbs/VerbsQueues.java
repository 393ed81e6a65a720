package io.verbena.spi.verbs;

import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.SharedReceiveQueueAttributes;
import java.util.Set;

/** Completion channels, completion queues and shared receive queues. All throw {@link io.verbena.error.SysException}. */
public interface VerbsQueues {

    /** A completion channel. */
    long createCompletionChannel();

    /** Ends it. */
    void destroyCompletionChannel(long channel);

    /** A completion queue of at least so many entries; with channel 0 it has no events. */
    long createCompletionQueue(int entries, long cookie, long channel, int vector);

    /** An extended one, which tells these fields; in a parent domain unless that is 0. */
    long createExtendedCompletionQueue(
            int entries,
            long cookie,
            long channel,
            int vector,
            Set<CompletionField> fields,
            Set<CompletionQueueFlag> flags,
            long domain);

    /** How many entries it has. */
    int completionQueueEntries(long queue);

    /** Changes that. */
    void resizeCompletionQueue(long queue, int entries);

    /** Lets an event wait for so many completions, or so many microseconds. */
    void moderateCompletionQueue(long queue, int completions, int micros);

    /** Ends it. */
    void destroyCompletionQueue(long queue);

    /** A shared receive queue. */
    long createSharedReceiveQueue(SharedReceiveQueueRequest request);

    /** The number by which the other side of an XRC connection names it. */
    int sharedReceiveQueueNumber(long queue);

    /** Changes its list of tags by a {@link TagRecord}, which has the handle of what was added then. */
    void changeTags(long queue, RecordMemory change);

    /** What it is. */
    SharedReceiveQueueAttributes querySharedReceiveQueue(long queue);

    /** Changes how many requests it has. */
    void resizeSharedReceiveQueue(long queue, int requests);

    /** Arms its limit. */
    void limitSharedReceiveQueue(long queue, int limit);

    /** Ends it. */
    void destroySharedReceiveQueue(long queue);
}
