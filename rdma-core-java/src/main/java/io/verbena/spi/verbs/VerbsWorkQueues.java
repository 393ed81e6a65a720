package io.verbena.spi.verbs;

import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import java.util.Set;

/** Work queues, and tables that spread packets over them. All throw {@link io.verbena.error.SysException}. */
public interface VerbsWorkQueues {

    /** A queue of receives. */
    CreatedWorkQueue createWorkQueue(long domain, long completionQueue, WorkQueueAttributes attributes, long cookie);

    /** Takes it to a state, from that which it is in. */
    void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next);

    /** Lets it do these of some, and the others of them no longer. */
    void modifyWorkQueue(long queue, Set<WorkQueueFlag> some, Set<WorkQueueFlag> these);

    /** Ends it. */
    void destroyWorkQueue(long queue);

    /** A table of 2^{@code logSize} work queues, 8 bytes each. */
    long createTable(RecordMemory queues, int logSize);

    /** Ends it. */
    void destroyTable(long table);
}
