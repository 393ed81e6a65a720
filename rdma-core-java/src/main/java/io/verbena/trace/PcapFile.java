package io.verbena.trace;

import io.verbena.error.RdmaException;
import io.verbena.trace.Packet.Direction;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Writes packets to a file for Wireshark and tshark: pcap with nanoseconds and link type ERF, with the headers and
 * checksums that the packets have on the wire.
 *
 * <p>Returned requests are not written, because they are in the file as sent. A long message for which the kernel
 * performs RMPP is written as its segments, with the time of the whole message; its acknowledgements are not visible.
 * Sequence numbers are unknown and written as 0, and the local GID is the one at index 0.
 *
 * <p>The packets contain keys: M_Key, SM_Key and keys of vendors. A new file is therefore readable and writable by its
 * owner only (mode 0600); an existing file keeps its permissions. Remove keys before you pass on a trace, or pass on
 * the text of {@link PacketLog}, which hides them.
 *
 * <p>Packets are written within a fifth of a second. If the file cannot be written, for example because the disk is
 * full, the trace ends with a warning in the log of {@code io.verbena.trace}, and calls continue. Safe for use by
 * several threads.
 */
public final class PcapFile implements PacketListener {
    /** Minimum limit in bytes. */
    public static final long MIN_LIMIT = 4096;

