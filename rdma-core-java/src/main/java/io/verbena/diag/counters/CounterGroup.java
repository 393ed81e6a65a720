package io.verbena.diag.counters;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The counters that one attribute of performance management shows. Every port has the first; the others are optional. */
public enum CounterGroup {
    /** Errors and traffic, in few bits. */
    BASIC("PortCounters"),
    /** Traffic in 64 bits, of some nodes errors, too. */
    EXTENDED("PortCountersExtended"),
    /** Data sent with each service level. */
    XMIT_DATA_SL("PortXmitDataSL"),
    /** Data received with each service level. */
    RCV_DATA_SL("PortRcvDataSL"),
    /** Why packets were not sent. */
    XMIT_DISCARDS("PortXmitDiscardDetails"),
    /** Why packets were received in error. */
    RCV_ERRORS("PortRcvErrorDetails"),
    /** Errors of lanes, with the error correction of FDR. */
    EXTENDED_SPEEDS("PortExtendedSpeedsCounters"),
    /** Errors of lanes, with the error correction of EDR and above. */
    EXTENDED_SPEEDS_RS_FEC("PortExtendedSpeedsCounters"),
    /** What was received with one operation code. */
    OP_RCV("PortOpRcvCounters"),
    /** Packets of flow control. */
    FLOW_CONTROL("PortFlowCtlCounters"),
    /** Packets received with one operation code on each virtual lane. */
    VL_OP_PACKETS("PortVLOpPackets"),
    /** Data received with one operation code on each virtual lane. */
    VL_OP_DATA("PortVLOpData"),
    /** Errors of flow control on each virtual lane. */
    VL_XMIT_FLOW_CONTROL_ERRORS("PortVLXmitFlowCtlUpdateErrors"),
    /** How long each virtual lane waited for credits. */
    VL_XMIT_WAIT("PortVLXmitWaitCounters"),
    /** Congestion of a switch port on each virtual lane. */
    VL_CONGESTION("SwPortVLCongestion"),
    /** Packets received with a mark of congestion. */
    RCV_CONGESTION("PortRcvConCtrl"),
    /** Packets received with a forward mark, by service level. */
    SL_RCV_FECN("PortSLRcvFECN"),
    /** Packets received with a backward mark, by service level. */
    SL_RCV_BECN("PortSLRcvBECN"),
    /** How long a port was congested. */
    XMIT_CONGESTION("PortXmitConCtrl"),
    /** How long each virtual lane was congested. */
    VL_XMIT_TIME_CONGESTION("PortVLXmitTimeCong"),
    /** Which counters a port samples; no counters themselves, and nothing to reset. */
    SAMPLES_CONTROL("PortSamplesControl");

    private static final Set<String> SETTINGS = Set.of("portSelect", "counterSelect", "counterSelect2", "opCode");

    private final String title;

    CounterGroup(String title) {
        this.title = title;
    }

    /** The name of the attribute, {@code PortCounters}. */
    public String title() {
        return title;
    }

    /** The fields that count. */
    public List<Field> counters() {
        return layout().fields().stream()
                .filter(field -> !SETTINGS.contains(field.name()))
                .toList();
    }

    /** Whether there is something to reset. */
    public boolean isResettable() {
        return this != SAMPLES_CONTROL;
    }

    Layout<?> layout() {
        return CounterAttribute.of(this).layout();
    }

    /** Reads it from a port; 255 means all ports of a node. */
    CompletableFuture<? extends Structure> get(AsyncMadTransactor mad, IbPath path, int port) {
        return CounterAttribute.of(this).get(mad, path, port);
    }

    /** Makes all counters 0 that these masks select; what they are afterwards. */
    CompletableFuture<? extends Structure> reset(
            AsyncMadTransactor mad, IbPath path, int port, long select, long select2) {
        return CounterAttribute.of(this).reset(mad, path, port, select, select2);
    }

    /** All bits of its mask. */
    long allSelected() {
        return -1L >>> (Long.SIZE - layout().field("counterSelect").width());
    }
}
