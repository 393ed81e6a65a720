package io.verbena.stream;

import io.verbena.spi.stream.StreamDriver;
import java.util.EnumSet;
import java.util.Set;

/** An event that a {@link StreamPoller} waits for and reports. */
public enum StreamReadiness {
    /** Bytes or their end can be read, or a stream can be accepted. */
    READABLE(StreamDriver.RECEIVABLE),
    /** Bytes can be written. */
    WRITABLE(StreamDriver.SENDABLE),
    /** The connection has ended; always reported. */
    ENDED(StreamDriver.ENDED),
    /** The connection is lost; always reported. */
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
