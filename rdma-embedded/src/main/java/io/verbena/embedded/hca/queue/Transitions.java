package io.verbena.embedded.hca.queue;

import static io.verbena.hca.QueuePairAttribute.ACCESS;
import static io.verbena.hca.QueuePairAttribute.ADDRESS;
import static io.verbena.hca.QueuePairAttribute.ALTERNATE_PATH;
import static io.verbena.hca.QueuePairAttribute.CURRENT_STATE;
import static io.verbena.hca.QueuePairAttribute.DESTINATION_QUEUE_PAIR;
import static io.verbena.hca.QueuePairAttribute.DRAIN_NOTIFICATION;
import static io.verbena.hca.QueuePairAttribute.INITIATOR_DEPTH;
import static io.verbena.hca.QueuePairAttribute.MIGRATION_STATE;
import static io.verbena.hca.QueuePairAttribute.MIN_RNR_TIMER;
import static io.verbena.hca.QueuePairAttribute.PARTITION_KEY_INDEX;
import static io.verbena.hca.QueuePairAttribute.PATH_MTU;
import static io.verbena.hca.QueuePairAttribute.PORT;
import static io.verbena.hca.QueuePairAttribute.QUEUE_KEY;
import static io.verbena.hca.QueuePairAttribute.RATE_LIMIT;
import static io.verbena.hca.QueuePairAttribute.RECEIVE_SEQUENCE_NUMBER;
import static io.verbena.hca.QueuePairAttribute.RESPONDER_RESOURCES;
import static io.verbena.hca.QueuePairAttribute.RETRIES;
import static io.verbena.hca.QueuePairAttribute.RNR_RETRIES;
import static io.verbena.hca.QueuePairAttribute.SEND_SEQUENCE_NUMBER;
import static io.verbena.hca.QueuePairAttribute.STATE;
import static io.verbena.hca.QueuePairAttribute.TIMEOUT;

import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairState;
import io.verbena.hca.QueuePairType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state transitions of queue pairs, with their required and optional attributes (IBA 11.2.5.2, table 91). */
final class Transitions {
    private static final Map<QueuePairType, Transitions> ALL = new EnumMap<>(QueuePairType.class);

    static {
        ALL.put(QueuePairType.RC, connected(true));
        ALL.put(QueuePairType.UC, connected(false));
        ALL.put(QueuePairType.UD, datagrams(EnumSet.of(CURRENT_STATE, QUEUE_KEY)));
        // Scalable reliable datagrams: those of datagrams, with a number of RNR retries.
        ALL.put(QueuePairType.DRIVER, datagrams(EnumSet.of(CURRENT_STATE, QUEUE_KEY, RNR_RETRIES)));
        ALL.put(QueuePairType.RAW_PACKET, frames());
        ALL.put(QueuePairType.XRC_SEND, extended(EnumSet.noneOf(QueuePairAttribute.class), initiator()));
        ALL.put(
                QueuePairType.XRC_RECEIVE,
                extended(EnumSet.of(RESPONDER_RESOURCES, MIN_RNR_TIMER), EnumSet.of(TIMEOUT, SEND_SEQUENCE_NUMBER)));
    }

    private final Map<QueuePairState, Map<QueuePairState, Rule>> rules = new EnumMap<>(QueuePairState.class);

    private record Rule(Set<QueuePairAttribute> required, Set<QueuePairAttribute> allowed) {}

    static @Nullable Transitions of(QueuePairType type) {
        return ALL.get(type);
    }

    String objection(QueuePairState from, QueuePairState to, Set<QueuePairAttribute> said) {
        String step = "from " + from.text() + " to " + to.text();
        if (to == QueuePairState.RESET || to == QueuePairState.ERROR) {
            return said.equals(EnumSet.of(STATE)) ? "" : "only the state can be set " + step;
        }
        Rule rule = rules.getOrDefault(from, Map.of()).get(to);
        if (rule == null) {
            return "there is no transition " + step;
        }
        Set<QueuePairAttribute> missing = set(rule.required);
        missing.removeAll(said);
        Set<QueuePairAttribute> excess = set(said);
        excess.removeAll(rule.required);
        excess.removeAll(rule.allowed);
        excess.remove(STATE);
        if (!missing.isEmpty()) {
            return "the transition " + step + " requires " + missing;
        }
        return excess.isEmpty() ? "" : "the transition " + step + " does not permit " + excess;
    }

    private static Set<QueuePairAttribute> set(Set<QueuePairAttribute> attributes) {
        Set<QueuePairAttribute> copy = EnumSet.noneOf(QueuePairAttribute.class);
        copy.addAll(attributes);
        return copy;
    }

    private Transitions step(
            QueuePairState from, QueuePairState to, Set<QueuePairAttribute> required, Set<QueuePairAttribute> allowed) {
        rules.computeIfAbsent(from, state -> new EnumMap<>(QueuePairState.class))
                .put(to, new Rule(required, allowed));
        return this;
    }

    private static Set<QueuePairAttribute> initiator() {
        return EnumSet.of(TIMEOUT, RETRIES, RNR_RETRIES, INITIATOR_DEPTH, SEND_SEQUENCE_NUMBER);
    }

