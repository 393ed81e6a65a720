package io.verbena.hca;

import io.verbena.iba.WireEnum;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * The bits of a mask that a device tells: those that have a constant, and those that a later device may know.
 *
 * @param <E> the constants; the code of each is a bit
 * @param known the constants whose bits are set
 * @param unknown the bits that are set and have no constant
 */
public record Flags<E extends Enum<E> & WireEnum>(Set<E> known, long unknown) {
    public Flags {
        known = known.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(known));
    }

    /** Those of a mask. */
    public static <E extends Enum<E> & WireEnum> Flags<E> of(Class<E> type, long mask) {
        Set<E> known = WireEnum.setOf(type, mask);
        return new Flags<>(known, mask & ~WireEnum.bitsOf(known));
    }

    /** These alone. */
    @SafeVarargs
    public static <E extends Enum<E> & WireEnum> Flags<E> of(E... known) {
        Set<E> constants = new HashSet<>();
        for (E constant : known) {
            constants.add(constant);
        }
        return new Flags<>(constants, 0);
    }

    /** Whether this one is set. */
    public boolean contains(E flag) {
        return known.contains(flag);
    }

    /** The mask. */
    public long bits() {
        return WireEnum.bitsOf(known) | unknown;
    }

    /** The names, and in hexadecimal what has none: {@code SEND, READ, 0xc0}. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
