package io.verbena.embedded.hca.queue;

import io.verbena.hca.WorkCompletionStatus;
import io.verbena.hca.WorkRequestOpcode;
import org.jspecify.annotations.Nullable;

/** How a service delivers the requests of a queue pair, one after the other. Guarded by the lock of the sends. */
interface Delivery {
    /** Whether the service has such requests. */
    boolean carries(WorkRequestOpcode opcode);

    /** Tries to deliver the first that is not begun; how it ended, null if it must be tried again. */
    @Nullable WorkCompletionStatus attempt();

    /** When the one that has ended is completed; 0 for at once. */
    long end();

    /** When one that must be tried again can be; 0 if it never is. */
    long notBefore();

    /** The queue pair is connected, with tries that are all left. */
    void connected();

    /** Nothing is sent any more, until it is connected again. */
    void close();

    /** Forgets the one that was tried. */
    void restart();
}
