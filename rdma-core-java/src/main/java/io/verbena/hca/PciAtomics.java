package io.verbena.hca;

import java.util.Set;

/**
 * Atomic operations of a device on the bus of the host (ibv_query_device_ex(3), {@code struct ibv_pci_atomic_caps}).
 *
 * @param fetchAdd sizes of a fetch and add
 * @param swap sizes of a swap
 * @param compareSwap sizes of a compare and swap
 */
public record PciAtomics(Set<AtomicSize> fetchAdd, Set<AtomicSize> swap, Set<AtomicSize> compareSwap) {
    /** A line for each. */
    @Override
    public String toString() {
        return AttributeText.of(this);
    }
}
