package io.verbena.embedded.agent;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.MadMethod;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SmInfo;
import java.util.concurrent.TimeUnit;

/** The agent of subnet management, LID-routed and by directed route (IBA 14.2). */
final class SubnetManagementAgent extends ClassAgent {
    private final KeyGuard guard;

    SubnetManagementAgent(Traps traps, Timeline timeline) {
        super(1);
        this.guard = new KeyGuard(traps, timeline);
        new NodeHandlers(traps, timeline).addTo(this);
        new PortHandlers(traps).addTo(this);
        VirtualLaneHandlers.addTo(this);
        SwitchHandlers.addTo(this);
    }

    @Override
    boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
        return guard.admits(node, packet, arrival);
    }

    /** Returns whether the sender knows the M_Key of the port, or there is none. */
    boolean knowsKey(FabricNode node, MadPacket packet, FabricPort arrival) {
        return guard.knows(node.managed(arrival), packet);
    }

    /** The requests of SMInfo are left to the subnet manager, except in a managed fabric. */
    @Override
    boolean leavesToPrograms(FabricNode node, MadPacket packet, FabricPort arrival) {
        return packet.header().attributeId() == SmInfo.LAYOUT.attributeId()
                && arrival.manager() != FabricPort.Manager.CLAIMED;
    }

    /**
     * The protection by M_Key (IBA 14.2.4). Without the key, SubnSet is dropped, at protection levels 2 and 3 also SubnGet.
     * The first violation starts the lease period, after which the protection level is reset to 0 if the key has not been
     * used in the meantime.
     */
    private static final class KeyGuard {
        private static final int GETS_ARE_PROTECTED = 2;
        private static final int MAX_VIOLATIONS = 0xffff;

        private final Traps traps;
        private final Timeline timeline;

        KeyGuard(Traps traps, Timeline timeline) {
            this.traps = traps;
            this.timeline = timeline;
        }

        boolean admits(FabricNode node, MadPacket packet, FabricPort arrival) {
            FabricPort keeper = node.managed(arrival);
            PortInfo info = keeper.info();
            if (knows(keeper, packet)) {
                keeper.endLease();
                return true;
            }
            boolean gets = packet.header().method() == MadMethod.GET;
            if (gets && info.mKeyProtectBits() < GETS_ARE_PROTECTED) {
                return true;
            }
            info.mKeyViolations(Math.min(MAX_VIOLATIONS, info.mKeyViolations() + 1));
            traps.badMKey(keeper, packet);
            if (info.mKeyLeasePeriod() != 0 && keeper.lease() == null) {
                keeper.lease(timeline.after(TimeUnit.SECONDS.toNanos(info.mKeyLeasePeriod()), () -> {
                    keeper.endLease();
                    info.mKeyProtectBits(0);
                }));
            }
            return false;
        }

        /** Returns whether the sender knows the key, or there is none. */
        boolean knows(FabricPort keeper, MadPacket packet) {
            long key = keeper.hasInfo() ? keeper.info().mKey() : 0;
            return key == 0 || key == packet.mKey();
        }
    }
}
