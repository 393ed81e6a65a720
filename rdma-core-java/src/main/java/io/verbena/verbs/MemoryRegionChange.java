package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.spi.verbs.RegionChange;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says what of a region is to be another, and changes it (ibv_rereg_mr(3)). What is not said stays. */
public final class MemoryRegionChange {
    private final MemoryRegion region;
    private @Nullable ByteBuffer buffer;
    private long address;
    private long length;
    private @Nullable ProtectionDomain domain;
    private @Nullable Set<AccessFlag> access;

    MemoryRegionChange(MemoryRegion region) {
        this.region = region;
    }

    /**
     * It registers this direct buffer, from its position to its limit, and no longer what it did.
     *
     * @throws IllegalArgumentException if the buffer is not direct or has no bytes
     */
    public MemoryRegionChange memory(ByteBuffer next) {
        ByteBuffer bytes = MemoryChecks.buffer(next);
        buffer = bytes;
        address = 0;
        length = bytes.capacity();
        return this;
    }

    /** It registers so many bytes at an address; the caller keeps them mapped. */
    public MemoryRegionChange memory(long nextAddress, long nextLength) {
        buffer = null;
        address = nextAddress;
        length = MemoryChecks.length(nextLength);
        return this;
    }

    /**
     * It is of this domain.
     *
     * @throws IllegalArgumentException if that is of another device
     */
    public MemoryRegionChange domain(ProtectionDomain next) {
        region.requireSameDevice(next);
        domain = next;
        return this;
    }

    /** This may be done with it, and no more. */
    public MemoryRegionChange access(AccessFlag... flags) {
        access = MemoryChecks.access(flags);
        return this;
    }

    /**
     * Changes it. No request may be under way that uses it; its keys may be others afterwards.
     *
     * @throws IllegalStateException if nothing was said
     * @throws io.verbena.error.UnsupportedException if the device cannot; the region is as it was
     * @throws ReregistrationException if it fails; the exception says what is left of the region
     */
    public void apply() {
        if (length == 0 && domain == null && access == null) {
            throw new IllegalStateException("nothing of " + region + " is to be changed; say what");
        }
        region.change(this);
    }

    @Nullable ByteBuffer buffer() {
        return buffer;
    }

    long length() {
        return length;
    }

    @Nullable ProtectionDomain domain() {
        return domain;
    }

    RegionChange request() {
        return new RegionChange(buffer, address, length, domain == null ? 0 : domain.handle(), access);
    }
}
