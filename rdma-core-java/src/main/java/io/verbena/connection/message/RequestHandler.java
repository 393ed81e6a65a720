package io.verbena.connection.message;

import java.nio.ByteBuffer;

/** Answers requests. */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Answers one, on a thread of the executor that it was given with. What it throws is told to the side that asked.
     *
     * @param request where the device has put it: read only, and valid until this returns
     */
    ByteBuffer answer(ByteBuffer request);
}
