package io.verbena.stream;

import io.verbena.error.RdmaException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;

/** The output stream of an {@link RdmaStream}. */
final class StreamOutput extends OutputStream {
    private final WritableByteChannel stream;

    StreamOutput(WritableByteChannel stream) {
        this.stream = stream;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        try {
            stream.write(ByteBuffer.wrap(from, offset, length));
        } catch (RdmaException e) {
            throw StreamInput.failure(e);
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
