package io.verbena.hca;

import io.verbena.iba.WireEnum;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A mask that a device reports: the bits that have a constant, and those that a later device may define.
 *
 * @param <E> the constants; the code of each is a bit
 * @param known the constants whose bits are set
 * @param unknown the bits that are set and have no constant
 */
public record Flags<E extends Enum<E> & WireEnum>(Set<E> known, long unknown) {
    public Flags {
        known = known.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(known));
    }

    /** Returns the flags of a mask. */
    public static <E extends Enum<E> & WireEnum> Flags<E> of(Class<E> type, long mask) {
        Set<E> known = WireEnum.setOf(type, mask);
        return new Flags<>(known, mask & ~WireEnum.bitsOf(known));
    }

    /** Returns flags that consist of constants only. */
    @SafeVarargs
    public static <E extends Enum<E> & WireEnum> Flags<E> of(E... known) {
        Set<E> constants = new HashSet<>();
        for (E constant : known) {
            constants.add(constant);
        }
        return new Flags<>(constants, 0);
    }

    /** Returns whether a flag is set. */
    public boolean contains(E flag) {
        return known.contains(flag);
    }

    /** Returns the mask. */
    public long bits() {
        return WireEnum.bitsOf(known) | unknown;
    }

    /** Returns the names of the constants and the other bits in hexadecimal, such as {@code SEND, READ, 0xc0}. */
    @Override
    public String toString() {
        Stream<String> names = known.stream().map(WireEnum::text);
        String text = Stream.concat(names, unknown == 0 ? Stream.of() : Stream.of("0x" + Long.toHexString(unknown)))
                .collect(Collectors.joining(", "));
        return text.isEmpty() ? "none" : text;
    }
}
