package io.verbena.monitor.channel;

import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.MonitorSweep;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Observations on disk that wait until they are sent, one file each. They survive the end of the process, and sweeps also
 * that of the host. If they exceed a size, the oldest sweeps are dropped; other observations are dropped only if no sweep
 * is left. The newest sweep stays after it was sent, because the counters of the next one are compared with it.
 * Thread-safe.
 */
final class Outbox {
    private static final String SWEEP = "sweep";
    private static final String OTHER = "event";
    private static final String SENT = "sent";
    private static final Pattern NAME = Pattern.compile("(\\d{19})\\.(" + SWEEP + "|" + OTHER + "|" + SENT + ")");

    private final Path directory;
    private final long maxBytes;
    private final TreeMap<Long, Entry> waiting = new TreeMap<>();
    private final TreeMap<Long, Entry> sent = new TreeMap<>();
    private long next = 1;
    private long bytes;
    private long dropped;

    /**
     * A file of the outbox.
     *
     * @param sequence the position in the order of publication
     * @param kind {@code sweep}, {@code event} or {@code sent}
     * @param size the size in bytes
     */
    record Entry(long sequence, String kind, long size) {
        String file() {
            return "%019d.%s".formatted(sequence, kind);
        }
    }

    /**
     * Opens a directory, and creates it if it does not exist.
     *
     * @throws IOException if the directory cannot be created or read
     */
    Outbox(Path directory, long maxBytes) throws IOException {
        this.directory = directory;
        this.maxBytes = maxBytes;
        Files.createDirectories(directory);
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.toList();
        }
        for (Path file : files) {
            Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
            if (name.matches()) {
                Entry entry = new Entry(Long.parseLong(name.group(1)), name.group(2), Files.size(file));
                (entry.kind().equals(SENT) ? sent : waiting).put(entry.sequence(), entry);
                next = Math.max(next, entry.sequence() + 1);
            }
        }
        bytes = waiting.values().stream().mapToLong(Entry::size).sum();
    }

    /**
     * Adds an observation.
     *
     * @throws IOException if it cannot be written
     */
    synchronized void add(Observation observation) throws IOException {
        byte[] content = ObservationCodec.encode(observation);
        boolean sweep = observation instanceof MonitorSweep;
        Entry entry = new Entry(next++, sweep ? SWEEP : OTHER, content.length);
        Path unfinished = directory.resolve("unfinished");
        // A channel would close when the thread is interrupted, for example while the process shuts down.
        try (FileOutputStream file = new FileOutputStream(unfinished.toFile())) {
            file.write(content);
            if (sweep) {
                file.getFD().sync();
            }
        }
        Files.move(unfinished, path(entry), StandardCopyOption.ATOMIC_MOVE);
        waiting.put(entry.sequence(), entry);
        bytes += entry.size();
        shrink();
    }

    private void shrink() throws IOException {
        for (String kind : List.of(SWEEP, OTHER)) {
            Iterator<Entry> oldest = new ArrayList<>(waiting.values()).iterator();
            while (bytes > maxBytes && waiting.size() > 1 && oldest.hasNext()) {
                Entry entry = oldest.next();
                if (entry.kind().equals(kind) && entry.sequence() != waiting.lastKey()) {
                    remove(entry);
                    dropped++;
                }
            }
        }
    }

    private void remove(Entry entry) throws IOException {
        waiting.remove(entry.sequence());
        bytes -= entry.size();
        Files.deleteIfExists(path(entry));
    }

    /** Returns the oldest observation that has not been sent. */
    synchronized Optional<Entry> first() {
        return waiting.isEmpty()
                ? Optional.empty()
                : Optional.of(waiting.firstEntry().getValue());
    }

    /** Returns the content of an entry; empty if it was dropped meanwhile. */
    Optional<byte[]> content(Entry entry) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(path(entry)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Removes an observation that was sent; the newest sweep is kept. */
    synchronized void sent(Entry entry) throws IOException {
        if (!waiting.containsKey(entry.sequence())) {
            return;
        }
        if (entry.kind().equals(SWEEP)) {
            Entry kept = new Entry(entry.sequence(), SENT, entry.size());
            Files.move(path(entry), path(kept), StandardCopyOption.ATOMIC_MOVE);
            for (Entry older : List.copyOf(sent.values())) {
                Files.deleteIfExists(path(older));
            }
            sent.clear();
            sent.put(kept.sequence(), kept);
        }
        remove(entry);
    }

    /** Removes an observation that cannot be sent, and counts it as dropped. */
    synchronized void discard(Entry entry) throws IOException {
        if (waiting.containsKey(entry.sequence())) {
            remove(entry);
            dropped++;
        }
    }

    /** Returns the newest sweep, which may have been sent. */
    synchronized Optional<MonitorSweep> lastSweep() throws IOException {
        Optional<Entry> newest = Stream.concat(waiting.values().stream(), sent.values().stream())
                .filter(entry -> !entry.kind().equals(OTHER))
                .reduce((one, other) -> one.sequence() > other.sequence() ? one : other);
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        return content(newest.get()).map(ObservationCodec::decode).map(MonitorSweep.class::cast);
    }

    /** Returns the number of observations that wait. */
    synchronized int size() {
        return waiting.size();
    }

    /** Returns the size in bytes of the observations that wait. */
    synchronized long bytes() {
        return bytes;
    }

    /** Returns the number of observations that were dropped since the start. */
    synchronized long dropped() {
        return dropped;
    }

    private Path path(Entry entry) {
        return directory.resolve(entry.file());
    }
}
