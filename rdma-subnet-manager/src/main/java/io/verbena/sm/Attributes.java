package io.verbena.sm;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The attributes of an agent as they were last read or set. */
final class Attributes {
    private final Map<Long, byte[]> known = new HashMap<>();

    private static long key(Layout<?> attribute, long modifier) {
        return (long) attribute.attributeId() << Integer.SIZE | modifier;
    }

    void put(Structure attribute, long modifier) {
        known.put(key(attribute.layout(), modifier), attribute.toBytes());
    }

    void putAll(Attributes others) {
        known.putAll(others.known);
    }

    /** Returns the bytes of an attribute, which must not be modified; null if they are not known. */
    byte @Nullable [] get(Layout<?> attribute, long modifier) {
        return known.get(key(attribute, modifier));
    }

    <T extends Structure> @Nullable T as(Layout<T> attribute, long modifier) {
        byte[] bytes = get(attribute, modifier);
        return bytes == null ? null : attribute.wrap(bytes, 0);
    }

    boolean holds(Structure attribute, long modifier) {
        byte[] there = get(attribute.layout(), modifier);
        return there != null && Arrays.equals(there, attribute.toBytes());
    }

    void clear() {
        known.clear();
    }
}
