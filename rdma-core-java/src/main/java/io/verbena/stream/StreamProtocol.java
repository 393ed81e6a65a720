package io.verbena.stream;

import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.InterruptedWaitException;
import io.verbena.verbs.MemoryRegion;
import java.nio.ByteBuffer;

/**
 * The protocol of one stream, without waiting and without a thread: a caller asks what it may read or write now, {@linkplain #arm arms}
 * the completion queue, and waits for that in a way of its own. Safe for use by several threads.
 */
interface StreamProtocol {
    /** Sets the name in messages. */
    void rename(String text);

    /** Returns the completion queue, which reports when to look again. Streams may share it. */
    CompletionQueue queue();

    /** Notes that the connection has ended by a report that did not come through the completion queue. */
    void lost();

    /** Reads bytes that have arrived: their number, 0 if there are none yet, or -1 at the end. */
    int read(ByteBuffer into);

    /** Writes as many bytes as there is room for, and returns their number. */
    int write(ByteBuffer from);

    /** Writes bytes of several buffers, and returns their number. */
    int write(ByteBuffer[] from, int offset, int count);

    /** Sends registered memory without a copy, and returns how many of its bytes were posted. */
    int write(GatherList memory, Runnable sent);

    /** Returns the number of bytes that can be read now. */
    int available();

    /** Returns the {@link StreamReadiness} now, as bits. */
    int ready();

    /** Requests an event for the next completion, and returns the {@link StreamReadiness} after that, as bits. */
    int armed(int wanted);

    /** Requests an event for the next completion; the caller looks again before it waits. */
    void arm();

    /** Returns whether nothing has happened since {@link #armed} found nothing. The completion channel was read before. */
    boolean isQuiet();

    /** Makes the next look a full one, since the state or what is waited for changes. */
    void touch();

    /** Asks the device of the peer for a response, unless one is due, and returns whether the connection is lost. */
    boolean probe();

    /** Requests a completion for what was sent without one, so that the stream {@linkplain #isDrained drains}. */
    void confirm();

    /** Ends writing: the peer reads to the end, and may still write. */
    void endWriting();

    /** Ends both directions; the connection may be closed when it is {@linkplain #isDrained drained}. */
    void disconnect();

    /** Returns whether the peer's device has everything that was written, or never will have it. */
    boolean isDrained();

    /** Frees what the stream uses. */
    void release();

    /**
     * Returns the number of mappings that the peer has room for.
     *
     * @throws SysException if the protocol has no mappings
     */
    int peerMappings();

    /** Announces a mapping to the peer; returns false if there is no room for the message yet. */
    boolean map(int number, long offset, MemoryRegion region);

    /** Writes bytes into mapped memory: their number, 0 if there is no room yet, or -1 if nothing is mapped there. */
    int writeTo(ByteBuffer from, long offset);

    /** Waits until the peer's device has taken what was written. An interrupt is kept for the caller. */
    default void awaitDrained(Deadline deadline) {
        boolean interrupted = false;
        boolean waits = true;
        while (waits && !isDrained()) {
            try {
                long seen = queue().events();
                arm();
                waits = isDrained() || queue().awaitNotification(seen, deadline);
            } catch (InterruptedWaitException e) {
                interrupted |= Thread.interrupted();
            } catch (RdmaException e) {
                // The device was removed: nothing more is taken.
                waits = false;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
