package io.verbena.embedded.sm;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the agent behind an addressable port is known to hold, as it was last read or set. */
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

    /** The bytes of an attribute, only to be read; null if they are not known. */
    byte @Nullable [] get(Layout<?> attribute, long modifier) {
        return known.get(key(attribute, modifier));
    }

    <T extends Structure> @Nullable T as(Layout<T> attribute, long modifier) {
        byte[] bytes = get(attribute, modifier);
        return bytes == null ? null : attribute.wrap(bytes, 0);
    }

    /** Whether it is known to hold just this. */
    boolean holds(Structure attribute, long modifier) {
        byte[] there = get(attribute.layout(), modifier);
        return there != null && Arrays.equals(there, attribute.toBytes());
    }

    void clear() {
        known.clear();
    }
}
