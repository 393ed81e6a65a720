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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private static final Map<CounterGroup, Attribute<?>> ATTRIBUTES = new EnumMap<>(CounterGroup.class);

    static {
        ATTRIBUTES.put(BASIC, new Attribute<>(PortCounters.LAYOUT));
        ATTRIBUTES.put(EXTENDED, new Attribute<>(PortCountersExtended.LAYOUT));
        ATTRIBUTES.put(XMIT_DATA_SL, new Attribute<>(PortXmitDataSl.LAYOUT));
        ATTRIBUTES.put(RCV_DATA_SL, new Attribute<>(PortRcvDataSl.LAYOUT));
        ATTRIBUTES.put(XMIT_DISCARDS, new Attribute<>(PortXmitDiscardDetails.LAYOUT));
        ATTRIBUTES.put(RCV_ERRORS, new Attribute<>(PortRcvErrorDetails.LAYOUT));
        ATTRIBUTES.put(EXTENDED_SPEEDS, new Attribute<>(PortExtendedSpeedsCounters.LAYOUT));
        ATTRIBUTES.put(EXTENDED_SPEEDS_RS_FEC, new Attribute<>(PortExtendedSpeedsRsFecCounters.LAYOUT));
        ATTRIBUTES.put(OP_RCV, new Attribute<>(PortOpRcvCounters.LAYOUT));
        ATTRIBUTES.put(FLOW_CONTROL, new Attribute<>(PortFlowCtlCounters.LAYOUT));
        ATTRIBUTES.put(VL_OP_PACKETS, new Attribute<>(PortVlOpPackets.LAYOUT));
        ATTRIBUTES.put(VL_OP_DATA, new Attribute<>(PortVlOpData.LAYOUT));
        ATTRIBUTES.put(VL_XMIT_FLOW_CONTROL_ERRORS, new Attribute<>(PortVlXmitFlowCtlUpdateErrors.LAYOUT));
        ATTRIBUTES.put(VL_XMIT_WAIT, new Attribute<>(PortVlXmitWaitCounters.LAYOUT));
        ATTRIBUTES.put(VL_CONGESTION, new Attribute<>(SwPortVlCongestion.LAYOUT));
        ATTRIBUTES.put(RCV_CONGESTION, new Attribute<>(PortRcvConCtrl.LAYOUT));
        ATTRIBUTES.put(SL_RCV_FECN, new Attribute<>(PortSlRcvFecn.LAYOUT));
        ATTRIBUTES.put(SL_RCV_BECN, new Attribute<>(PortSlRcvBecn.LAYOUT));
        ATTRIBUTES.put(XMIT_CONGESTION, new Attribute<>(PortXmitConCtrl.LAYOUT));
        ATTRIBUTES.put(VL_XMIT_TIME_CONGESTION, new Attribute<>(PortVlXmitTimeCong.LAYOUT));
        ATTRIBUTES.put(SAMPLES_CONTROL, new Attribute<>(PortSamplesControl.LAYOUT));
    }

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
        return attribute().layout();
    }

    /** Reads the group of a port; port 255 means all ports of a node. */
    CompletableFuture<? extends Structure> get(AsyncMadTransactor mad, IbPath path, int port) {
        return attribute().get(mad, path, port);
    }

    /** Resets the counters that the masks select, and returns their new values. */
    CompletableFuture<? extends Structure> reset(
            AsyncMadTransactor mad, IbPath path, int port, long select, long select2) {
        return attribute().reset(mad, path, port, select, select2);
    }

    /** Returns the mask of all counters. */
    long allSelected() {
        return -1L >>> (Long.SIZE - layout().field("counterSelect").width());
    }

    private Attribute<?> attribute() {
        return Objects.requireNonNull(ATTRIBUTES.get(this), this::name);
    }

    /** The attribute of a group, and its requests. */
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
