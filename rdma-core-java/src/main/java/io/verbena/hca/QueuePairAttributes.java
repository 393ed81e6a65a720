package io.verbena.hca;

import io.verbena.iba.Mtu;
import io.verbena.iba.WireEnum;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Attributes of a queue pair: those that a transition sets, or those that a query answers. What is not set is not
 * changed; the mask of ibv_modify_qp(3) is the set of what is. Not for use by several threads while it is filled.
 */
public final class QueuePairAttributes {
    private final Map<QueuePairAttribute, Object> values = new EnumMap<>(QueuePairAttribute.class);

    private Set<AccessFlag> access = Set.of();

    /** No attribute by itself: a query of the state tells it. */
    private boolean draining;

    /** Nothing set. */
    public QueuePairAttributes() {}

    /** What is set. */
    public Set<QueuePairAttribute> set() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** Whether this one is set. */
    public boolean has(QueuePairAttribute attribute) {
        return values.containsKey(attribute);
    }

    /** The state to go to. */
    public QueuePairAttributes state(QueuePairState value) {
        return put(QueuePairAttribute.STATE, value);
    }

    /** The state that is expected; a transition from another fails. */
    public QueuePairAttributes currentState(QueuePairState value) {
        return put(QueuePairAttribute.CURRENT_STATE, value);
    }

    /** What the other side may do; nothing of an unconnected queue pair. */
    public QueuePairAttributes access(Set<AccessFlag> value) {
        access = value.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(value));
        return put(QueuePairAttribute.ACCESS, access);
    }

    /** Where the P_Key stands in the table of the port. */
    public QueuePairAttributes partitionKeyIndex(int value) {
        return put(QueuePairAttribute.PARTITION_KEY_INDEX, range("P_Key index", value, 0xffff));
    }

    /** The port, from 1. */
    public QueuePairAttributes port(int value) {
        return put(QueuePairAttribute.PORT, range("port", value, 255));
    }

    /** The Q_Key of datagrams, 32 bits; the highest bit is for the privileged. */
    public QueuePairAttributes queueKey(int value) {
        return put(QueuePairAttribute.QUEUE_KEY, value);
    }

    /** The way to the other side. */
    public QueuePairAttributes address(AddressVector value) {
        return put(QueuePairAttribute.ADDRESS, value);
    }

    /** The largest payload of a packet, which both sides must use. */
    public QueuePairAttributes pathMtu(Mtu value) {
        return put(QueuePairAttribute.PATH_MTU, value);
    }

    /** How long to wait for an acknowledgement: 4.096 us * 2^n, 0 for ever. */
    public QueuePairAttributes timeout(int value) {
        return put(QueuePairAttribute.TIMEOUT, range("timeout", value, 31));
    }

    /** How often to send again, 0 to 7. */
    public QueuePairAttributes retries(int value) {
        return put(QueuePairAttribute.RETRIES, range("retries", value, 7));
    }

    /** How often to send again when nothing was there to receive into: 0 to 6, 7 for ever. */
    public QueuePairAttributes rnrRetries(int value) {
        return put(QueuePairAttribute.RNR_RETRIES, range("RNR retries", value, 7));
    }

    /** The first packet number that is expected, 24 bits: that which the other side sends first. */
    public QueuePairAttributes receiveSequenceNumber(int value) {
        return put(QueuePairAttribute.RECEIVE_SEQUENCE_NUMBER, range("packet number", value, 0xffffff));
    }

    /** The first packet number that is sent, 24 bits. */
    public QueuePairAttributes sendSequenceNumber(int value) {
        return put(QueuePairAttribute.SEND_SEQUENCE_NUMBER, range("packet number", value, 0xffffff));
    }

    /** How many reads and atomics are begun at once; not more than the other side answers. */
    public QueuePairAttributes initiatorDepth(int value) {
        return put(QueuePairAttribute.INITIATOR_DEPTH, range("reads", value, 255));
    }

    /** How many reads and atomics of the other side are answered at once. */
    public QueuePairAttributes responderResources(int value) {
        return put(QueuePairAttribute.RESPONDER_RESOURCES, range("reads", value, 255));
    }

    /** How long the sender is to wait when nothing is there to receive into: the code of IBA 9.7.5.2.8, 12 is 0.64 ms. */
    public QueuePairAttributes minRnrTimer(int value) {
        return put(QueuePairAttribute.MIN_RNR_TIMER, range("RNR timer", value, 31));
    }

    /** The second path; {@link #migrationState} says when it is loaded. Only on InfiniBand. */
    public QueuePairAttributes alternatePath(AlternatePath value) {
        return put(QueuePairAttribute.ALTERNATE_PATH, value);
    }

    /** Where path migration stands. */
    public QueuePairAttributes migrationState(MigrationState value) {
        return put(QueuePairAttribute.MIGRATION_STATE, value);
    }

    /** How large the queues are. */
    public QueuePairAttributes capacity(QueuePairCapacity value) {
        return put(QueuePairAttribute.CAPACITY, value);
    }

    /** The number of the other queue pair, 24 bits. */
    public QueuePairAttributes destinationQueuePair(int value) {
        return put(QueuePairAttribute.DESTINATION_QUEUE_PAIR, range("queue pair", value, 0xffffff));
    }

    /** Whether an event is to tell that the send queue is drained. */
    public QueuePairAttributes drainNotification(boolean value) {
        return put(QueuePairAttribute.DRAIN_NOTIFICATION, value);
    }

    /** Says that its sends are being drained; of a driver that answers a query of the state. */
    public QueuePairAttributes draining(boolean value) {
        draining = value;
        return this;
    }

    /** The rate in kb/s; 0 for no limit. */
    public QueuePairAttributes rateLimit(int value) {
        return put(QueuePairAttribute.RATE_LIMIT, value);
    }

    /** The value of one that is set to a number. */
    public int number(QueuePairAttribute attribute) {
        return get(attribute, Integer.class);
    }

    /**
     * The value of one that is set.
     *
     * @throws NoSuchElementException if it is not set
     * @throws ClassCastException if it is of another type
     */
    public <T> T get(QueuePairAttribute attribute, Class<T> type) {
        Object value = values.get(attribute);
        if (value == null) {
            throw new NoSuchElementException(attribute.text() + " is not among these attributes: " + values.keySet());
        }
        return type.cast(value);
    }

    /** The state. */
    public QueuePairState state() {
        return get(QueuePairAttribute.STATE, QueuePairState.class);
    }

    /** What the other side may do; nothing where that is not set. */
    public Set<AccessFlag> access() {
        return access;
    }

    /** Whether state SQD has been entered, and sends from before it are still under way. */
    public boolean isDraining() {
        return draining;
    }

    private QueuePairAttributes put(QueuePairAttribute attribute, Object value) {
        values.put(attribute, value);
        return this;
    }

    private static int range(String name, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is out of range; it is from 0 to " + most);
        }
        return value;
    }

    /** The mask of ibv_modify_qp(3). */
    public long mask() {
        return WireEnum.bitsOf(values.keySet());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueuePairAttributes that && that.values.equals(values) && that.draining == draining;
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** A line for each that is set. */
    @Override
    public String toString() {
        Map<String, Object> lines = new LinkedHashMap<>();
        values.forEach((attribute, value) -> lines.put(attribute.text(), value));
        if (draining) {
            lines.put("draining", true);
        }
        return AttributeText.of(lines);
    }
}
