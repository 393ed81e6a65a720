package io.verbena.connection.message;

import java.nio.ByteBuffer;

/** Answers requests. */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Answers one, on a thread of the executor that it was given with. What it throws is told to the side that asked; so is
     * that an answer is longer than that side takes. An {@link Error} reaches the {@link Thread.UncaughtExceptionHandler} of the
     * thread, too.
     *
     * @param request where the device has put it: read only, and valid until this returns
     * @return the answer, from its position to its limit; it may be the request, or a part of it
     */
    ByteBuffer answer(ByteBuffer request);
}
