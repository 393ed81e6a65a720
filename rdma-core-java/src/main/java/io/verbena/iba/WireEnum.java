package io.verbena.iba;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** An enumeration whose constants have a code on the wire. */
public interface WireEnum {

    /** The code on the wire; -1 for the constant that stands for every unknown code. */
    int code();

    /** What people are shown, in the words of infiniband-diags. */
    String text();

    /** What people are shown for a field with these bits, where this is the constant of those bits. */
    default String text(long bits) {
        return code() == -1 ? "undefined (" + bits + ")" : text();
    }

    /** The constants whose bits are set in a mask; bits without a constant are left out. */
    static <E extends Enum<E> & WireEnum> Set<E> setOf(Class<E> type, long mask) {
        EnumSet<E> set = EnumSet.noneOf(type);
        for (E constant : type.getEnumConstants()) {
            if (constant.code() != -1 && (mask & Integer.toUnsignedLong(constant.code())) != 0) {
                set.add(constant);
            }
        }
        return Collections.unmodifiableSet(set);
    }

    /** The mask in which the bits of these constants are set. */
    static long bitsOf(Set<? extends WireEnum> set) {
        long mask = 0;
        for (WireEnum constant : set) {
            mask |= Integer.toUnsignedLong(constant.code());
        }
        return mask;
    }
}
