package io.verbena.traffic.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The part of a run limited by time that is measured: all of it except for a margin at both ends, as in perftest. Also measures the use
 * of the processors in this part, if the options request it.
 */
final class SampleWindow {
    private final long margin;
    private final long length;
    private final boolean readsProcessors;
    private long start;
    private long last;
    private @Nullable Processors before;
    private @Nullable Processors after;

    /** Creates the window of a run of this duration in nanoseconds. */
    SampleWindow(long margin, long duration, boolean readsProcessors) {
        this.margin = margin;
        this.readsProcessors = readsProcessors;
        this.length = duration - 2 * margin;
    }

    void start(long nanos) {
        start = nanos;
        last = nanos;
        before = null;
        after = null;
    }

    /** Returns whether an instant is in this window. Instants must ascend. */
    boolean contains(long nanos) {
        long elapsed = nanos - start - margin;
        if (readsProcessors && elapsed >= 0 && before == null) {
            before = Processors.read();
        }
        if (readsProcessors && elapsed > length && after == null) {
            after = Processors.read();
        }
        last = nanos;
        return elapsed >= 0 && elapsed <= length;
    }

    /** Returns the duration of this window as far as it is over. */
    long nanos() {
        return Math.max(0, Math.min(last - start - margin, length));
    }

    /** Returns the part of the time that the processors spent in programs; 0 if it is not read. */
    double processorPercent() {
        Processors begin = before;
        if (begin == null) {
            return 0;
        }
        Processors end = after == null ? Processors.read() : after;
        long user = end.user - begin.user;
        long idle = end.idle - begin.idle;
        return user + idle == 0 ? 0 : 100.0 * user / (user + idle);
    }

    /** The time that all processors have spent in programs of usual priority, and idle, in ticks (proc(5)). */
    private record Processors(long user, long idle) {
        private static final Path STATISTICS = Path.of("/proc/stat");

        static Processors read() {
            try {
                String[] fields = Files.readString(STATISTICS).split("\\s+", 6);
                return new Processors(Long.parseLong(fields[1]), Long.parseLong(fields[4]));
            } catch (IOException | NumberFormatException e) {
                return new Processors(0, 0);
            }
        }
    }
}
