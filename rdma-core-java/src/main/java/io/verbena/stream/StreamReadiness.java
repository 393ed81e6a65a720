package io.verbena.stream;

import io.verbena.spi.stream.StreamDriver;
import java.util.EnumSet;
import java.util.Set;

/** What a {@link StreamPoller} waits for, and tells. */
public enum StreamReadiness {
    /** There are bytes to read, or their end; or there is somebody to accept. */
    READABLE(StreamDriver.RECEIVABLE),
    /** There is room to write. */
    WRITABLE(StreamDriver.SENDABLE),
    /** The connection is ended; it is told without being waited for. */
    ENDED(StreamDriver.ENDED),
    /** The connection is lost; it is told without being waited for. */
    FAILED(StreamDriver.FAILED);

    private final int bit;

    StreamReadiness(int bit) {
        this.bit = bit;
    }

    static int bits(Set<StreamReadiness> wanted) {
        return wanted.stream().mapToInt(readiness -> readiness.bit).reduce(0, (a, b) -> a | b);
    }

    static Set<StreamReadiness> of(int bits) {
        Set<StreamReadiness> found = EnumSet.noneOf(StreamReadiness.class);
        for (StreamReadiness readiness : values()) {
            if ((bits & readiness.bit) != 0) {
                found.add(readiness);
            }
        }
        return found;
    }
}
