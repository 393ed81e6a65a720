package io.verbena.stream;

import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Moves bytes between a stream and several buffers in one turn, so that the bytes of other threads do not come between them. */
final class StreamParts {
    private StreamParts() {}

    /** Fills the buffers in their order, and waits for the first byte only. Returns -1 if the peer has ended writing. */
    static long read(
            RdmaStream stream, Direction reading, Deadline deadline, ByteBuffer[] into, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, into.length);
        long[] total = {0};
        int last = reading.turn(deadline, () -> {
            int count = 0;
            for (int i = offset; i < offset + length && count >= 0; i++) {
                if (into[i].hasRemaining()) {
                    count = total[0] == 0 ? stream.read(into[i], deadline) : stream.readNow(into[i]);
                    total[0] += Math.max(0, count);
                    if (into[i].hasRemaining()) {
                        break;
                    }
                }
            }
            return count;
        });
        return total[0] == 0 ? last : total[0];
    }

    /** Writes all remaining bytes of the buffers, in their order. */
    static long write(
            RdmaStream stream, Direction writing, Deadline deadline, ByteBuffer[] from, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, from.length);
        long[] total = {0};
        writing.turn(deadline, () -> {
            for (int i = offset; i < offset + length; i++) {
                total[0] += stream.write(from[i], deadline);
            }
            return 0;
        });
        return total[0];
    }
}
