package io.verbena.stream;

import io.verbena.verbs.Deadline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The reading half of a stream, which threads use in turn. */
final class StreamReading {
    private final StreamTurns turn = new StreamTurns("bytes to read");
    private final RdmaStream stream;
    private final StreamProtocol socket;

    /** Whether a reader has bytes of the stream. Guarded by the turn. */
    private boolean lent;

    StreamReading(RdmaStream stream, StreamProtocol socket) {
        this.stream = stream;
        this.socket = socket;
    }

    int read(ByteBuffer into, Deadline deadline) {
        turn.begin(stream, deadline);
        try {
            return readInTurn(into, deadline);
        } finally {
            turn.end();
        }
    }

    private int readInTurn(ByteBuffer into, Deadline deadline) {
        requireNotLent();
        int count = socket.read(into);
        while (count == 0 && into.hasRemaining()) {
            stream.awaitReadable(turn, deadline);
            count = socket.read(into);
        }
        return count;
    }

    int readNow(ByteBuffer into, Duration longest) {
        turn.begin(stream, longest);
        try {
            requireNotLent();
            return socket.read(into);
        } finally {
            turn.end();
        }
    }

    /** Reads into several buffers in one turn, so that the bytes of other threads do not come between them. */
    long read(ByteBuffer[] into, int offset, int length, Deadline deadline) {
        turn.begin(stream, deadline);
        try {
            long total = 0;
            int count = 0;
            for (int i = offset; i < offset + length && count >= 0; i++) {
                if (into[i].hasRemaining()) {
                    count = total == 0 ? readInTurn(into[i], deadline) : socket.read(into[i]);
                    total += Math.max(0, count);
                    if (into[i].hasRemaining()) {
                        break;
                    }
                }
            }
            return total == 0 ? count : total;
        } finally {
            turn.end();
        }
    }

    int read(Consumer<? super ByteBuffer> reader, Deadline deadline) {
        turn.begin(stream, deadline);
        try {
            requireNotLent();
            ByteBuffer bytes = socket.peek();
            while (bytes != null && !bytes.hasRemaining()) {
                stream.awaitReadable(turn, deadline);
                bytes = socket.peek();
            }
            return lend(bytes, reader);
        } finally {
            turn.end();
        }
    }

    int readNow(Consumer<? super ByteBuffer> reader, Duration longest) {
        turn.begin(stream, longest);
        try {
            requireNotLent();
            ByteBuffer bytes = socket.peek();
            return bytes == null || bytes.hasRemaining() ? lend(bytes, reader) : 0;
        } finally {
            turn.end();
        }
    }

    /** Lets the reader read; another thread may write to the stream, or close it, meanwhile. */
    private int lend(@Nullable ByteBuffer bytes, Consumer<? super ByteBuffer> reader) {
        if (bytes == null) {
            return -1;
        }
        int start = bytes.position();
        int end = bytes.limit();
        int next = start;
        lent = true;
        try {
            reader.accept(bytes.order(ByteOrder.BIG_ENDIAN));
            next = bytes.position();
        } finally {
            lent = false;
            bytes.limit(end).position(next < start || next > end ? start : next);
        }
        if (bytes.position() != next) {
            throw new IllegalStateException("the reader moved the position to " + next + "; expected " + start + " to "
                    + end + ", since its bytes are there");
        }
        socket.skip(next - start);
        return next - start;
    }

    private void requireNotLent() {
        if (lent) {
            throw new IllegalStateException(
                    stream + " is read by a reader that it has called; read on when that has returned");
        }
    }
}
