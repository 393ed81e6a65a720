package io.verbena.connection;

import java.nio.ByteBuffer;

/** Answers the requests of a {@link RequestChannel}. */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Answers a request, on a thread of the executor of the channel. The message of an exception is sent to the peer as the
     * reason of the failure, as is a reply that is longer than the peer accepts. An {@link Error} also reaches the {@link
     * Thread.UncaughtExceptionHandler} of the thread.
     *
     * @param request the request, read-only, in the memory that it was received into; valid until this returns
     * @return the reply, from its position to its limit, which may be the request or a part of it. A read-only buffer must not
     *     change afterwards, because the reply may have to wait until the peer has room for it
     */
    ByteBuffer answer(ByteBuffer request);
}
