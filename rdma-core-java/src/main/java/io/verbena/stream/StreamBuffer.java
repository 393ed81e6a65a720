package io.verbena.stream;

import java.nio.ByteBuffer;

/** Direct memory in place of a buffer in the heap, which C cannot read or write. */
final class StreamBuffer {
    private static final int BYTES = 64 << 10;

    private ByteBuffer direct = ByteBuffer.allocate(0);

    /** What is to be sent, as direct memory. */
    ByteBuffer filled(ByteBuffer from) {
        if (from.isDirect()) {
            return from;
        }
        ByteBuffer copy = memory();
        int length = Math.min(from.remaining(), copy.capacity());
        return copy.clear().put(0, from, from.position(), length).limit(length);
    }

    /** Where it is to be received, as direct memory. */
    ByteBuffer room(ByteBuffer into) {
        if (into.isDirect()) {
            return into;
        }
        ByteBuffer copy = memory();
        return copy.clear().limit(Math.min(into.remaining(), copy.capacity()));
    }

    /** So many bytes were received into {@link #room}. */
    void received(ByteBuffer into, int count) {
        if (!into.isDirect()) {
            into.put(into.position(), direct, 0, count);
        }
        into.position(into.position() + count);
    }

    private ByteBuffer memory() {
        if (!direct.isDirect()) {
            direct = ByteBuffer.allocateDirect(BYTES);
        }
        return direct;
    }
}
