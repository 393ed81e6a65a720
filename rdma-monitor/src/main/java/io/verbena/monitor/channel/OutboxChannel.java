package io.verbena.monitor.channel;

import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.MonitorSweep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A channel to another process. It writes each observation to disk first, sends them in order from a thread of its own,
 * and removes those that were confirmed. While the receiver is away, observations wait on disk.
 */
public final class OutboxChannel implements ObservationChannel, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxChannel.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSE = Duration.ofSeconds(10);

    private final Outbox outbox;
    private final ObservationTransport transport;
    private final Thread thread;
    private final Object changed = new Object();
    private boolean ended;
    private boolean failing;
    private long lost;

    /**
     * Opens the channel and starts to send what an earlier process left.
     *
     * @param directory the directory of the outbox, which no other process uses
     * @param maxBytes the maximum size of the observations that wait
     * @throws IOException if the directory cannot be created or read
     */
    public OutboxChannel(Path directory, long maxBytes, ObservationTransport transport) throws IOException {
        this.outbox = new Outbox(directory, maxBytes);
        this.transport = transport;
        this.thread = new Thread(this::run, "monitor-outbox");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * The state of the outbox.
     *
     * @param waiting the number of observations that wait
     * @param bytes their size in bytes
     * @param dropped the number of observations that were lost since the start, because the outbox or the disk is full
     */
    public record OutboxState(int waiting, long bytes, long dropped) {}

    @Override
    public void publish(Observation observation) {
        try {
            outbox.add(observation);
        } catch (IOException e) {
            LOG.error("An observation of {} is lost, because it cannot be written to the outbox", observation.at(), e);
            synchronized (changed) {
                lost++;
            }
        }
        synchronized (changed) {
            changed.notifyAll();
        }
    }

    /** Returns the state of the outbox. */
    public OutboxState state() {
        synchronized (changed) {
            return new OutboxState(outbox.size(), outbox.bytes(), outbox.dropped() + lost);
        }
    }

    /**
     * Returns the last sweep that was published, also by an earlier process.
     *
     * @throws IOException if it cannot be read
     */
    public Optional<MonitorSweep> lastSweep() throws IOException {
        return outbox.lastSweep();
    }

    private void run() {
        try {
            while (true) {
                Optional<Outbox.Entry> next = outbox.first();
                synchronized (changed) {
                    if (ended) {
                        return;
                    }
                    if (next.isEmpty() && outbox.size() == 0) {
                        changed.wait();
                        continue;
                    }
                }
                if (next.isPresent() && !send(next.get())) {
                    pause();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean send(Outbox.Entry entry) {
        try {
            Optional<byte[]> content = outbox.content(entry);
            if (content.isPresent()) {
                transport.send(ObservationCodec.subnet(content.get()), content.get());
            }
            outbox.sent(entry);
        } catch (IllegalArgumentException e) {
            LOG.error("{} of the outbox is skipped", entry.file(), e);
            return discard(entry);
        } catch (IOException e) {
            if (!failing) {
                LOG.warn("Observations wait in the outbox, because they cannot be sent: {}", e.getMessage());
            }
            failing = true;
            return false;
        }
        if (failing) {
            LOG.info("Observations are sent again; {} wait", outbox.size());
        }
        failing = false;
        return true;
    }

    private boolean discard(Outbox.Entry entry) {
        try {
            outbox.discard(entry);
            return true;
        } catch (IOException e) {
            LOG.error("{} of the outbox cannot be removed", entry.file(), e);
            return false;
        }
    }

    private void pause() throws InterruptedException {
        long end = System.nanoTime() + PAUSE.toNanos();
        synchronized (changed) {
            while (!ended && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(changed, end - System.nanoTime());
            }
        }
    }

    /** Ends the thread. Observations that have not been sent stay on disk. */
    @Override
    public void close() {
        synchronized (changed) {
            ended = true;
            changed.notifyAll();
        }
        try {
            thread.join(CLOSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
