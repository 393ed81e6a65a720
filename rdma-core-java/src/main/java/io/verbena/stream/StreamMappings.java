package io.verbena.stream;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The memory of this side that the peer of a stream may write to, each with a place in the peer's table. */
final class StreamMappings {
    private final ProtectionDomain domain;
    private final String stream;
    private final BitSet places = new BitSet();
    private final Map<StreamMapping, Place> open = new HashMap<>();

    /**
     * A place in the table of the peer.
     *
     * @param number the number of the place
     * @param region the mapped memory
     */
    record Place(int number, MemoryRegion region) {}

    StreamMappings(ProtectionDomain domain, String stream) {
        this.domain = domain;
        this.stream = stream;
    }

    /**
     * Registers memory and reserves a place for it.
     *
     * @throws SysException if the peer has no more places (ENOMEM)
     */
    synchronized Place reserve(ByteBuffer memory, int max) {
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
        return new Place(number, region);
    }

    /** Gives a place back. */
    synchronized void release(Place place) {
        places.clear(place.number());
        place.region().close();
    }

    /** Returns a mapping that gives its place back when it is closed. */
    synchronized StreamMapping opened(Place place, int length, long offset) {
        StreamMapping mapping = new StreamMapping(stream, this::unmap, length, offset);
        open.put(mapping, place);
        return mapping;
    }

    private synchronized void unmap(StreamMapping mapping) {
        Place place = open.remove(mapping);
        if (place != null) {
            release(place);
        }
    }

    /** Ends all mappings. */
    synchronized void close() {
        open.values().forEach(this::release);
        open.clear();
    }
}
