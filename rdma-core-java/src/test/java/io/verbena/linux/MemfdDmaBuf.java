package io.verbena.linux;

import io.verbena.contract.verbs.SharedMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Memory of a memfd, which this process can map, and which the kernel exports as a DMA-BUF (udmabuf). */
final class MemfdDmaBuf implements SharedMemory {
    static {
        // testbed/uml/dmabuf, which the bed preloads
        System.load(System.getenv("LD_PRELOAD"));
    }

    private final int memory;
    private final int descriptor;
    private final int bytes;
    private @Nullable MappedByteBuffer mapping;

    private MemfdDmaBuf(int memory, int descriptor, int bytes) {
        this.memory = memory;
        this.descriptor = descriptor;
        this.bytes = bytes;
    }

    static MemfdDmaBuf of(int bytes) {
        int memory = checked("memfd_create", memory(bytes));
        return new MemfdDmaBuf(memory, checked("UDMABUF_CREATE", export(memory, bytes)), bytes);
    }

    private static int checked(String call, int outcome) {
        if (outcome < 0) {
            throw new AssertionError(call + " failed with errno " + -outcome);
        }
        return outcome;
    }

    private static native int memory(long bytes);

    private static native int export(int memory, long bytes);

    private static native void close(int descriptor);

    @Override
    public int descriptor() {
        return descriptor;
    }

    /** The descriptor of the memfd. */
    int memory() {
        return memory;
    }

    /** All bytes, as the memfd has them. The mapping ends when nothing refers to it. */
    ByteBuffer mapping() {
        if (mapping == null) {
            Path file = Path.of("/proc/self/fd/" + memory);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return mapping.duplicate();
    }

    @Override
    public void write(int offset, ByteBuffer from) {
        mapping().position(offset).put(from);
    }

    @Override
    public void read(int offset, ByteBuffer to) {
        to.put(mapping().slice(offset, to.remaining()));
    }

    /** Closes both descriptors; the mapping stays. */
    @Override
    public void close() {
        close(descriptor);
        close(memory);
    }
}
