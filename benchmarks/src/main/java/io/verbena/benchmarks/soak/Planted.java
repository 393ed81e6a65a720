package io.verbena.benchmarks.soak;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is made wrong on purpose, to see that the soak finds it. */
enum Planted {
    NOTHING,
    /** The server acknowledges records of a client that it does not keep. */
    LOST,
    /** A record of a client has another byte than its checksum is of. */
    CHANGED,
    /** A region stays registered. */
    LEAKED;

    /** The client that it happens to, and from which record on. */
    static final int CLIENT = 0;

    static final long RECORD = 100;

    static Planted of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' cannot be planted; write one of "
                        + Arrays.stream(values()).map(Planted::text).collect(Collectors.joining(", "))));
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it happens to this record. */
    boolean hits(Entry entry) {
        return entry.client() == CLIENT
                && switch (this) {
                    case NOTHING, LEAKED -> false;
                    case LOST -> entry.number() >= RECORD;
                    case CHANGED -> entry.number() == RECORD;
                };
    }
}
