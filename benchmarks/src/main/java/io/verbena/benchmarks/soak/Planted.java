package io.verbena.benchmarks.soak;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Errors that are planted to show that the soak detects them. */
enum Planted {
    NOTHING,
    /** The server acknowledges records of a client without recording them. */
    LOST,
    /** One byte of a record changes after its checksum was computed. */
    CHANGED,
    /** A memory region stays registered. */
    LEAKED;

    /** The client whose records are affected. */
    static final int CLIENT = 0;

    /** The number of the first affected record. */
    static final long RECORD = 100;

    static Planted of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.text().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown error to plant: '" + name + "'; use one of "
                        + Arrays.stream(values()).map(Planted::text).collect(Collectors.joining(", "))));
    }

    private String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether this error affects a record. */
    boolean hits(Entry entry) {
        return entry.client() == CLIENT
                && switch (this) {
                    case NOTHING, LEAKED -> false;
                    case LOST -> entry.number() >= RECORD;
                    case CHANGED -> entry.number() == RECORD;
                };
    }
}
