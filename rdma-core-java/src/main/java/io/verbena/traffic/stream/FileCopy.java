package io.verbena.traffic.stream;

import io.verbena.error.Errno;
import io.verbena.error.FileErrors;
import io.verbena.error.SysException;
import io.verbena.stream.RdmaStream;
import io.verbena.stream.RdmaStreamServer;
import io.verbena.stream.Streams;
import io.verbena.traffic.TrafficException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The client and the server of rcopy(1), which copies a file over a stream. The server writes any file that its user may write.
 *
 * @param streams the streams of this host
 * @param timeout the timeout of each response, and of each part of a file
 * @param progress receives each part of the text that the C programs print, with line ends
 */
public record FileCopy(Streams streams, Duration timeout, Consumer<String> progress) {
    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final int CHUNK = 1 << 20;

    /** A regular file, readable by all and writable by its owner. */
    private static final int DEFAULT_MODE = 0100644;

    /**
     * A copied file.
     *
     * @param bytes the number of bytes
     * @param elapsedNanos the duration in nanoseconds
     */
    public record CopiedFile(long bytes, long elapsedNanos) {}

    /**
     * Copies a file to a server.
     *
     * @param destination the path on the server
     * @throws TrafficException if the file cannot be read, or the server refuses it
     * @throws SysException if no program listens at the address
     */
    public CopiedFile send(Path source, InetSocketAddress server, String destination) {
        try (FileChannel file = FileChannel.open(source, StandardOpenOption.READ);
                RdmaStream stream = streams.connect(server, timeout)) {
            stream.timeout(timeout);
            progress.accept("opening...");
            request(stream, CopyMessage.open(destination, mode(source)), CopyMessage.OPEN, destination);
            progress.accept("transferring...");
            long start = System.nanoTime();
            long size = file.size();
            // The C server cannot map a file without bytes, and needs no transfer for it.
            if (size > 0) {
                stream.write(CopyMessage.write(size));
                copy(file, stream, size);
                response(stream, CopyMessage.WRITE, destination);
            }
            long elapsed = System.nanoTime() - start;
            progress.accept("closing...");
            request(stream, CopyMessage.close(), CopyMessage.CLOSE, destination);
            progress.accept("done\n");
            return new CopiedFile(size, elapsed);
        } catch (IOException e) {
            throw new TrafficException("cannot read " + source + ": " + FileErrors.reason(e));
        }
    }

    private static int mode(Path source) throws IOException {
        boolean unix = source.getFileSystem().supportedFileAttributeViews().contains("unix");
        return unix ? (int) Files.getAttribute(source, "unix:mode") : DEFAULT_MODE;
    }

