package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The memory of this side that the peer of a stream may write to, each with a place in the peer's table. */
final class StreamMappings {
    private final ProtectionDomain domain;
    private final String stream;
    private final BitSet places = new BitSet();
    private final Set<StreamMapping> open = new HashSet<>();

    StreamMappings(ProtectionDomain domain, String stream) {
        this.domain = domain;
        this.stream = stream;
    }

    String stream() {
        return stream;
    }

    /**
     * Registers memory and reserves a place for it.
     *
     * @throws SysException if the peer has no more places (ENOMEM)
     */
    synchronized StreamMapping reserve(ByteBuffer memory, long offset, int max) {
        int number = places.nextClearBit(0);
        if (number >= max) {
            throw new SysException(
                    "riomap",
                    memory.remaining() + " bytes on " + stream,
                    Errno.ENOMEM,
                    "the peer has room for " + max
                            + " mappings; set the option MAPPINGS at both sides before they connect, or close a"
                            + " mapping");
        }
        MemoryRegion region = domain.register(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        places.set(number);
        StreamMapping mapping = new StreamMapping(this, number, region, offset);
        open.add(mapping);
        return mapping;
    }

    synchronized void release(StreamMapping mapping) {
        if (open.remove(mapping)) {
            places.clear(mapping.number);
            mapping.region.close();
        }
    }

    synchronized void close() {
        List.copyOf(open).forEach(this::release);
    }
}
