package io.verbena.sm;

import io.verbena.iba.Layout;
import io.verbena.iba.MulticastForwardingTable;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfo;
import io.verbena.sm.SmpClient.SmpRoute;
import java.util.function.Consumer;

/** Applies the requests of the subnet administration: multicast trees in the switches, and GUIDs of ports. */
final class DeferredSetup {
    private static final int FIRST_MULTICAST = 0xc000;
    private static final int BLOCK = 32;
    private static final int BLOCK_BITS = 0x1ff;

    private final ManagedSubnet subnet;
    private final SmpBatch round;

    DeferredSetup(ManagedSubnet subnet, SmpClient smps, Consumer<String> failures, Runnable then) {
        this.subnet = subnet;
        this.round = new SmpBatch(smps, failures, then);
    }

    void start() {
        subnet.takeWishes().forEach(wish -> set(wish.attribute().layout(), wish));
        subnet.switches().forEach(this::tables);
        round.asked();
    }

    private <T extends Structure> void set(Layout<T> layout, ManagedSubnet.Wish wish) {
        T wanted = layout.wrap(wish.attribute().toBytes(), 0);
        round.set(
                layout,
                wanted,
                wish.modifier(),
                wish.port().route(),
                answer -> wish.port().attributes.put(answer, wish.modifier()));
    }

    private void tables(ManagedNode node) {
        Attributes known = node.zero().attributes;
        SmpRoute route = node.zero().route();
        int top = 0;
        for (var group : node.groups.entrySet()) {
            long modifier = group.getKey();
            top = Math.max(top, FIRST_MULTICAST + (int) (modifier & BLOCK_BITS) * BLOCK + BLOCK - 1);
            if (!known.holds(group.getValue(), modifier)) {
                MulticastForwardingTable wanted = MulticastForwardingTable.LAYOUT.copy(group.getValue());
                round.set(
                        MulticastForwardingTable.LAYOUT,
                        wanted,
                        modifier,
                        route,
                        answer -> known.put(answer, modifier));
            }
        }
        SwitchInfo info = node.switchInfo;
        if (info != null && top > info.multicastFdbTop()) {
            SwitchInfo wanted =
                    SwitchInfo.LAYOUT.copy(info).multicastFdbTop(top).portStateChange(0);
            round.set(SwitchInfo.LAYOUT, wanted, 0, route, node::switchInfo);
        }
    }
}
