package io.verbena.stream;

import java.util.EnumSet;
import java.util.Set;

/** An event that a {@link StreamPoller} waits for and reports. */
public enum StreamReadiness {
    /** Bytes or their end can be read, or a stream can be accepted. */
    READABLE(1),
    /** Bytes can be written. */
    WRITABLE(2),
    /** The connection has ended; always reported. */
    ENDED(4),
    /** The connection is lost; always reported. */
    FAILED(8);

    private final int bit;

    StreamReadiness(int bit) {
        this.bit = bit;
    }

    int bit() {
        return bit;
    }

    /** Returns what is waited for if the caller wants these events. */
    static int bits(Set<StreamReadiness> wanted) {
        return wanted.stream().mapToInt(StreamReadiness::bit).reduce(ENDED.bit() | FAILED.bit(), (a, b) -> a | b);
    }

    static Set<StreamReadiness> of(int bits) {
        Set<StreamReadiness> found = EnumSet.noneOf(StreamReadiness.class);
        for (StreamReadiness readiness : values()) {
            if ((bits & readiness.bit()) != 0) {
                found.add(readiness);
            }
        }
        return found;
    }
}