    private static void copy(FileChannel file, RdmaStream stream, long size) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
        for (long sent = 0; sent < size; sent += chunk.limit()) {
            chunk.clear().limit((int) Math.min(CHUNK, size - sent));
            if (file.read(chunk) < chunk.limit()) {
                throw new TrafficException("the file became shorter while it was copied, after " + sent + " bytes");
            }
            stream.write(chunk.flip());
        }
    }

    private static void request(RdmaStream stream, ByteBuffer message, int command, String destination) {
        stream.write(message);
        response(stream, command, destination);
    }

    private static void response(RdmaStream stream, int command, String destination) {
        CopyMessage response = message(stream)
                .orElseThrow(() -> new TrafficException(stream + ": the server ended the stream without a response"));
        if (response.command() != (command | CopyMessage.RESPONSE)) {
            throw new TrafficException(stream + ": command " + response.command() + " is not the response to command "
                    + command + "; check that the server is rcopy");
        }
        if (response.data() != 0) {
            throw new TrafficException(
                    stream + ": the server cannot write " + destination + " (" + Errno.text(response.data()) + ")");
        }
    }

    /** Reads a header; empty if the peer has ended the stream. */
    private static Optional<CopyMessage> message(RdmaStream stream) {
        ByteBuffer header = ByteBuffer.allocate(CopyMessage.BYTES);
        return read(stream, header) ? Optional.of(CopyMessage.decode(header)) : Optional.empty();
    }

    private static boolean read(RdmaStream stream, ByteBuffer into) {
        int count = 0;
        while (into.hasRemaining() && count >= 0) {
            count = stream.read(into);
        }
        if (into.hasRemaining() && into.position() > 0) {
            throw new TrafficException(stream + ": the stream ended within a message");
        }
        into.flip();
        return count >= 0;
    }

    /** Receives the files of one client after another until the thread is interrupted. */
    public void serve(InetSocketAddress address) {
        try (RdmaStreamServer listening = streams.listen(address, 1)) {
            while (!Thread.currentThread().isInterrupted()) {
                progress.accept("waiting for connection...");
                try (RdmaStream stream = listening.accept(FOREVER).orElseThrow()) {
                    InetSocketAddress peer = (InetSocketAddress) stream.peerAddress();
                    progress.accept("client: " + peer.getAddress().getHostAddress() + "\n");
                    receive(stream.timeout(timeout));
                } catch (TrafficException | SysException e) {
                    // The next client does not depend on this one.
                    progress.accept(e.getMessage() + "\n");
                }
            }
        }
    }

    private void receive(RdmaStream stream) {
        try (Target target = new Target()) {
            Optional<CopyMessage> next = message(stream);
            while (next.isPresent()) {
                CopyMessage message = next.get();
                ByteBuffer rest = ByteBuffer.allocate(message.length() - CopyMessage.BYTES);
                if (rest.hasRemaining() && !read(stream, rest)) {
                    throw new TrafficException(stream + ": the stream ended within a message");
                }
                int errno = switch (message.command()) {
                    case CopyMessage.OPEN -> target.open(CopyMessage.path(rest), message.data());
                    case CopyMessage.WRITE -> target.write(stream, rest);
                    case CopyMessage.CLOSE -> target.end();
                    default ->
                        throw new TrafficException(
                                stream + ": unknown command " + message.command() + "; check that the client is rcopy");
                };
                stream.write(CopyMessage.response(message.command(), errno));
                next = errno == 0 ? message(stream) : Optional.empty();
            }
        }
    }

    private final class Target implements AutoCloseable {
        private Optional<FileChannel> file = Optional.empty();

        /** Opens the file and returns 0 or the errno. */
        int open(String path, int mode) {
            progress.accept("opening: " + path + ", ");
            end();
            try {
                Path target = Path.of(path);
                file = Optional.of(FileChannel.open(
                        target,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE));
                permit(target, mode);
                return 0;
            } catch (IOException | InvalidPathException e) {
                progress.accept("unable to open destination file\n");
                if (e instanceof NoSuchFileException) {
                    return Errno.ENOENT;
                }
                return e instanceof AccessDeniedException ? Errno.EACCES : Errno.EIO;
            }
        }

        private static void permit(Path target, int mode) throws IOException {
            StringBuilder permissions = new StringBuilder();
            for (int bit = 8; bit >= 0; bit--) {
                permissions.append((mode >> bit & 1) == 1 ? "xwr".charAt(bit % 3) : '-');
            }
            if (target.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions.toString()));
            }
        }

        int write(RdmaStream stream, ByteBuffer sizeField) {
            FileChannel open = file.orElseThrow(
                    () -> new TrafficException(stream + ": the client writes a file that it has not opened"));
            if (sizeField.remaining() < Long.BYTES) {
                throw new TrafficException(stream + ": a message to write without a size");
            }
            long size = sizeField.order(ByteOrder.LITTLE_ENDIAN).getLong();
            progress.accept("transferring");
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
            try {
                for (long left = size; left > 0; left -= chunk.limit()) {
                    chunk.clear().limit((int) Math.min(CHUNK, left));
                    if (!read(stream, chunk)) {
                        throw new TrafficException(
                                stream + ": the client ended the stream " + left + " bytes before the end of the file");
                    }
                    while (chunk.hasRemaining()) {
                        open.write(chunk);
                    }
                }
            } catch (IOException e) {
                throw new TrafficException("cannot write the file: " + FileErrors.reason(e));
            }
            progress.accept("..." + size + " bytes...");
            return 0;
        }

        int end() {
            if (file.isPresent()) {
                close();
                progress.accept("closing...done\n");
            }
            return 0;
        }

        @Override
        public void close() {
            try {
                if (file.isPresent()) {
                    file.get().close();
                }
            } catch (IOException e) {
                throw new TrafficException("cannot close the file: " + FileErrors.reason(e));
            } finally {
                file = Optional.empty();
            }
        }
    }
}
