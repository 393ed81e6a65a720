package io.verbena.stream;

import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Moves bytes between a stream and several buffers with one turn, so that nobody else's come between them. */
final class StreamParts {
    private StreamParts() {}

    /** Fills the buffers in their order with what is there; waits for the first byte only. -1 if the other side has ended. */
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

    /** Writes all that is in the buffers, in their order. */
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
