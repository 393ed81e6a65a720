package io.verbena.embedded.sm;

import org.jspecify.annotations.Nullable;

/** What a Set of SMInfo asks a subnet manager to do, by the attribute modifier (IBA 14.4.1). */
enum Handover {
    /** Be master instead of the sender. */
    HANDOVER(1),
    /** The sender is master now. */
    ACKNOWLEDGE(2),
    /** Do nothing until told otherwise. */
    DISABLE(3),
    /** Wait for the master to fail. */
    STANDBY(4),
    /** Look at the subnet again. */
    DISCOVER(5);

    private final int modifier;

    Handover(int modifier) {
        this.modifier = modifier;
    }

    int modifier() {
        return modifier;
    }

    /** The one with this modifier; null if there is none. */
    static @Nullable Handover of(long modifier) {
        for (Handover each : values()) {
            if (each.modifier == modifier) {
                return each;
            }
        }
        return null;
    }
}
