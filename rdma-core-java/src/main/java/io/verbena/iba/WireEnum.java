package io.verbena.iba;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** An enumeration with codes on the wire. */
public interface WireEnum {

    /** Returns the code; -1 for the constant that represents all unknown codes. */
    int code();

    /** Returns the text of infiniband-diags. */
    String text();

    /** Returns the text for a field with these bits, which this constant represents. */
    default String text(long bits) {
        return code() == -1 ? "undefined (" + bits + ")" : text();
    }

    /** Returns the constants whose bits are set. Bits without a constant are ignored. */
    static <E extends Enum<E> & WireEnum> Set<E> setOf(Class<E> type, long mask) {
        EnumSet<E> set = EnumSet.noneOf(type);
        for (E constant : type.getEnumConstants()) {
            if (constant.code() != -1 && (mask & Integer.toUnsignedLong(constant.code())) != 0) {
                set.add(constant);
            }
        }
        return Collections.unmodifiableSet(set);
    }

    /** Returns the mask with the bits of these constants. */
    static long bitsOf(Set<? extends WireEnum> set) {
        long mask = 0;
        for (WireEnum constant : set) {
            mask |= Integer.toUnsignedLong(constant.code());
        }
        return mask;
    }
}
