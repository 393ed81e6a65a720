package io.verbena.embedded.sa;

import io.verbena.iba.LinkRate;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Rate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the forwarding tables from port to port, and keeps the smallest MTU and rate of the links it passes, and the
 * service levels that all of them carry.
 */
final class PathWalk {
    private static final int MOST_HOPS = 64;
    private static final int NOWHERE = 0xff;

    private final Consumer<SubnetPort> exits;
    private int mtu;
    private Rate rate = Rate.UNKNOWN;
    private int levels = SubnetPort.ALL_LEVELS;

    PathWalk() {
        this(exit -> {});
    }

    /** A walk that tells the ports by which it leaves nodes. */
    PathWalk(Consumer<SubnetPort> exits) {
        this.exits = exits;
    }

    /** Whether a packet to a LID gets from one addressable port to the other. */
    boolean leads(SubnetPort from, SubnetPort to, int lid) {
        if (from == to) {
            begin(from.info().mtuCapBits(), LinkRate.of(from.info()));
            return true;
        }
        begin(Integer.MAX_VALUE, Rate.UNKNOWN);
        SubnetPort at = from.node().isSwitch() ? from : cross(0, from);
        for (int hop = 0; at != null && hop < MOST_HOPS; hop++) {
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
        levels = SubnetPort.ALL_LEVELS;
    }

    private @Nullable SubnetPort next(SubnetPort in, int lid) {
        int number = in.node().forward(lid);
        SubnetPort out = number == NOWHERE ? null : in.node().port(number);
        return out == null ? null : cross(in.number(), out);
    }

    private @Nullable SubnetPort cross(int in, SubnetPort out) {
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

    /** The MTU of the way that was found, by its code. */
    int mtu() {
        return mtu;
    }

    /** The rate of the way that was found. */
    Rate rate() {
        return rate;
    }

    /** The service levels that the way that was found carries, a bit for each. */
    int levels() {
        return levels;
    }
}