    private static final System.Logger LOG = System.getLogger(PcapFile.class.getPackageName());
    private static final int MAGIC_OF_NANOSECONDS = 0xa1b23c4d;
    private static final short MAJOR = 2;
    private static final short MINOR = 4;
    private static final int MAX_PACKET = 0xffff;
    private static final int LINK_TYPE_ERF = 197;
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int ERF_HEADER = 16;
    private static final byte ERF_INFINIBAND = 21;
    private static final byte ERF_VARYING_LENGTH = 4;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int BUFFER = 1 << 16;
    private static final Set<PosixFilePermission> OWNER_ONLY =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Executor FLUSHER = CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS);

    private final Path file;
    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private @Nullable FileOutputStream out;
    private long written;

    private PcapFile(Path file, long limit) throws IOException {
        this.file = file;
        this.limit = limit;
        this.out = begin();
    }

    /**
     * Opens a trace without a limit.
     *
     * @param path the file; packets are appended to an existing trace
     * @throws RdmaException if the file cannot be written, or is not such a trace
     */
    public static PcapFile open(Path path) {
        return start(path, Long.MAX_VALUE);
    }

    /**
     * Opens a trace that keeps the most recent packets. When the file reaches half of the limit, it is renamed with the
     * suffix {@code .1}, replacing an earlier one, and a new file is begun. The limit does not apply to pipes and other
     * special files.
     *
     * @param path the file; packets are appended to an existing trace
     * @param maxBytes maximum size of both files together in bytes, at least {@value #MIN_LIMIT}
     * @throws RdmaException if the file cannot be written, or is not such a trace
     */
    public static PcapFile open(Path path, long maxBytes) {
        if (maxBytes < MIN_LIMIT) {
            throw new IllegalArgumentException(
                    "a trace of " + maxBytes + " bytes holds nothing; allow it at least " + MIN_LIMIT);
        }
        return start(path, maxBytes / 2);
    }

    private static PcapFile start(Path path, long limit) {
        try {
            return new PcapFile(path, limit);
        } catch (IOException e) {
            throw new RdmaException("cannot trace to " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * Opens the file, and writes the header if it is empty. Uses a stream, because an interrupt would close a channel.
     */
    private FileOutputStream begin() throws IOException {
        byte[] header = header();
        boolean continued = Files.isRegularFile(file) && Files.size(file) > 0;
        if (continued && !Arrays.equals(header, firstBytes())) {
            throw new IOException("it is there already, and is no trace; name another file, or remove it");
        }
        createForTheOwnerOnly();
        FileOutputStream stream = new FileOutputStream(file.toFile(), true);
        if (continued) {
            written = Files.size(file);
            return stream;
        }
        try {
            stream.write(header);
        } catch (IOException e) {
            stream.close();
            throw e;
        }
        written = header.length;
        return stream;
    }

    private void createForTheOwnerOnly() throws IOException {
        if (Files.exists(file)
                || !file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        } catch (FileAlreadyExistsException | NoSuchFileException | AccessDeniedException e) {
            // Another process has created it meanwhile, or the stream that is opened next fails with the reason.
        }
    }

    private byte[] firstBytes() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(FILE_HEADER);
        }
    }

    private static byte[] header() {
        return ByteBuffer.allocate(FILE_HEADER)
                .putInt(MAGIC_OF_NANOSECONDS)
                .putShort(MAJOR)
                .putShort(MINOR)
                .putLong(0)
                .putInt(MAX_PACKET)
                .putInt(LINK_TYPE_ERF)
                .array();
    }

    @Override
    public void packet(Packet packet) {
        if (packet.direction() != Direction.RETURNED) {
            RmppSegments.forEach(packet, datagram -> add(packet.time(), WirePacket.of(packet, datagram)));
        }
    }

    private void add(Instant time, byte[] packet) {
        int length = RECORD_HEADER + ERF_HEADER + packet.length;
        lock.lock();
        try {
            if (out == null) {
                return;
            }
            if (written + buffer.position() + length > limit) {
                rotate();
            }
            if (buffer.remaining() < length) {
                write();
            }
            if (buffer.position() == 0) {
                FLUSHER.execute(this::flush);
            }
            record(time, packet);
        } catch (IOException e) {
            giveUp(e);
        } finally {
            lock.unlock();
        }
    }

    private void record(Instant time, byte[] packet) {
        int length = ERF_HEADER + packet.length;
        buffer.putInt((int) time.getEpochSecond())
                .putInt(time.getNano())
                .putInt(length)
                .putInt(length);
        // Seconds with a fraction of 32 bits, the only little-endian number.
        long fraction = ((long) time.getNano() << 32) / NANOS_PER_SECOND;
        buffer.order(ByteOrder.LITTLE_ENDIAN)
                .putLong(time.getEpochSecond() << 32 | fraction)
                .order(ByteOrder.BIG_ENDIAN);
        buffer.put(ERF_INFINIBAND)
                .put(ERF_VARYING_LENGTH)
                .putShort((short) length)
                .putShort((short) 0)
                .putShort((short) packet.length)
                .put(packet);
    }

    private void rotate() throws IOException {
        if (out == null || !Files.isRegularFile(file)) {
            return;
        }
        write();
        out.close();
        Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        out = begin();
    }

    /** Writes whole packets only, so that the file is readable if the process is killed. */
    private void write() throws IOException {
        if (out != null) {
            out.write(buffer.array(), 0, buffer.position());
            written += buffer.position();
            buffer.clear();
        }
    }

    private void flush() {
        lock.lock();
        try {
            write();
        } catch (IOException e) {
            giveUp(e);
        } finally {
            lock.unlock();
        }
    }

    private void giveUp(IOException failure) {
        LOG.log(Level.WARNING, "the trace to " + file + " ends here: " + failure);
        FileOutputStream stream = out;
        end();
        if (stream != null) {
            closeWithoutTheRest(stream);
        }
    }

    /** Closes the file after removing a packet that was written in part. */
    private void closeWithoutTheRest(FileOutputStream stream) {
        try (stream) {
            if (Files.isRegularFile(file)) {
                stream.getChannel().truncate(written);
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the last packet of " + file + " is cut off", e);
        }
    }

    private void end() {
        out = null;
        buffer.clear();
    }

    /** Writes the remaining packets and ends the trace. */
    @Override
    public void close() {
        lock.lock();
        try {
            FileOutputStream stream = out;
            if (stream != null) {
                write();
                end();
                stream.close();
            }
        } catch (IOException e) {
            giveUp(e);
        } finally {
            lock.unlock();
        }
    }
}
