package io.verbena.hca;

import java.util.OptionalInt;

/**
 * The interconnects by which an EFA device accesses a memory region (efadv_query_mr(3)).
 *
 * @param receives the interconnect of received messages; empty if the device does not report it
 * @param reads the interconnect of data that this side reads from peers; empty if the device does not report it
 * @param writtenByPeers the interconnect of data that peers write or read; empty if the device does not report it
 */
public record EfaInterconnects(OptionalInt receives, OptionalInt reads, OptionalInt writtenByPeers) {}
