package io.verbena.hca;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Hints for the accesses of a device to memory of the host: steering tags of PCI Express ({@code struct ibv_dmah_init_attr},
 * ibv_alloc_dmah(3)).
 *
 * @param processor the processor that uses the data next
 * @param processingHint the processing hint of PCI Express, 0 to 3
 * @param persistent whether the memory is persistent
 */
public record DmaHints(OptionalInt processor, OptionalInt processingHint, Optional<Boolean> persistent) {
    private static final int MAX_HINT = 3;

    /** No hints. */
    public static final DmaHints NONE = new DmaHints(OptionalInt.empty(), OptionalInt.empty(), Optional.empty());

    /** Refuses values that are out of range. */
    public DmaHints {
        if (processor.orElse(0) < 0) {
            throw new IllegalArgumentException("processor " + processor.getAsInt() + " is negative");
        }
        if (processingHint.orElse(0) < 0 || processingHint.orElse(0) > MAX_HINT) {
            throw new IllegalArgumentException(
                    "processing hint " + processingHint.getAsInt() + " is out of range; it is 0 to " + MAX_HINT);
        }
    }

    /** Returns these hints with a processor. */
    public DmaHints processor(int number) {
        return new DmaHints(OptionalInt.of(number), processingHint, persistent);
    }

    /** Returns these hints with a processing hint of PCI Express, 0 to 3. */
    public DmaHints processingHint(int hint) {
        return new DmaHints(processor, OptionalInt.of(hint), persistent);
    }

    /** Returns these hints with the kind of the memory. */
    public DmaHints persistent(boolean value) {
        return new DmaHints(processor, processingHint, Optional.of(value));
    }
}
