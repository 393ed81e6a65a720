package io.verbena.embedded.hca.queue;

import io.verbena.error.Errno;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.spi.verbs.RecordMemory;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A queue pair: its state, its requester and its responder, each with a lock of its own (IBA 10.2.4, 10.3.1). */
public final class SimulatedQueuePair {
    /** The options that all embedded adapters accept, under a locally administered OUI. They have no effect. */
    private static final EnhancedConnection ENHANCED = new EnhancedConnection(0x02_0001, 0xff);

    private static final EnhancedConnection NOT_ENHANCED = new EnhancedConnection(0, 0);

    private final QueuePairContext context;
    private final Transitions transitions;
    final Responder responder;
    private final Requester requester;
    private volatile EnhancedConnection enhanced = ENHANCED;

    /** How many programs have this queue pair open: more than one only if it receives for an XRC domain. */
    private final AtomicInteger openings = new AtomicInteger(1);

    SimulatedQueuePair(Adapter adapter, int number, QueuePairPlan plan) {
        this.context = new QueuePairContext(adapter, number, plan);
        this.transitions = Objects.requireNonNull(Transitions.of(plan.type()));
        this.responder = new Responder(context, this::resume);
        this.requester = plan.isScalable()
                ? new ScalableRequester(context, responder)
                : new OrderedRequester(context, responder);
    }

    /** Returns whether the adapter implements a transport service. */
    public static boolean hasType(QueuePairType type) {
        return Transitions.of(type) != null;
    }

    boolean open() {
        return openings.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** Counts a program that has closed this queue pair; returns whether it was the last. */
    boolean isLastClosed() {
        return openings.decrementAndGet() == 0;
    }

    /** Limits the send rate; 0 kb/s for no limit. */
    public void limitRate(int kilobits) {
        context.settings.rateKilobits = kilobits;
    }

    /** Returns the options of enhanced connection establishment. */
    public EnhancedConnection enhancedConnection() {
        return enhanced;
    }

    /**
     * Sets the options of enhanced connection establishment; returns those that the adapter accepts, or null in a state in which a
     * connection may exist.
     */
    public @Nullable EnhancedConnection enhancedConnection(EnhancedConnection wanted) {
        if (context.state != QueuePairState.RESET && context.state != QueuePairState.INIT) {
            return null;
        }
        boolean own = wanted.vendorId() == ENHANCED.vendorId();
        enhanced =
                own ? new EnhancedConnection(wanted.vendorId(), wanted.options() & ENHANCED.options()) : NOT_ENHANCED;
        return enhanced;
    }

    /** Returns the queue pair number. */
    public int number() {
        return context.number;
    }

    /** Returns the properties with which this queue pair was created. */
    public QueuePairPlan plan() {
        return context.plan;
    }

    private void resume() {
        requester.resume();
    }

    /** Changes attributes if that is permitted; returns the reason if it is not, and an empty text otherwise. */
    public String modify(QueuePairAttributes wanted) {
        requester.lock();
        try {
            responder.lock();
            try {
                QueuePairState next = wanted.has(QueuePairAttribute.STATE) ? wanted.state() : context.state;
                String objection = objection(next, wanted);
                if (!objection.isEmpty()) {
                    return objection;
                }
                context.settings.apply(wanted);
                enter(next);
            } finally {
                responder.unlock();
            }
            requester.work();
            return "";
        } finally {
            requester.unlock();
        }
    }

    private String objection(QueuePairState next, QueuePairAttributes wanted) {
        QueuePairState state = context.state;
        boolean elsewhere = wanted.has(QueuePairAttribute.CURRENT_STATE)
                && wanted.get(QueuePairAttribute.CURRENT_STATE, QueuePairState.class) != state;
        if (elsewhere) {
            return "it is in state " + state.text();
        }
        String step = transitions.objection(state, next, wanted.set());
        return step.isEmpty() ? context.settings.objection(context.adapter.node(), wanted) : step;
    }

    private void enter(QueuePairState next) {
        QueuePairState last = context.state;
        context.state = next;
        requester.entered(last, next);
        responder.entered(last, next);
    }

    /** Returns the requested attributes. */
    public QueuePairAttributes query(Set<QueuePairAttribute> wanted) {
        requester.lock();
        try {
            QueuePairAttributes attributes = context.settings.read(wanted, context.state, plan().capacity());
            attributes.draining(wanted.contains(QueuePairAttribute.STATE) && requester.isDraining());
            return attributes;
        } finally {
            requester.unlock();
        }
    }

    /**
     * Posts send requests.
     *
     * @param allOrNone whether either all requests are posted or none, as by the extended functions
     * @return the number of requests posted, and in the upper half the errno of the request that was refused
     */
    public long postSend(RecordMemory requests, int stride, int count, boolean allOrNone) {
        if (plan().type() == QueuePairType.XRC_RECEIVE || plan().spread() != null) {
            return SendRecords.outcome(0, Errno.EINVAL);
        }
        return requester.post(requests, stride, count, allOrNone);
    }

    /** Posts receive requests; see {@link #postSend} for the result. */
    public long postReceive(RecordMemory requests, int stride, int count) {
        if (context.state == QueuePairState.RESET || plan().shared() != null || plan().receivesElsewhere()) {
            return SendRecords.outcome(0, Errno.EINVAL);
        }
        return responder.post(requests, stride, count);
    }

    /** Counts operations with a counter; returns 0, or an errno. */
    public int count(SimulatedCompletionCounter counter, Set<CompletionCounterOperation> operations) {
        requester.lock();
        try {
            responder.lock();
            try {
                if (context.state != QueuePairState.RESET && context.state != QueuePairState.INIT) {
                    return Errno.EINVAL;
                }
                if (!Collections.disjoint(context.counters.keySet(), operations)) {
                    return Errno.EBUSY;
                }
                Map<CompletionCounterOperation, SimulatedCompletionCounter> counters =
                        new EnumMap<>(CompletionCounterOperation.class);
                counters.putAll(context.counters);
                operations.forEach(operation -> {
                    counters.put(operation, counter);
                    counter.attached();
                });
                context.counters = counters;
                return 0;
            } finally {
                responder.unlock();
            }
        } finally {
            requester.unlock();
        }
    }

    void destroy() {
        requester.lock();
        try {
            responder.lock();
            try {
                enter(QueuePairState.RESET);
                context.counters.values().forEach(SimulatedCompletionCounter::detached);
                context.counters = Map.of();
            } finally {
                responder.unlock();
            }
        } finally {
            requester.unlock();
        }
    }
}
