package io.verbena.diag.counters;

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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** The attribute of a group of counters, and its requests. */
record CounterAttribute<T extends Structure & PerformanceGet & PerformanceSet>(Layout<T> layout) {
    private static final Map<CounterGroup, CounterAttribute<?>> ALL = new EnumMap<>(CounterGroup.class);

    static {
        add(CounterGroup.BASIC, PortCounters.LAYOUT);
        add(CounterGroup.EXTENDED, PortCountersExtended.LAYOUT);
        add(CounterGroup.XMIT_DATA_SL, PortXmitDataSl.LAYOUT);
        add(CounterGroup.RCV_DATA_SL, PortRcvDataSl.LAYOUT);
        add(CounterGroup.XMIT_DISCARDS, PortXmitDiscardDetails.LAYOUT);
        add(CounterGroup.RCV_ERRORS, PortRcvErrorDetails.LAYOUT);
        add(CounterGroup.EXTENDED_SPEEDS, PortExtendedSpeedsCounters.LAYOUT);
        add(CounterGroup.EXTENDED_SPEEDS_RS_FEC, PortExtendedSpeedsRsFecCounters.LAYOUT);
        add(CounterGroup.OP_RCV, PortOpRcvCounters.LAYOUT);
        add(CounterGroup.FLOW_CONTROL, PortFlowCtlCounters.LAYOUT);
        add(CounterGroup.VL_OP_PACKETS, PortVlOpPackets.LAYOUT);
        add(CounterGroup.VL_OP_DATA, PortVlOpData.LAYOUT);
        add(CounterGroup.VL_XMIT_FLOW_CONTROL_ERRORS, PortVlXmitFlowCtlUpdateErrors.LAYOUT);
        add(CounterGroup.VL_XMIT_WAIT, PortVlXmitWaitCounters.LAYOUT);
        add(CounterGroup.VL_CONGESTION, SwPortVlCongestion.LAYOUT);
        add(CounterGroup.RCV_CONGESTION, PortRcvConCtrl.LAYOUT);
        add(CounterGroup.SL_RCV_FECN, PortSlRcvFecn.LAYOUT);
        add(CounterGroup.SL_RCV_BECN, PortSlRcvBecn.LAYOUT);
        add(CounterGroup.XMIT_CONGESTION, PortXmitConCtrl.LAYOUT);
        add(CounterGroup.VL_XMIT_TIME_CONGESTION, PortVlXmitTimeCong.LAYOUT);
        add(CounterGroup.SAMPLES_CONTROL, PortSamplesControl.LAYOUT);
    }

    private static <T extends Structure & PerformanceGet & PerformanceSet> void add(
            CounterGroup group, Layout<T> layout) {
        ALL.put(group, new CounterAttribute<>(layout));
    }

    static CounterAttribute<?> of(CounterGroup group) {
        return Objects.requireNonNull(ALL.get(group), group::name);
    }

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
