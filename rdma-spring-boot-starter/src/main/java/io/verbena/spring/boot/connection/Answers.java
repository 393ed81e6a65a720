package io.verbena.spring.boot.connection;

import java.nio.ByteBuffer;

/** What becomes of an answer. */
final class Answers {
    private Answers() {}

    /** A part of the message itself is gone as soon as its listener has returned. */
    static ByteBuffer kept(ByteBuffer answer) {
        return answer.isDirect() && answer.isReadOnly()
                ? ByteBuffer.allocate(answer.remaining())
                        .put(answer.duplicate())
                        .flip()
                : answer;
    }
}
