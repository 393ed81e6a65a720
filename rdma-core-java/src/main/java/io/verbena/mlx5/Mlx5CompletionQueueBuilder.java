package io.verbena.mlx5;

import io.verbena.error.Ranges;
import io.verbena.hca.CompletionField;
import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.Mlx5Operations;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.DriverExtension;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds an extended completion queue of a ConnectX device (mlx5dv_create_cq(3)). */
public final class Mlx5CompletionQueueBuilder {
    /** {@code enum mlx5dv_cq_init_attr_mask}. */
    private static final int HAS_FORMAT = 1;

    private static final int HAS_FLAGS = 2;
    private static final int HAS_ENTRY_BYTES = 4;

    /** {@code MLX5DV_CQ_INIT_ATTR_FLAGS_CQE_PAD}. */
    private static final int PADDED = 1;

    private static final int SMALL_ENTRY = 64;
    private static final int LARGE_ENTRY = 128;

    private final DriverExtension<Mlx5Operations> extension;
    private @Nullable CompletionChannel channel;
    private int vector;
    private int mask;
    private int format;
    private int flags;
    private int entryBytes;

    Mlx5CompletionQueueBuilder(DriverExtension<Mlx5Operations> extension) {
        this.extension = extension;
    }

    /** Sets the channel of its events, and the completion vector, from 0 (default: a queue that is only polled). */
    public Mlx5CompletionQueueBuilder channel(CompletionChannel events, int completionVector) {
        channel = events;
        vector = completionVector;
        return this;
    }

    /** Makes the device compress completions (default: it does not). */
    public Mlx5CompletionQueueBuilder compressed(CompressedCompletionFormat kept) {
        mask |= HAS_FORMAT;
        format = kept.code();
        return this;
    }

    /** Makes the device fill entries of 128 bytes, which some processors write faster (default: it does not). */
    public Mlx5CompletionQueueBuilder padded() {
        mask |= HAS_FLAGS;
        flags = PADDED;
        return this;
    }

    /**
     * Sets the size of an entry in bytes (default: that of the library).
     *
     * @param bytes 64 or 128
     * @throws IllegalArgumentException if it is another number
     */
    public Mlx5CompletionQueueBuilder entryBytes(int bytes) {
        if (bytes != SMALL_ENTRY && bytes != LARGE_ENTRY) {
            throw new IllegalArgumentException("entries of " + bytes + " bytes; a device has entries of 64 or 128");
        }
        mask |= HAS_ENTRY_BYTES;
        entryBytes = bytes;
        return this;
    }

    /**
     * Creates the queue.
     *
     * @param entries the minimum number of entries, from 1
     * @param first a field that its completions report
     * @param others more fields
     * @throws io.verbena.error.SysException if the device refuses it
     */
    public CompletionQueue create(int entries, CompletionField first, CompletionField... others) {
        Ranges.check("number of entries", entries, 1, Integer.MAX_VALUE);
        Set<CompletionField> fields = EnumSet.of(first, others);
        return extension.completionQueue(
                channel,
                WireEnum.bitsOf(fields),
                (mlx5, cookie, handle) -> mlx5.createCompletionQueue(
                        entries, cookie, handle, vector, WireEnum.bitsOf(fields), mask, format, flags, entryBytes));
    }
}
