package io.verbena.shell.command.errors;

import io.verbena.diag.counters.CounterGroup;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which counters perfquery shows; without any of these options, those that every port has. */
final class CounterGroupOptions {
    @Option(
            names = {"-x", "--extended"},
            description = "Show the counters of 64 bits.")
    boolean extended;

    @Option(
            names = {"-X", "--xmtsl"},
            description = "Show the data sent with each service level.")
    boolean xmitDataSl;

    @Option(
            names = {"-S", "--rcvsl"},
            description = "Show the data received with each service level.")
    boolean rcvDataSl;

    @Option(
            names = {"-D", "--xmtdisc"},
            description = "Show why packets were discarded.")
    boolean xmitDiscards;

    @Option(
            names = {"-E", "--rcverr"},
            description = "Show why packets were received in error.")
    boolean rcvErrors;

    @Option(
            names = {"-T", "--extended_speeds"},
            description = "Show the errors of lanes, in the form of the error correction that is active.")
    boolean extendedSpeeds;

    @Option(names = "--oprcvcounters", description = "Show what was received with one operation code.")
    boolean opRcv;

    @Option(names = "--flowctlcounters", description = "Show the packets of flow control.")
    boolean flowControl;

    @Option(names = "--vloppackets", description = "Show packets received with one operation code on each lane.")
    boolean vlOpPackets;

    @Option(names = "--vlopdata", description = "Show data received with one operation code on each lane.")
    boolean vlOpData;

    @Option(names = "--vlxmitflowctlerrors", description = "Show the errors of flow control on each lane.")
    boolean vlXmitFlowControlErrors;

    @Option(names = "--vlxmitcounters", description = "Show how long each lane waited for credits.")
    boolean vlXmitWait;

    @Option(names = "--swportvlcong", description = "Show the congestion of a switch port on each lane.")
    boolean vlCongestion;

    @Option(names = "--rcvcc", description = "Show packets received with a mark of congestion.")
    boolean rcvCongestion;

    @Option(names = "--slrcvfecn", description = "Show packets received with a forward mark, by service level.")
    boolean slRcvFecn;

    @Option(names = "--slrcvbecn", description = "Show packets received with a backward mark, by service level.")
    boolean slRcvBecn;

    @Option(names = "--xmitcc", description = "Show how long the port was congested.")
    boolean xmitCongestion;

    @Option(names = "--vlxmittimecc", description = "Show how long each lane was congested.")
    boolean vlXmitTimeCongestion;

    @Option(
            names = {"-c", "--smplctl"},
            description = "Show which counters the port samples, and when.")
    boolean samplesControl;

    /** The groups that are asked for, in the order of this list. */
    List<CounterGroup> groups() {
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
