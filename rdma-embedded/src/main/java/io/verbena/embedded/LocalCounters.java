package io.verbena.embedded;

import io.verbena.embedded.node.Counters;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The counters of a port by the names that the kernel gives them in {@code /sys/class/infiniband}. */
final class LocalCounters {
    private static final Map<String, String> FIELDS = new LinkedHashMap<>();

    static {
        FIELDS.put("symbol_error", "symbolErrorCounter");
        FIELDS.put("link_error_recovery", "linkErrorRecoveryCounter");
        FIELDS.put("link_downed", "linkDownedCounter");
        FIELDS.put("port_rcv_errors", "portRcvErrors");
        FIELDS.put("port_rcv_remote_physical_errors", "portRcvRemotePhysicalErrors");
        FIELDS.put("port_rcv_switch_relay_errors", "portRcvSwitchRelayErrors");
        FIELDS.put("port_xmit_discards", "portXmitDiscards");
        FIELDS.put("port_xmit_constraint_errors", "portXmitConstraintErrors");
        FIELDS.put("port_rcv_constraint_errors", "portRcvConstraintErrors");
        FIELDS.put("local_link_integrity_errors", "localLinkIntegrityErrors");
        FIELDS.put("excessive_buffer_overrun_errors", "excessiveBufferOverrunErrors");
        FIELDS.put("VL15_dropped", "vl15Dropped");
        FIELDS.put("port_xmit_data", "portXmitData");
        FIELDS.put("port_rcv_data", "portRcvData");
        FIELDS.put("port_xmit_packets", "portXmitPkts");
        FIELDS.put("port_rcv_packets", "portRcvPkts");
        FIELDS.put("port_xmit_wait", "portXmitWait");
    }

    private LocalCounters() {}

    static Map<String, Long> of(Counters counters) {
        Map<String, Long> named = new LinkedHashMap<>();
        FIELDS.forEach((name, field) -> named.put(name, counters.get(Counters.slot(field))));
        return Collections.unmodifiableMap(named);
    }
}
