package io.verbena.diag.counters;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.PerformanceGet;
import io.verbena.iba.PerformanceSet;
import io.verbena.iba.PortCounters;
import io.verbena.iba.PortCountersExtended;
import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import io.verbena.iba.PortFlowCtlCounters;
import io.verbena.iba.PortOpRcvCounters;
import io.verbena.iba.PortRcvConCtrl;
import io.verbena.iba.PortRcvDataSl;
import io.verbena.iba.PortRcvErrorDetails;
import io.verbena.iba.PortSamplesControl;
import io.verbena.iba.PortSlRcvBecn;
import io.verbena.iba.PortSlRcvFecn;
import io.verbena.iba.PortVlOpData;
import io.verbena.iba.PortVlOpPackets;
import io.verbena.iba.PortVlXmitFlowCtlUpdateErrors;
import io.verbena.iba.PortVlXmitTimeCong;
import io.verbena.iba.PortVlXmitWaitCounters;
import io.verbena.iba.PortXmitConCtrl;
import io.verbena.iba.PortXmitDataSl;
import io.verbena.iba.PortXmitDiscardDetails;
import io.verbena.iba.Structure;
import io.verbena.iba.SwPortVlCongestion;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.path.IbPath;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The groups of counters, each of which is an attribute of performance management. Only the first is mandatory. */
public enum CounterGroup {
    /** Error and traffic counters with few bits. */
    BASIC("PortCounters", PortCounters.LAYOUT),
    /** 64-bit traffic counters; on some nodes, also error counters. */
    EXTENDED("PortCountersExtended", PortCountersExtended.LAYOUT),
    /** Data sent by service level. */
    XMIT_DATA_SL("PortXmitDataSL", PortXmitDataSl.LAYOUT),
    /** Data received by service level. */
    RCV_DATA_SL("PortRcvDataSL", PortRcvDataSl.LAYOUT),
    /** The reasons for discarded packets. */
    XMIT_DISCARDS("PortXmitDiscardDetails", PortXmitDiscardDetails.LAYOUT),
    /** The reasons for receive errors. */
    RCV_ERRORS("PortRcvErrorDetails", PortRcvErrorDetails.LAYOUT),
    /** The errors of lanes with the error correction of FDR. */
    EXTENDED_SPEEDS("PortExtendedSpeedsCounters", PortExtendedSpeedsCounters.LAYOUT),
    /** The errors of lanes with the error correction of EDR and above. */
    EXTENDED_SPEEDS_RS_FEC("PortExtendedSpeedsCounters", PortExtendedSpeedsRsFecCounters.LAYOUT),
    /** Packets and data received with one opcode. */
    OP_RCV("PortOpRcvCounters", PortOpRcvCounters.LAYOUT),
    /** Flow control packets. */
    FLOW_CONTROL("PortFlowCtlCounters", PortFlowCtlCounters.LAYOUT),
    /** Packets received with one opcode, by virtual lane. */
    VL_OP_PACKETS("PortVLOpPackets", PortVlOpPackets.LAYOUT),
    /** Data received with one opcode, by virtual lane. */
    VL_OP_DATA("PortVLOpData", PortVlOpData.LAYOUT),
    /** Flow control errors by virtual lane. */
    VL_XMIT_FLOW_CONTROL_ERRORS("PortVLXmitFlowCtlUpdateErrors", PortVlXmitFlowCtlUpdateErrors.LAYOUT),
    /** The time without credits, by virtual lane. */
    VL_XMIT_WAIT("PortVLXmitWaitCounters", PortVlXmitWaitCounters.LAYOUT),
    /** The congestion of a switch port, by virtual lane. */
    VL_CONGESTION("SwPortVLCongestion", SwPortVlCongestion.LAYOUT),
    /** Packets received with a congestion mark. */
    RCV_CONGESTION("PortRcvConCtrl", PortRcvConCtrl.LAYOUT),
    /** Packets received with FECN, by service level. */
    SL_RCV_FECN("PortSLRcvFECN", PortSlRcvFecn.LAYOUT),
    /** Packets received with BECN, by service level. */
    SL_RCV_BECN("PortSLRcvBECN", PortSlRcvBecn.LAYOUT),
    /** The time for which a port was congested. */
    XMIT_CONGESTION("PortXmitConCtrl", PortXmitConCtrl.LAYOUT),
    /** The time of congestion, by virtual lane. */
    VL_XMIT_TIME_CONGESTION("PortVLXmitTimeCong", PortVlXmitTimeCong.LAYOUT),
    /** The sample control of a port. It contains no counters and cannot be reset. */
    SAMPLES_CONTROL("PortSamplesControl", PortSamplesControl.LAYOUT);

    private static final Set<String> SETTINGS = Set.of("portSelect", "counterSelect", "counterSelect2", "opCode");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a layout does not change
    private final Attribute<?> attribute;

    <T extends Structure & PerformanceGet & PerformanceSet> CounterGroup(String title, Layout<T> layout) {
        this.title = title;
        this.attribute = new Attribute<>(layout);
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
        return attribute.layout();
    }

    /** Reads the group of a port; port 255 means all ports of a node. */
    CompletableFuture<? extends Structure> get(AsyncMadTransactor mad, IbPath path, int port) {
        return attribute.get(mad, path, port);
    }

    CompletableFuture<? extends Structure> reset(
            AsyncMadTransactor mad, IbPath path, int port, long select, long select2) {
        return attribute.reset(mad, path, port, select, select2);
    }

    long allSelected() {
        return -1L >>> (Long.SIZE - layout().field("counterSelect").width());
    }

    private record Attribute<T extends Structure & PerformanceGet & PerformanceSet>(Layout<T> layout) {
        CompletableFuture<T> get(AsyncMadTransactor mad, IbPath path, int port) {
            return mad.performanceGet(template(port), path);
        }

        CompletableFuture<T> reset(AsyncMadTransactor mad, IbPath path, int port, long select, long select2) {
            T template = template(port);
            layout.field("counterSelect").set(template, 0, select);
            if (select2 != 0) {
                layout.field("counterSelect2").set(template, 0, select2);
            }
            return mad.performanceSet(template, path);
        }

        private T template(int port) {
            T template = layout.create();
            layout.field("portSelect").set(template, 0, (long) port);
            return template;
        }
    }
}
