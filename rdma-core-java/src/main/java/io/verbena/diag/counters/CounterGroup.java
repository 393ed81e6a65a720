package io.verbena.diag.counters;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The groups of counters, each of which is an attribute of performance management. Only the first is mandatory. */
public enum CounterGroup {
    /** Error and traffic counters with few bits. */
    BASIC("PortCounters"),
    /** 64-bit traffic counters; on some nodes, also error counters. */
    EXTENDED("PortCountersExtended"),
    /** Data sent by service level. */
    XMIT_DATA_SL("PortXmitDataSL"),
    /** Data received by service level. */
    RCV_DATA_SL("PortRcvDataSL"),
    /** The reasons for discarded packets. */
    XMIT_DISCARDS("PortXmitDiscardDetails"),
    /** The reasons for receive errors. */
    RCV_ERRORS("PortRcvErrorDetails"),
    /** The errors of lanes with the error correction of FDR. */
    EXTENDED_SPEEDS("PortExtendedSpeedsCounters"),
    /** The errors of lanes with the error correction of EDR and above. */
    EXTENDED_SPEEDS_RS_FEC("PortExtendedSpeedsCounters"),
    /** Packets and data received with one opcode. */
    OP_RCV("PortOpRcvCounters"),
    /** Flow control packets. */
    FLOW_CONTROL("PortFlowCtlCounters"),
    /** Packets received with one opcode, by virtual lane. */
    VL_OP_PACKETS("PortVLOpPackets"),
    /** Data received with one opcode, by virtual lane. */
    VL_OP_DATA("PortVLOpData"),
    /** Flow control errors by virtual lane. */
    VL_XMIT_FLOW_CONTROL_ERRORS("PortVLXmitFlowCtlUpdateErrors"),
    /** The time without credits, by virtual lane. */
    VL_XMIT_WAIT("PortVLXmitWaitCounters"),
    /** The congestion of a switch port, by virtual lane. */
    VL_CONGESTION("SwPortVLCongestion"),
    /** Packets received with a congestion mark. */
    RCV_CONGESTION("PortRcvConCtrl"),
    /** Packets received with FECN, by service level. */
    SL_RCV_FECN("PortSLRcvFECN"),
    /** Packets received with BECN, by service level. */
    SL_RCV_BECN("PortSLRcvBECN"),
    /** The time for which a port was congested. */
    XMIT_CONGESTION("PortXmitConCtrl"),
    /** The time of congestion, by virtual lane. */
    VL_XMIT_TIME_CONGESTION("PortVLXmitTimeCong"),
    /** The sample control of a port. It contains no counters and cannot be reset. */
    SAMPLES_CONTROL("PortSamplesControl");

    private static final Set<String> SETTINGS = Set.of("portSelect", "counterSelect", "counterSelect2", "opCode");

    private final String title;

    CounterGroup(String title) {
        this.title = title;
    }

    /** Returns the name of the attribute, such as {@code PortCounters}. */
    public String title() {
        return title;
    }

    /** Returns the fields that are counters. */
    public List<Field> counters() {
        return layout().fields().stream()
                .filter(field -> !SETTINGS.contains(field.name()))
                .toList();
    }

    /** Returns whether the group can be reset. */
    public boolean isResettable() {
        return this != SAMPLES_CONTROL;
    }

    Layout<?> layout() {
        return CounterAttribute.of(this).layout();
    }

    /** Reads the group of a port; port 255 means all ports of a node. */
    CompletableFuture<? extends Structure> get(AsyncMadTransactor mad, IbPath path, int port) {
        return CounterAttribute.of(this).get(mad, path, port);
    }

    /** Resets the counters that the masks select, and returns their new values. */
    CompletableFuture<? extends Structure> reset(
            AsyncMadTransactor mad, IbPath path, int port, long select, long select2) {
        return CounterAttribute.of(this).reset(mad, path, port, select, select2);
    }

    /** Returns the mask of all counters. */
    long allSelected() {
        return -1L >>> (Long.SIZE - layout().field("counterSelect").width());
    }
}
