package io.verbena.mlx5.steering;

import io.verbena.error.Ranges;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.verbs.DriverExtension;
import java.util.Set;

/**
 * The bits that the rules of a matcher compare. libmlx5 takes masks and values as their length, 8 bytes, followed by their bytes
 * ({@code struct mlx5dv_flow_match_parameters}).
 */
final class MatchMask {
    private static final int MAX_BYTES = 512;

    /** The bytes of a part, whose bit of the criteria is that of its index. */
    private static final int PART = 64;

    private static final int LENGTH = 8;

    private final byte[] mask;
    private final int criteria;

    MatchMask(byte[] mask, MatchCriterion... criteria) {
        Ranges.check("bytes of a mask", mask.length, 0, MAX_BYTES);
        this.mask = mask.clone();
        this.criteria = (int) WireEnum.bitsOf(Set.of(criteria));
        for (int i = 0; i < mask.length; i++) {
            if (mask[i] != 0 && (this.criteria >>> (i / PART) & 1) == 0) {
                throw new IllegalArgumentException("the mask has bits at byte " + i + ", in part " + i / PART
                        + ", which is not among the criteria " + Set.of(criteria) + "; add " + part(i / PART));
            }
        }
    }

    private static String part(int index) {
        MatchCriterion[] all = MatchCriterion.values();
        return index < all.length ? all[index].name() : "none: no device has this part";
    }

    int criteria() {
        return criteria;
    }

    int length() {
        return mask.length;
    }

    /** Returns memory with the mask. */
    RecordMemory memory(DriverExtension<Mlx5Operations> extension) {
        return memory(extension, mask);
    }

    /**
     * Returns memory with a value of a rule.
     *
     * @throws IllegalArgumentException if the value has another length than the mask, or bits that the mask does not have
     */
    RecordMemory value(DriverExtension<Mlx5Operations> extension, byte[] value) {
        if (value.length != mask.length) {
            throw new IllegalArgumentException("a value of " + value.length + " bytes for a mask of " + mask.length
                    + " bytes; append zeros to the shorter one");
        }
        for (int i = 0; i < value.length; i++) {
            if ((value[i] & ~mask[i]) != 0) {
                throw new IllegalArgumentException(
                        "the value has 0x%02x at byte %d, where the mask has 0x%02x; clear the other bits"
                                .formatted(value[i], i, mask[i]));
            }
        }
        return memory(extension, value);
    }

    private static RecordMemory memory(DriverExtension<Mlx5Operations> extension, byte[] bytes) {
        RecordMemory memory = extension.memory(LENGTH + MAX_BYTES);
        memory.bytes().putLong(0, bytes.length).put(LENGTH, bytes);
        return memory;
    }
}
