package io.verbena.shell.command.errors;

import io.verbena.diag.counters.CounterGroup;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that select counters of ports; without any, the counters that every port has. */
public final class CounterGroupOptions {
    @Option(
            names = {"-x", "--extended"},
            description = "Show the 64-bit counters.")
    boolean extended;

    @Option(
            names = {"-X", "--xmtsl"},
            description = "Show the data sent by service level.")
    boolean xmitDataSl;

    @Option(
            names = {"-S", "--rcvsl"},
            description = "Show the data received by service level.")
    boolean rcvDataSl;

    @Option(
            names = {"-D", "--xmtdisc"},
            description = "Show the reasons for discarded packets.")
    boolean xmitDiscards;

    @Option(
            names = {"-E", "--rcverr"},
            description = "Show the reasons for receive errors.")
    boolean rcvErrors;

    @Option(
            names = {"-T", "--extended_speeds"},
            description = "Show the error counters of lanes for the active error correction.")
    boolean extendedSpeeds;

    @Option(names = "--oprcvcounters", description = "Show packets and data received with one opcode.")
    boolean opRcv;

    @Option(names = "--flowctlcounters", description = "Show flow control packets.")
    boolean flowControl;

    @Option(names = "--vloppackets", description = "Show packets received with one opcode by virtual lane.")
    boolean vlOpPackets;

    @Option(names = "--vlopdata", description = "Show data received with one opcode by virtual lane.")
    boolean vlOpData;

    @Option(names = "--vlxmitflowctlerrors", description = "Show flow control errors by virtual lane.")
    boolean vlXmitFlowControlErrors;

    @Option(names = "--vlxmitcounters", description = "Show the time without credits by virtual lane.")
    boolean vlXmitWait;

    @Option(names = "--swportvlcong", description = "Show the congestion of a switch port by virtual lane.")
    boolean vlCongestion;

    @Option(names = "--rcvcc", description = "Show packets received with a congestion mark.")
    boolean rcvCongestion;

    @Option(names = "--slrcvfecn", description = "Show packets received with FECN by service level.")
    boolean slRcvFecn;

    @Option(names = "--slrcvbecn", description = "Show packets received with BECN by service level.")
    boolean slRcvBecn;

    @Option(names = "--xmitcc", description = "Show the time for which the port was congested.")
    boolean xmitCongestion;

    @Option(names = "--vlxmittimecc", description = "Show the time of congestion by virtual lane.")
    boolean vlXmitTimeCongestion;

    @Option(
            names = {"-c", "--smplctl"},
            description = "Show the sample control of the port.")
    boolean samplesControl;

    /** Returns the selected groups in the order of these options. */
    public List<CounterGroup> groups() {
        List<CounterGroup> groups = new ArrayList<>();
        add(groups, extended, CounterGroup.EXTENDED);
        add(groups, xmitDataSl, CounterGroup.XMIT_DATA_SL);
        add(groups, rcvDataSl, CounterGroup.RCV_DATA_SL);
        add(groups, xmitDiscards, CounterGroup.XMIT_DISCARDS);
        add(groups, rcvErrors, CounterGroup.RCV_ERRORS);
        add(groups, extendedSpeeds, CounterGroup.EXTENDED_SPEEDS);
        add(groups, opRcv, CounterGroup.OP_RCV);
        add(groups, flowControl, CounterGroup.FLOW_CONTROL);
        add(groups, vlOpPackets, CounterGroup.VL_OP_PACKETS);
        add(groups, vlOpData, CounterGroup.VL_OP_DATA);
        add(groups, vlXmitFlowControlErrors, CounterGroup.VL_XMIT_FLOW_CONTROL_ERRORS);
        add(groups, vlXmitWait, CounterGroup.VL_XMIT_WAIT);
        add(groups, vlCongestion, CounterGroup.VL_CONGESTION);
        add(groups, rcvCongestion, CounterGroup.RCV_CONGESTION);
        add(groups, slRcvFecn, CounterGroup.SL_RCV_FECN);
        add(groups, slRcvBecn, CounterGroup.SL_RCV_BECN);
        add(groups, xmitCongestion, CounterGroup.XMIT_CONGESTION);
        add(groups, vlXmitTimeCongestion, CounterGroup.VL_XMIT_TIME_CONGESTION);
        add(groups, samplesControl, CounterGroup.SAMPLES_CONTROL);
        return groups.isEmpty() ? List.of(CounterGroup.BASIC) : groups;
    }

    private static void add(List<CounterGroup> groups, boolean wanted, CounterGroup group) {
        if (wanted) {
            groups.add(group);
        }
    }
}
