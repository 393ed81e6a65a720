package io.verbena.traffic.measure;

import io.verbena.error.FileErrors;
import io.verbena.hca.AccessFlag;
import io.verbena.traffic.TrafficException;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Registered memory for messages: outgoing messages, followed by incoming messages from the offset {@code inbox} on. */
record MessageMemory(ByteBuffer bytes, MemoryRegion region, int inbox) {
    /**
     * Both parts begin at a page, because some devices that page memory on demand write to the beginning of the page of an address
     * (see "Wrong data from on-demand paging on rxe" in the documentation of the test beds).
     */
    private static final int PAGE = 4096;

    /** Allocates and registers memory for outgoing and incoming messages. */
    static MessageMemory allocate(
            ProtectionDomain domain, MeasureResources resources, int outgoing, int incoming, AccessFlag... access) {
        int inbox = (outgoing + PAGE - 1) / PAGE * PAGE;
        ByteBuffer memory = memory(resources, inbox + incoming);
        return new MessageMemory(memory, domain.register(memory, access), inbox);
    }

    private static ByteBuffer memory(MeasureResources resources, int bytes) {
        Path file = resources.file();
        if (file != null) {
            return FileErrors.access("map " + file, () -> map(file, resources.fileOffset(), bytes));
        }
        return resources.hugePages()
                ? HugePages.allocate(bytes)
                : ByteBuffer.allocateDirect(bytes + 2 * PAGE).alignedSlice(PAGE).slice(0, bytes);
    }

    private static ByteBuffer map(Path file, long offset, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            // Mapping beyond the end would extend a regular file.
            if (channel.size() < offset + bytes) {
                throw new TrafficException(file + " has " + channel.size() + " bytes; the messages need " + bytes
                        + " from offset " + offset + " on");
            }
            return channel.map(MapMode.READ_WRITE, offset, bytes);
        }
    }

    /** Returns the address of incoming messages. */
    long inboxAddress() {
        return region.address() + inbox;
    }
}
