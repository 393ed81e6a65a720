package io.verbena.hca;

/**
 * Options that devices of one vendor agree on when they connect, enhanced connection establishment (ibv_query_ece(3),
 * ibv_set_ece(3)). Both sides tell each other by the connection manager.
 *
 * @param vendorId the vendor, an OUI; 0 for none
 * @param options what only the vendor knows; 0 for none
 */
public record EnhancedConnection(int vendorId, int options) {
    @Override
    public String toString() {
        return String.format("EnhancedConnection[vendor=0x%06x, options=0x%x]", vendorId, options);
    }
}
