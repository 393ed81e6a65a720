package io.verbena.stream;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** An event that a {@link StreamPoller} waits for and reports. */
public enum StreamReadiness {
    /** Bytes or their end can be read, or a stream can be accepted. */
    READABLE(1),
    /** Bytes can be written. */
    WRITABLE(2),
    /** The connection has ended; always reported. */
    ENDED(4),
    /** The connection is lost; always reported. */
    FAILED(8),
    /** The peer has ended writing, and all its bytes were read (compare {@code EPOLLRDHUP}). */
    INPUT_ENDED(16);

    /** All sets, by their bits. */
    private static final List<Set<StreamReadiness>> SETS = IntStream.range(0, 1 << values().length)
            .mapToObj(StreamReadiness::set)
            .toList();

    private final int bit;

    StreamReadiness(int bit) {
        this.bit = bit;
    }

    int bit() {
        return bit;
    }

    /** Returns what is waited for if the caller wants these events. */
    static int bits(Set<StreamReadiness> wanted) {
        int bits = ENDED.bit() | FAILED.bit();
        for (StreamReadiness readiness : wanted) {
            bits |= readiness.bit();
        }
        return bits;
    }

    /** Returns the set for bits, without allocating. */
    static Set<StreamReadiness> of(int bits) {
        return SETS.get(bits);
    }

    private static Set<StreamReadiness> set(int bits) {
        Set<StreamReadiness> found = EnumSet.noneOf(StreamReadiness.class);
        for (StreamReadiness readiness : values()) {
            if ((bits & readiness.bit()) != 0) {
                found.add(readiness);
            }
        }
        return Collections.unmodifiableSet(found);
    }
}
