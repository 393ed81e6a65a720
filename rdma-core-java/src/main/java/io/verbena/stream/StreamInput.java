package io.verbena.stream;

import io.verbena.error.RdmaException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;

/** The input stream of an {@link RdmaStream}. */
final class StreamInput extends InputStream {
    private final ReadableByteChannel stream;

    StreamInput(ReadableByteChannel stream) {
        this.stream = stream;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        try {
            return stream.read(ByteBuffer.wrap(into, offset, length));
        } catch (RdmaException e) {
            throw failure(e);
        }
    }

    static IOException failure(RdmaException cause) {
        IOException failure = cause instanceof StreamTimeoutException
                ? new SocketTimeoutException(cause.getMessage())
                : new IOException(cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
