package io.verbena.monitor.channel;

import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.MonitorSweep;
import jakarta.annotation.PreDestroy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * A channel within one process: a bounded queue and a thread per consumer. If a queue is full, its oldest sweep is
 * dropped and logged, because sweeps are large and the next one supersedes them; events are never dropped.
 */
@Component
@ConditionalOnProperty(name = "monitor.kafka.enabled", havingValue = "false", matchIfMissing = true)
public final class InProcessChannel implements ObservationChannel {
    /** Maximum number of sweeps that wait for a consumer. */
    static final int MAX_SWEEPS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(InProcessChannel.class);
    private static final long CLOSE_SECONDS = 10;

    private final List<Lane> lanes;

    InProcessChannel(List<ObservationConsumer> consumers) {
        lanes = consumers.stream().map(Lane::new).toList();
    }

    @Override
    public void publish(Observation observation) {
        lanes.forEach(lane -> lane.add(observation));
    }

    /** Delivers what is queued and ends the threads. */
    @PreDestroy
    void close() throws InterruptedException {
        for (Lane lane : lanes) {
            lane.end();
        }
    }

    /** The queue and the thread of one consumer. */
    private static final class Lane {
        private final ObservationConsumer consumer;
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final Deque<Observation> queue = new ArrayDeque<>();
        private final Thread thread;
        private boolean ended;

        Lane(ObservationConsumer consumer) {
            this.consumer = consumer;
            thread = new Thread(
                    this::run, "monitor-" + consumer.getClass().getSimpleName().replaceFirst("\\$\\$.*", ""));
            thread.setDaemon(true);
            thread.start();
        }

        void add(Observation observation) {
            lock.lock();
            try {
                if (observation instanceof MonitorSweep) {
                    makeRoom();
                }
                queue.add(observation);
                changed.signal();
            } finally {
                lock.unlock();
            }
        }

        private void makeRoom() {
            long sweeps = queue.stream().filter(MonitorSweep.class::isInstance).count();
            Iterator<Observation> oldest = queue.iterator();
            while (sweeps >= MAX_SWEEPS && oldest.hasNext()) {
                Observation next = oldest.next();
                if (next instanceof MonitorSweep) {
                    oldest.remove();
                    sweeps--;
                    LOG.warn("{} is too slow; the sweep of {} was dropped", thread.getName(), next.at());
                }
            }
        }

        private void run() {
            while (true) {
                Observation next;
                lock.lock();
                try {
                    while (queue.isEmpty()) {
                        if (ended) {
                            return;
                        }
                        changed.awaitUninterruptibly();
                    }
                    next = queue.remove();
                } finally {
                    lock.unlock();
                }
                try {
                    consumer.accept(next);
                } catch (RuntimeException e) {
                    LOG.error(
                            "{} failed at {}", thread.getName(), next.getClass().getSimpleName(), e);
                }
            }
        }

        void end() throws InterruptedException {
            lock.lock();
            try {
                ended = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
        }
    }
}
