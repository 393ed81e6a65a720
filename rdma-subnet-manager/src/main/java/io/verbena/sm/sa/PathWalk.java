package io.verbena.sm.sa;

import io.verbena.iba.LinkRate;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Rate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the forwarding tables from port to port, and determines the MTU, the rate and the service levels of the path.
 */
final class PathWalk {
    private static final int MAX_HOPS = 64;
    private static final int NOWHERE = 0xff;

    private final Consumer<SaSubnet.Port> exits;

    /** The MTU of the path, as a code. */
    int mtu;

    Rate rate = Rate.UNKNOWN;

    /** The service levels that the path supports, one bit per level. */
    int levels = SaSubnet.Port.ALL_LEVELS;

    PathWalk() {
        this(exit -> {});
    }

    /** Creates a walk that reports the ports by which it leaves nodes. */
    PathWalk(Consumer<SaSubnet.Port> exits) {
        this.exits = exits;
    }

    /** Returns whether packets to a LID reach one addressable port from another. */
    boolean leads(SaSubnet.Port from, SaSubnet.Port to, int lid) {
        if (from == to) {
            begin(from.info().mtuCapBits(), LinkRate.of(from.info()));
            return true;
        }
        begin(Integer.MAX_VALUE, Rate.UNKNOWN);
        SaSubnet.Port at = from.node().isSwitch() ? from : cross(0, from);
        for (int hop = 0; at != null && hop < MAX_HOPS; hop++) {
            if (at == to || at.managed() == to) {
                return true;
            }
            at = at.node().isSwitch() ? next(at, lid) : null;
        }
        return false;
    }

    private void begin(int largestMtu, Rate largestRate) {
        mtu = largestMtu;
        rate = largestRate;
        levels = SaSubnet.Port.ALL_LEVELS;
    }

    private SaSubnet.@Nullable Port next(SaSubnet.Port in, int lid) {
        int number = in.node().forward(lid);
        SaSubnet.Port out = number == NOWHERE ? null : in.node().port(number);
        return out == null ? null : cross(in.number(), out);
    }

    private SaSubnet.@Nullable Port cross(int in, SaSubnet.Port out) {
        exits.accept(out);
        levels &= out.carriedLevels(in);
        PortInfo info = out.info();
        mtu = Math.min(mtu, info.neighborMtuBits());
        Rate link = LinkRate.of(info);
        if (rate == Rate.UNKNOWN || LinkRate.gigabits(link) < LinkRate.gigabits(rate)) {
            rate = link;
        }
        return out.peer();
    }
}
