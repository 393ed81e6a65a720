package io.verbena.verbs;

import io.verbena.hca.AccessFlag;
import io.verbena.spi.verbs.RegionChange;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A change of the registration of a region (ibv_rereg_mr(3)). Everything that is not set stays as it is. */
public final class MemoryRegionChange {
    private final MemoryRegion region;

    @Nullable ByteBuffer buffer;

    private long address;
    long length;

    @Nullable ProtectionDomain domain;

    private @Nullable Set<AccessFlag> access;

    MemoryRegionChange(MemoryRegion region) {
        this.region = region;
    }

    /**
     * Sets the memory to a direct buffer, from its position to its limit.
     *
     * @throws IllegalArgumentException if the buffer is not direct or empty
     */
    public MemoryRegionChange memory(ByteBuffer next) {
        ByteBuffer bytes = MemoryRegion.checkedMemory(next);
        buffer = bytes;
        address = 0;
        length = bytes.capacity();
        return this;
    }

    /** Sets the memory by address and length; the caller must keep it mapped. */
    public MemoryRegionChange memory(long nextAddress, long nextLength) {
        buffer = null;
        address = nextAddress;
        length = MemoryRegion.checkedLength(nextLength);
        return this;
    }

    /**
     * Sets the protection domain.
     *
     * @throws IllegalArgumentException if the domain belongs to another device
     */
    public MemoryRegionChange domain(ProtectionDomain next) {
        region.requireSameDevice(next);
        domain = next;
        return this;
    }

    /** Sets the permitted access. */
    public MemoryRegionChange access(AccessFlag... flags) {
        access = MemoryRegion.checkedAccess(flags);
        return this;
    }

    /**
     * Applies the change, which may change the keys. No outstanding request may use the region.
     *
     * @throws IllegalStateException if nothing is set
     * @throws io.verbena.error.UnsupportedException if the device does not support it; the region is unchanged
     * @throws ReregistrationException if the change fails; the exception reports the state of the region
     */
    public void apply() {
        if (length == 0 && domain == null && access == null) {
            throw new IllegalStateException(
                    "the change of " + region + " is empty; set the memory, the domain or the access");
        }
        region.change(this);
    }

    RegionChange request() {
        return new RegionChange(buffer, address, length, domain == null ? 0 : domain.handle(), access);
    }
}
