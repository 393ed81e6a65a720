package io.verbena.hca;

import io.verbena.error.Ranges;
import io.verbena.iba.WireEnum;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/** The values of {@link QueuePairAttributes}, whose setters the table of verbs generates. */
public abstract class QueuePairAttributeValues {
    private final Map<QueuePairAttribute, Object> values = new EnumMap<>(QueuePairAttribute.class);

    /** Whether the send queue is draining, which a query of the state returns in addition. */
    private boolean draining;

    QueuePairAttributeValues() {}

    /** Returns the attributes that are set. */
    public final Set<QueuePairAttribute> set() {
        return Collections.unmodifiableSet(values.keySet());
    }

    /** Returns whether an attribute is set. */
    public final boolean has(QueuePairAttribute attribute) {
        return values.containsKey(attribute);
    }

    /** Records whether the send queue is draining, when a driver returns the state. */
    public final void draining(boolean value) {
        draining = value;
    }

    /** Returns the value of a numeric attribute. */
    public final int number(QueuePairAttribute attribute) {
        return get(attribute, Integer.class);
    }

    /**
     * Returns the value of an attribute.
     *
     * @throws NoSuchElementException if the attribute is not set
     * @throws ClassCastException if the attribute has another type
     */
    public final <T> T get(QueuePairAttribute attribute, Class<T> type) {
        Object value = values.get(attribute);
        if (value == null) {
            throw new NoSuchElementException(attribute.text() + " is not among these attributes: " + values.keySet());
        }
        return type.cast(value);
    }

    /** Returns the state. */
    public final QueuePairState state() {
        return get(QueuePairAttribute.STATE, QueuePairState.class);
    }

    /** Returns the operations that the peer may perform; none if the attribute is not set. */
    @SuppressWarnings("unchecked")
    public final Set<AccessFlag> access() {
        return has(QueuePairAttribute.ACCESS) ? get(QueuePairAttribute.ACCESS, Set.class) : Set.of();
    }

    /** Returns whether the queue pair is in state SQD and earlier sends are still outstanding. */
    public final boolean isDraining() {
        return draining;
    }

    final void put(QueuePairAttribute attribute, Object value) {
        values.put(attribute, value);
    }

    /** Removes attributes, if they are set. */
    public final void remove(QueuePairAttribute... unwanted) {
        values.keySet().removeAll(Set.of(unwanted));
    }

    static <E extends Enum<E>> Set<E> copy(Set<E> value) {
        return value.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(value));
    }

    static int range(QueuePairAttribute attribute, int value, int max) {
        return Ranges.check(attribute.text(), value, 0, max);
    }

    /** Returns the mask of ibv_modify_qp(3). */
    public final long mask() {
        return WireEnum.bitsOf(values.keySet());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueuePairAttributeValues that
                && that.values.equals(values)
                && that.draining == draining;
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    /** Returns a line for each attribute that is set. */
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
