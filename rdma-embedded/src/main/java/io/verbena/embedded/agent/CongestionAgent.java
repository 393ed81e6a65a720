package io.verbena.embedded.agent;

import io.verbena.embedded.agent.ClassAgent.Status;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.CaCongestionSetting;
import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.CongestionControlTable;
import io.verbena.iba.CongestionInfo;
import io.verbena.iba.CongestionKeyInfo;
import io.verbena.iba.CongestionLogCa;
import io.verbena.iba.CongestionLogSwitch;
import io.verbena.iba.CongestionLogType;
import io.verbena.iba.CongestionTimestamp;
import io.verbena.iba.Layout;
import io.verbena.iba.MadMethod;
import io.verbena.iba.SwitchCongestionSetting;
import io.verbena.iba.SwitchPortCongestionSetting;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** The agent of congestion control (IBA A10.4). Settings are stored, but packets are never marked. */
final class CongestionAgent extends ClassAgent {
    private static final int CLASS_VERSION = 2;
    private static final int LOG = CongestionControlMad.LAYOUT.field("logData").bit() / Byte.SIZE;
    private static final int MAX_VIOLATIONS = 0xffff;
    private static final int TABLE_BLOCKS = 2;
    private static final int PORTS_PER_BLOCK = 32;
    private static final long TIMESTAMP = 0xffffffffL;
    // A timestamp is in units of 1.024 µs.
    private static final int TICK_BITS = 10;

    private final Timeline timeline;

    CongestionAgent(Timeline timeline) {
        super(CLASS_VERSION);
        this.timeline = timeline;
        add(
                ClassPortInfo.LAYOUT,
                (node, packet, arrival) ->
                        answered(packet, new ClassPortInfo().baseVersion(1).classVersion(CLASS_VERSION)));
        add(
                CongestionInfo.LAYOUT,
                (node, packet, arrival) ->
                        answered(packet, new CongestionInfo().controlTableCap(node.forwards() ? 0 : TABLE_BLOCKS)));
        add(CongestionKeyInfo.LAYOUT, CongestionAgent::keyInfo, CongestionAgent::setKeyInfo);
        add(CongestionLogSwitch.LAYOUT, this::log);
        add(
                CongestionTimestamp.LAYOUT,
                (node, packet, arrival) -> answered(packet, new CongestionTimestamp().timestamp(timestamp())));
        store(SwitchCongestionSetting.LAYOUT, FabricNode::forwards, node -> 1);
        store(SwitchPortCongestionSetting.LAYOUT, FabricNode::forwards, node -> 1 + node.numPorts() / PORTS_PER_BLOCK);
        store(CaCongestionSetting.LAYOUT, node -> !node.forwards(), node -> 1);
        store(CongestionControlTable.LAYOUT, node -> !node.forwards(), node -> TABLE_BLOCKS);
    }

    /**
     * Adds an attribute that is stored block by block without having an effect.
     *
     * @param has returns whether a node has the attribute
     * @param blocks returns the number of blocks of a node
     */
    private void store(Layout<?> layout, Predicate<FabricNode> has, ToIntFunction<FabricNode> blocks) {
        int id = layout.attributeId();
        add(
                layout,
                (node, packet, arrival) -> {
                    int status = check(node, packet, has, blocks);
                    if (status == Status.OK) {
                        byte[] kept = node.kept(id, packet.header().attributeModifier());
                        packet.attribute(kept == null ? new byte[layout.length()] : kept);
                    }
                    return status;
                },
                (node, packet, arrival) -> {
                    int status = check(node, packet, has, blocks);
                    if (status == Status.OK) {
                        node.keep(id, packet.header().attributeModifier(), packet.attribute(layout.length()));
                    }
                    return status;
                });
    }

    private static int check(
            FabricNode node, MadPacket packet, Predicate<FabricNode> has, ToIntFunction<FabricNode> blocks) {
        if (!has.test(node)) {
            return Status.ATTRIBUTE_NOT_SUPPORTED;
        }
        return packet.header().attributeModifier() < blocks.applyAsInt(node) ? Status.OK : Status.INVALID_VALUE;
    }

    private long timestamp() {
        return timeline.nanoTime() >>> TICK_BITS & TIMESTAMP;
    }

    private int log(FabricNode node, MadPacket packet, FabricPort arrival) {
        if (node.forwards()) {
            packet.at(LOG, CongestionLogSwitch.LAYOUT)
                    .logType(CongestionLogType.SWITCH)
                    .currentTimestamp(timestamp());
        } else {
            packet.at(LOG, CongestionLogCa.LAYOUT)
                    .logType(CongestionLogType.CHANNEL_ADAPTER)
                    .currentTimestamp(timestamp());
        }
        return Status.OK;
    }

    /** Without the key, SubnSet is dropped, and SubnGet as well if the key protects it. */
    @Override
    boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
        CongestionKeyInfo key = key(node);
        boolean gets = packet.header().method() == MadMethod.GET;
        if (key.ccKey() == 0 || key.ccKey() == shown(packet) || (gets && key.ccKeyProtectBit() == 0)) {
            return true;
        }
        key.ccKeyViolations(Math.min(MAX_VIOLATIONS, key.ccKeyViolations() + 1));
        node.keep(CongestionKeyInfo.LAYOUT.attributeId(), 0, key.toBytes());
        return false;
    }

    private static long shown(MadPacket packet) {
        return packet.at(0, CongestionControlMad.LAYOUT).ccKey();
    }

    private static CongestionKeyInfo key(FabricNode node) {
        byte[] kept = node.kept(CongestionKeyInfo.LAYOUT.attributeId(), 0);
        return kept == null ? new CongestionKeyInfo() : CongestionKeyInfo.LAYOUT.wrapWritable(kept.clone(), 0);
    }

    /** Shows the key only to clients that know it. */
    private static int keyInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        CongestionKeyInfo key = key(node);
        return answered(packet, key.ccKey() == shown(packet) ? key : key.ccKey(0));
    }

    private static int setKeyInfo(FabricNode node, MadPacket packet, FabricPort arrival) {
        node.keep(CongestionKeyInfo.LAYOUT.attributeId(), 0, packet.attribute(CongestionKeyInfo.LENGTH));
        return Status.OK;
    }
}
