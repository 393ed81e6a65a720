package io.verbena.embedded.cm;

import io.verbena.hca.CmOption;
import java.util.EnumMap;
import java.util.Map;

/** The options of an identifier. */
final class Options {
    private static final int LONGEST_TIMEOUT = 31;
    private static final int LARGEST_BYTE = 255;

    private final Map<CmOption, Integer> values = new EnumMap<>(CmOption.class);

    /** Sets one; false if it has no such value. */
    boolean set(CmOption option, int value) {
        int most = switch (option) {
            case TYPE_OF_SERVICE -> LARGEST_BYTE;
            case ACKNOWLEDGE_TIMEOUT -> LONGEST_TIMEOUT;
            case REUSE_ADDRESS, ADDRESS_FAMILY_ONLY -> 1;
        };
        if (value < 0 || value > most) {
            return false;
        }
        values.put(option, value);
        return true;
    }

    /** Those of a listener hold for who asks it. */
    void copy(Options other) {
        values.putAll(other.values);
    }

    boolean is(CmOption option) {
        return values.getOrDefault(option, 0) != 0;
    }

    boolean has(CmOption option) {
        return values.containsKey(option);
    }

    int get(CmOption option) {
        return values.getOrDefault(option, 0);
    }
}
