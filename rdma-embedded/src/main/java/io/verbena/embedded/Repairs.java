package io.verbena.embedded;

import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.iba.PortState;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends faults: after some time, or at once by restoring the settings of a node. Must be used under the lock of the
 * timeline.
 */
final class Repairs {
    private final Timeline timeline;
    private final Map<Object, Event> due = new HashMap<>();
    private final Map<FabricNode, Before> rebooted = new LinkedHashMap<>();

    Repairs(Timeline timeline) {
        this.timeline = timeline;
    }

    /** The settings of a node in a managed fabric. */
    private record Before(List<Address> ports, LinearTable.@Nullable Origin routes) {
        static Before of(FabricNode node) {
            return new Before(
                    node.ports().map(Address::of).toList(),
                    node.forwards() ? node.linear().origin() : null);
        }
    }

    private record Address(FabricPort port, int lid, int lmc, int smLid, FabricPort.Manager manager) {
        static Address of(FabricPort port) {
            return new Address(port, port.lid(), port.lmc(), port.smLid(), port.manager());
        }
    }

    /** Schedules a repair, which replaces one that is already scheduled. */
    void after(Duration time, Object what, Runnable repair) {
        cancel(what);
        due.put(what, timeline.after(time.toNanos(), () -> {
            due.remove(what);
            repair.run();
        }));
    }

    /** Cancels scheduled repairs. */
    void cancel(@Nullable Object... things) {
        for (Object what : things) {
            Event event = what == null ? null : due.remove(what);
            if (event != null) {
                event.cancel();
            }
        }
    }

    /** Saves the settings of a node that is about to lose them. */
    void remember(FabricNode node) {
        rebooted.putIfAbsent(node, Before.of(node));
    }

    /** Returns whether a node still lacks its saved settings, and no subnet manager has configured it since. */
    boolean isMissed(FabricNode node) {
        Before before = rebooted.get(node);
        return before != null
                && before.ports().stream()
                        .anyMatch(each -> each.lid() != 0 && each.port().lid() == 0);
    }

    /** Restores the settings of all nodes that no subnet manager has configured since. */
    void giveBack() {
        rebooted.forEach((node, before) -> {
            if (isMissed(node)) {
                giveBack(node, before);
            }
        });
        rebooted.clear();
    }

    /** Restores the settings of a node, if no subnet manager has configured it since. */
    void giveBack(FabricNode node) {
        Before before = isMissed(node) ? rebooted.get(node) : null;
        rebooted.remove(node);
        if (before != null) {
            giveBack(node, before);
        }
    }

    private static void giveBack(FabricNode node, Before before) {
        if (before.routes() != null) {
            node.linear().begin(before.routes());
        }
        for (Address address : before.ports()) {
            FabricPort port = address.port();
            port.assign(address.lid(), address.lmc());
            port.managedFrom(address.smLid());
            port.manager(address.manager());
            activate(port);
            activate(port.peer());
        }
    }

    private static void activate(@Nullable FabricPort port) {
        if (port != null && port.isUp()) {
            port.state(PortState.ACTIVE);
        }
    }
}
