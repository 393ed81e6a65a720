package io.verbena.monitor.store;

import io.verbena.monitor.channel.ObservationConsumer;
import io.verbena.monitor.channel.ObservationLog;
import io.verbena.monitor.model.Observation;
import io.verbena.monitor.model.Observation.MonitorSweep;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Writes observations to the database in the order in which they arrive. While the database refuses them, for example
 * because its disk is full, they wait in memory, and the oldest sweeps are dropped when there are too many.
 */
@Component
final class ObservationStore implements ObservationConsumer, ObservationLog {
    private static final Logger LOG = LoggerFactory.getLogger(ObservationStore.class);

    /** Maximum number of other observations that wait. */
    private static final int MAX_OTHERS = 10_000;

    private final ObservationWriter writer;
    private final StoreHealth health;
    private final int maxPending;
    private final Deque<Observation> pending = new ArrayDeque<>();

    ObservationStore(ObservationWriter writer, StoreHealth health, StoreProperties properties) {
        this.writer = writer;
        this.health = health;
        this.maxPending = properties.maxPending();
    }

    @Override
    public void accept(Observation observation) {
        pending.add(observation);
        while (!pending.isEmpty()) {
            Observation next = pending.element();
            try {
                writer.write(next);
            } catch (DataAccessException | TransactionException e) {
                failed(next, e);
                return;
            }
            pending.remove();
            recovered(next);
        }
    }

    @Override
    public void write(Observation observation) {
        try {
            writer.write(observation);
        } catch (DataAccessException | TransactionException e) {
            health.failed(observation.at(), reason(e));
            throw e;
        }
        recovered(observation);
    }

    @Override
    public void reload() {
        writer.forget();
    }

    private void recovered(Observation written) {
        if (health.failure().isPresent()) {
            LOG.info("The database accepts observations again");
        }
        health.written(written.at());
        health.pending(pending.size());
    }

    private void failed(Observation observation, RuntimeException e) {
        String reason = reason(e);
        if (health.failure().isEmpty()) {
            LOG.error("The database refuses observations; they wait in memory: {}", reason);
        }
        health.failed(observation.at(), reason);
        shrink();
        health.pending(pending.size());
    }

    private static String reason(RuntimeException e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private void shrink() {
        long sweeps = pending.stream().filter(MonitorSweep.class::isInstance).count();
        long others = pending.size() - sweeps;
        Iterator<Observation> oldest = pending.iterator();
        while (oldest.hasNext() && (sweeps > maxPending || others > MAX_OTHERS)) {
            if (oldest.next() instanceof MonitorSweep) {
                if (sweeps > maxPending) {
                    oldest.remove();
                    sweeps--;
                    health.dropped();
                }
            } else if (others > MAX_OTHERS) {
                oldest.remove();
                others--;
            }
        }
    }
}
