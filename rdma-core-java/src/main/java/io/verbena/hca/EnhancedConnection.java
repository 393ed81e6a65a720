package io.verbena.hca;

/**
 * Options of enhanced connection establishment, which devices of one vendor negotiate through the connection manager
 * (ibv_query_ece(3), ibv_set_ece(3)).
 *
 * @param vendorId the vendor, an OUI; 0 for none
 * @param options the options, which the vendor defines; 0 for none
 */
public record EnhancedConnection(int vendorId, int options) {
    @Override
    public String toString() {
        return String.format("EnhancedConnection[vendor=0x%06x, options=0x%x]", vendorId, options);
    }
}
