package io.verbena.embedded.agent;

import io.verbena.embedded.node.Node;
import io.verbena.embedded.node.Packet;
import io.verbena.embedded.node.Port;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.MadMethod;
import io.verbena.iba.PortInfo;
import java.util.concurrent.TimeUnit;

/**
 * The protection by M_Key (IBA 14.2.4). Whoever has not the key may not set, and at levels 2 and 3 not even get; its packets
 * are dropped. A first violation begins the lease period, at the end of which the protection falls to level 0, unless the
 * key is shown before.
 */
final class KeyGuard {
    private static final int GETS_ARE_PROTECTED = 2;
    private static final int MOST_VIOLATIONS = 0xffff;

    private final Traps traps;
    private final Timeline timeline;

    KeyGuard(Traps traps, Timeline timeline) {
        this.traps = traps;
        this.timeline = timeline;
    }

    boolean admits(Node node, Packet packet, Port arrival) {
        Port keeper = node.managed(arrival);
        PortInfo info = keeper.info();
        if (knows(keeper, packet)) {
            keeper.endLease();
            return true;
        }
        boolean gets = packet.header().method() == MadMethod.GET;
        if (gets && info.mKeyProtectBits() < GETS_ARE_PROTECTED) {
            return true;
        }
        info.mKeyViolations(Math.min(MOST_VIOLATIONS, info.mKeyViolations() + 1));
        traps.badMKey(keeper, packet);
        if (info.mKeyLeasePeriod() != 0 && keeper.lease() == null) {
            keeper.lease(timeline.after(TimeUnit.SECONDS.toNanos(info.mKeyLeasePeriod()), () -> {
                keeper.endLease();
                info.mKeyProtectBits(0);
            }));
        }
        return false;
    }

    /** Whether the sender has the key, or there is none. */
    boolean knows(Port keeper, Packet packet) {
        long key = keeper.hasInfo() ? keeper.info().mKey() : 0;
        return key == 0 || key == packet.mKey();
    }

    /** Whether the sender may see the key. */
    static boolean shows(Packet packet, PortInfo info) {
        return info.mKeyProtectBits() == 0 || info.mKey() == packet.mKey();
    }
}
