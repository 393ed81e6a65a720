package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.Domain;
import io.verbena.error.Errno;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SendOperation;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.RecordMemory;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A queue pair: its state, and its two halves, each with a lock of its own (IBA 10.2.4, 10.3.1). */
public final class QueuePair {
    /** How many reads and atomics one begins and answers at once. */
    public static final int MOST_READS = SettingChecks.MOST_READS;

    private final Adapter adapter;
    private final int number;
    private final Plan plan;
    private final Settings settings = new Settings();
    private final Transitions transitions;
    private final Requester requester;
    private final Responder responder;

    /** Written with the lock of the receives held. */
    private volatile QueuePairState state = QueuePairState.RESET;

    /**
     * What a queue pair is to be.
     *
     * @param operations what the extended functions may post; null if it posts by the others
     */
    public record Plan(
            QueuePairType type,
            Domain domain,
            @Nullable CompletionQueue sends,
            @Nullable CompletionQueue receives,
            @Nullable SharedReceiveQueue shared,
            QueuePairCapacity capacity,
            boolean allSignaled,
            @Nullable Set<SendOperation> operations,
            EventQueue events,
            long cookie) {
        long operationBits() {
            return operations == null ? -1 : WireEnum.bitsOf(operations);
        }
    }

    /** One in state RESET. */
    public QueuePair(Adapter adapter, int number, Plan plan) {
        this.adapter = adapter;
        this.number = number;
        this.plan = plan;
        this.transitions = Objects.requireNonNull(Transitions.of(plan.type()));
        this.responder = new Responder(this, settings);
        this.requester = new Requester(this, settings);
    }

    /** Whether there are queue pairs of a service. */
    public static boolean hasType(QueuePairType type) {
        return Transitions.of(type) != null;
    }

    /** What is wrong with a way from an adapter, in words; empty if nothing is. */
    public static String objection(Adapter adapter, AddressVector way) {
        return SettingChecks.address(adapter, way);
    }

    /** Its number. */
    public int number() {
        return number;
    }

    /** What it is. */
    public Plan plan() {
        return plan;
    }

    /** The adapter it is of. */
    public Adapter adapter() {
        return adapter;
    }

    QueuePairState state() {
        return state;
    }

    /** With the lock of the receives held. */
    void state(QueuePairState next) {
        state = next;
    }

    boolean isReliable() {
        return plan.type() == QueuePairType.RC;
    }

    Responder responder() {
        return responder;
    }

    void tell(AsyncEventType what) {
        plan.events().tell(what.code(), plan.cookie());
    }

    /** What is wrong with a change, in words; it is made if that is empty. */
    public String modify(QueuePairAttributes wanted) {
        requester.lock();
        try {
            responder.lock();
            try {
                QueuePairState next = wanted.has(QueuePairAttribute.STATE) ? wanted.state() : state;
                String objection = objection(next, wanted);
                if (!objection.isEmpty()) {
                    return objection;
                }
                settings.apply(wanted);
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
        boolean elsewhere = wanted.has(QueuePairAttribute.CURRENT_STATE)
                && wanted.get(QueuePairAttribute.CURRENT_STATE, QueuePairState.class) != state;
        if (elsewhere) {
            return "it is in state " + state.text();
        }
        String step = transitions.objection(state, next, wanted.set());
        return step.isEmpty() ? SettingChecks.objection(adapter, wanted, settings) : step;
    }

    private void enter(QueuePairState next) {
        QueuePairState last = state;
        state = next;
        requester.entered(last, next);
        responder.entered(last, next);
    }

    /** Reads these attributes. */
    public QueuePairAttributes query(Set<QueuePairAttribute> wanted) {
        requester.lock();
        try {
            return settings.read(wanted, state, plan.capacity())
                    .draining(wanted.contains(QueuePairAttribute.STATE) && requester.isDraining());
        } finally {
            requester.unlock();
        }
    }

    /** Posts sends; with extended functions all or none. */
    public long postSend(RecordMemory requests, int stride, int count, boolean allOrNone) {
        return requester.post(requests, stride, count, allOrNone);
    }

    /** Posts receives. */
    public long postReceive(RecordMemory requests, int stride, int count) {
        if (state == QueuePairState.RESET || plan.shared() != null) {
            return Requester.outcome(0, Errno.EINVAL);
        }
        return responder.post(requests, stride, count);
    }

    /** Its receives have failed; with their lock held. */
    void failed(@Nullable AsyncEventType why) {
        state = QueuePairState.ERROR;
        responder.flush();
        if (why != null) {
            tell(why);
        }
        adapter.network().engine().soon(requester::look);
    }

    /**
     * Its sends have failed; with their lock held.
     *
     * @param queueLost whether that is because their completion queue is (IBA 11.6.3.2)
     */
    void sendFailed(boolean queueLost) {
        responder.lock();
        try {
            if (state == QueuePairState.RESET || state == QueuePairState.ERROR) {
                return;
            }
            if (isReliable() || queueLost) {
                state = QueuePairState.ERROR;
                responder.flush();
            } else {
                state = QueuePairState.SEND_QUEUE_ERROR;
            }
        } finally {
            responder.unlock();
        }
        if (queueLost) {
            tell(AsyncEventType.QUEUE_PAIR_FATAL);
        }
    }

    /** Ends it: nothing arrives here any more, and nothing leaves. */
    public void destroy() {
        adapter.groups().remove(this);
        requester.lock();
        try {
            responder.lock();
            try {
                enter(QueuePairState.RESET);
            } finally {
                responder.unlock();
            }
        } finally {
            requester.unlock();
        }
    }
}