    /** Returns the transitions of one end of an extended connection: only the receiving end responds (IBA annex A14). */
    private static Transitions extended(Set<QueuePairAttribute> receives, Set<QueuePairAttribute> sends) {
        return connection(receives, sends, EnumSet.of(CURRENT_STATE, ACCESS, ALTERNATE_PATH, MIGRATION_STATE));
    }

    private static Transitions connected(boolean reliable) {
        Set<QueuePairAttribute> receives = EnumSet.noneOf(QueuePairAttribute.class);
        Set<QueuePairAttribute> running = EnumSet.of(CURRENT_STATE, ACCESS, ALTERNATE_PATH, MIGRATION_STATE);
        Set<QueuePairAttribute> drained =
                EnumSet.of(ADDRESS, ACCESS, PARTITION_KEY_INDEX, ALTERNATE_PATH, MIGRATION_STATE);
        if (reliable) {
            receives.addAll(EnumSet.of(RESPONDER_RESOURCES, MIN_RNR_TIMER));
            running.add(MIN_RNR_TIMER);
            drained.addAll(EnumSet.of(PORT, TIMEOUT, RETRIES, RNR_RETRIES, INITIATOR_DEPTH, RESPONDER_RESOURCES));
            drained.add(MIN_RNR_TIMER);
        }
        Set<QueuePairAttribute> sends = reliable ? initiator() : EnumSet.of(SEND_SEQUENCE_NUMBER);
        return connection(receives, sends, running)
                .step(
                        QueuePairState.SEND_QUEUE_DRAINED,
                        QueuePairState.SEND_QUEUE_DRAINED,
                        EnumSet.noneOf(QueuePairAttribute.class),
                        drained);
    }

    private static Transitions connection(
            Set<QueuePairAttribute> receives, Set<QueuePairAttribute> sends, Set<QueuePairAttribute> running) {
        Set<QueuePairAttribute> receive =
                EnumSet.of(ADDRESS, PATH_MTU, DESTINATION_QUEUE_PAIR, RECEIVE_SEQUENCE_NUMBER);
        receive.addAll(receives);
        return common(EnumSet.of(PARTITION_KEY_INDEX, PORT, ACCESS), running)
                .step(
                        QueuePairState.INIT,
                        QueuePairState.READY_TO_RECEIVE,
                        receive,
                        EnumSet.of(ACCESS, PARTITION_KEY_INDEX, ALTERNATE_PATH))
                .step(QueuePairState.READY_TO_RECEIVE, QueuePairState.READY_TO_SEND, sends, running);
    }

    private static Transitions datagrams(Set<QueuePairAttribute> ready) {
        Set<QueuePairAttribute> begin = EnumSet.of(PARTITION_KEY_INDEX, PORT, QUEUE_KEY);
        Set<QueuePairAttribute> none = EnumSet.noneOf(QueuePairAttribute.class);
        Set<QueuePairAttribute> running = EnumSet.of(CURRENT_STATE, QUEUE_KEY);
        Set<QueuePairAttribute> keys = EnumSet.of(PARTITION_KEY_INDEX, QUEUE_KEY);
        return common(begin, running)
                .step(QueuePairState.INIT, QueuePairState.READY_TO_RECEIVE, none, keys)
                .step(
                        QueuePairState.READY_TO_RECEIVE,
                        QueuePairState.READY_TO_SEND,
                        EnumSet.of(SEND_SEQUENCE_NUMBER),
                        ready)
                .step(QueuePairState.SEND_QUEUE_DRAINED, QueuePairState.SEND_QUEUE_DRAINED, none, keys);
    }

    private static Transitions frames() {
        Set<QueuePairAttribute> none = EnumSet.noneOf(QueuePairAttribute.class);
        Set<QueuePairAttribute> running = EnumSet.of(CURRENT_STATE, RATE_LIMIT);
        return common(EnumSet.of(PORT), running)
                .step(QueuePairState.INIT, QueuePairState.READY_TO_RECEIVE, none, none)
                .step(QueuePairState.READY_TO_RECEIVE, QueuePairState.READY_TO_SEND, none, running)
                .step(QueuePairState.SEND_QUEUE_DRAINED, QueuePairState.SEND_QUEUE_DRAINED, none, none);
    }

    private static Transitions common(Set<QueuePairAttribute> begin, Set<QueuePairAttribute> running) {
        Set<QueuePairAttribute> none = EnumSet.noneOf(QueuePairAttribute.class);
        return new Transitions()
                .step(QueuePairState.RESET, QueuePairState.INIT, begin, none)
                .step(QueuePairState.INIT, QueuePairState.INIT, none, begin)
                .step(QueuePairState.READY_TO_SEND, QueuePairState.READY_TO_SEND, none, running)
                .step(
                        QueuePairState.READY_TO_SEND,
                        QueuePairState.SEND_QUEUE_DRAINED,
                        none,
                        EnumSet.of(DRAIN_NOTIFICATION))
                .step(QueuePairState.SEND_QUEUE_DRAINED, QueuePairState.READY_TO_SEND, none, running)
                .step(QueuePairState.SEND_QUEUE_ERROR, QueuePairState.READY_TO_SEND, none, running);
    }
}
