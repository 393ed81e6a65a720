package io.verbena.sm;

import io.verbena.iba.Guid;
import io.verbena.iba.GuidInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.Structure;
import io.verbena.sm.sa.SaSubnet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The subnet as of the last survey, for the subnet manager and its administration. */
final class ManagedSubnet implements SaSubnet {
    private static final int GUIDS = GuidInfo.LAYOUT.field("guid").count();

    record Wish(ManagedPort port, Structure attribute, long modifier) {}

    private final Guid home;
    private final Runnable wishes;
    private final List<Wish> wished = new ArrayList<>();
    private Map<Guid, ManagedNode> nodes = new LinkedHashMap<>();
    private final Map<Integer, ManagedPort> byLid = new HashMap<>();
    private final Map<Guid, ManagedPort> byGuid = new LinkedHashMap<>();
    private List<ManagedNode> list = List.of();
    private List<ManagedPort> managers = List.of();
    private int highestLid;
    private @Nullable ForwardingPlan routes;
    private @Nullable ManagedPort router;

    ManagedSubnet(Guid home, Runnable wishes) {
        this.home = home;
        this.wishes = wishes;
    }

    void update(Survey survey) {
        Map<Guid, ManagedNode> before = nodes;
        nodes = new LinkedHashMap<>();
        for (Survey.Sighting seen : survey.nodes()) {
            ManagedNode known = before.get(seen.guid());
            boolean same = known != null && known.type() == seen.type() && known.numPorts() == seen.numPorts();
            ManagedNode node = known == null || !same ? new ManagedNode(seen, this) : known;
            node.update(seen);
            nodes.put(seen.guid(), node);
        }
        list = List.copyOf(nodes.values());
        ports().forEach(port -> port.peer(null));
        for (Survey.Sighting seen : survey.nodes()) {
            seen.links.forEach((number, end) -> join(port(seen, number), port(end.node(), end.port())));
        }
        managers = Stream.concat(own().stream(), endPorts().filter(port -> port.isManager() && !isOwn(port)))
                .toList();
        number();
    }

    private @Nullable ManagedPort port(Survey.Sighting seen, int number) {
        ManagedNode node = nodes.get(seen.guid());
        return node == null ? null : node.port(number);
    }

    private static void join(@Nullable ManagedPort one, @Nullable ManagedPort other) {
        if (one != null && other != null && one.isUp() && other.isUp()) {
            one.peer(other);
        }
    }

    void number() {
        byLid.clear();
        byGuid.clear();
        highestLid = 0;
        endPorts().filter(ManagedPort::isEndPort).forEach(port -> {
            byGuid.put(port.guid(), port);
            for (int lid = port.lid(); lid < port.lid() + (1 << port.lmc()); lid++) {
                byLid.put(lid, port);
                highestLid = Math.max(highestLid, lid);
            }
        });
        router = byGuid.values().stream()
                .filter(port -> port.node().type() == NodeType.ROUTER)
                .min(Comparator.comparing(ManagedPort::guid))
                .orElse(null);
    }

    private boolean isOwn(ManagedPort port) {
        return port.guid().equals(home);
    }

    /** Returns the port of the subnet manager, once it was found. */
    List<ManagedPort> own() {
        return endPorts().filter(this::isOwn).limit(1).toList();
    }

    Stream<ManagedPort> ports() {
        return list.stream().flatMap(ManagedNode::ports);
    }

    Stream<ManagedPort> endPorts() {
        return ports().filter(ManagedPort::isAddressable);
    }

    Stream<ManagedNode> switches() {
        return list.stream().filter(ManagedNode::isSwitch);
    }

    @Override
    public List<ManagedNode> nodes() {
        return list;
    }

    @Override
    public @Nullable ManagedPort port(int lid) {
        return byLid.get(lid);
    }

    @Override
    public @Nullable ManagedPort port(Guid guid) {
        ManagedPort known = byGuid.get(guid);
        return known != null
                ? known
                : byGuid.values().stream()
                        .filter(port -> hasAlias(port, guid))
                        .findFirst()
                        .orElse(null);
    }

    private static boolean hasAlias(ManagedPort port, Guid guid) {
        GuidInfo guids = port.attributes.as(GuidInfo.LAYOUT, 0);
        for (int i = 1; guids != null && i < GUIDS; i++) {
            if (guids.guid(i).equals(guid) && !guid.equals(Guid.ZERO)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the router port with the lowest GUID. */
    @Override
    public @Nullable ManagedPort router() {
        return router;
    }

    @Override
    public int highestLid() {
        return highestLid;
    }

    /** Returns the port of this subnet manager, followed by those of other managers. */
    @Override
    public List<ManagedPort> managers() {
        return managers;
    }

    void lanes(ForwardingPlan plan) {
        routes = plan.lanes() == null ? null : plan;
    }

    @Override
    public int carriedLevels(SaSubnet.Port from, SaSubnet.Port to) {
        ManagedPort one = entry(from);
        ManagedPort other = entry(to);
        return routes == null || one == null || other == null
                ? SaSubnet.Port.ALL_LEVELS
                : routes.levels(one.node(), other.node());
    }

    private static @Nullable ManagedPort entry(SaSubnet.Port port) {
        return port instanceof ManagedPort known ? SwitchGraph.entry(known) : null;
    }

    void multicastChanged() {
        wishes.run();
    }

    void setLater(ManagedPort port, Structure attribute, long modifier) {
        wished.add(new Wish(port, attribute, modifier));
        port.attributes.put(attribute, modifier);
        wishes.run();
    }

    List<Wish> takeWishes() {
        List<Wish> taken = List.copyOf(wished);
        wished.clear();
        return taken;
    }
}
