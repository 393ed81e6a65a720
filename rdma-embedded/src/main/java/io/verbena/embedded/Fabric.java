package io.verbena.embedded;

import io.verbena.embedded.agent.NodeAgents;
import io.verbena.embedded.cm.IpAddresses;
import io.verbena.embedded.hca.queue.ChannelAdapters;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.LinearTable;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.LidTable;
import io.verbena.embedded.routing.MinimumHops;
import io.verbena.embedded.routing.Multipath;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.error.NearestNames;
import io.verbena.iba.Guid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The components of a fabric. */
final class Fabric {
    static final String DEVICE = "emb0";

    // GUIDs for nodes without one: locally administered, and far enough apart for the GUIDs of their ports.
    private static final long FIRST_GUID = 0x0200000000010000L;
    private static final int GUIDS_PER_NODE = 0x100;

    final Timeline timeline;
    final Faults faults = new Faults();
    final Multipath paths = new Multipath();
    final Repairs repairs;
    private final Map<FabricNode, List<Runnable>> removals = new HashMap<>();
    private final List<FabricPort.Observer> observers = new ArrayList<>();
    final PacketTransport transport = new PacketTransport(faults);
    final List<FabricNode> nodes;
    final NodeIndex names;
    private final boolean managed;

    final NodeAgents agents;

    final ChannelAdapters adapters;

    final HostAddresses addresses;

    /** The initial port of the subnet manager of a managed fabric; null in an unmanaged fabric. */
    @Nullable FabricPort master;

    private int endpoints;

    Fabric(Topology topology, boolean managed, boolean simulated) {
        this.timeline = new Timeline(simulated);
        this.repairs = new Repairs(timeline);
        this.managed = managed;
        this.agents = new NodeAgents(transport, timeline);
        this.adapters = new ChannelAdapters(timeline, transport, faults, paths);
        transport.responder(agents);
        this.nodes = wire(topology, new Observer());
        this.names = new NodeIndex(nodes);
        if (managed) {
            LidTable lids = new LidTable(nodes);
            MinimumHops hops = new MinimumHops(nodes, lids);
            int highest = lids.highest();
            nodes.stream().filter(FabricNode::forwards).forEach(node -> {
                node.initialTop(highest);
                node.linear().begin(lid -> hops.port(node, lid));
            });
            master = manage().orElse(null);
        }
        this.addresses = new HostAddresses(nodes);
        agents.traps().start();
    }

    /**
     * Adds an action that runs under the lock of the timeline whenever the adapter of a node is removed.
     *
     * @return removes the action
     */
    Runnable onRemoval(FabricNode node, Runnable action) {
        timeline.run(
                () -> removals.computeIfAbsent(node, first -> new ArrayList<>()).add(action));
        return () -> timeline.run(
                () -> removals.getOrDefault(node, new ArrayList<>()).remove(action));
    }

    /** Reports the removal of an adapter. Must be called under the lock of the timeline. */
    void removed(FabricNode node) {
        adapters.remove(node);
        List.copyOf(removals.getOrDefault(node, List.of())).forEach(Runnable::run);
    }

    private final class Observer implements FabricPort.Observer {
        @Override
        public void stateChanged(FabricPort port) {
            transport.changed();
            agents.traps().stateChanged(port);
            adapters.stateChanged(port);
            observers.forEach(added -> added.stateChanged(port));
        }

        @Override
        public void changed(FabricPort port, FabricPort.Change what) {
            transport.changed();
            adapters.changed(port, what);
            observers.forEach(added -> added.changed(port, what));
        }
    }

    void observe(FabricPort.Observer observer) {
        observers.add(observer);
    }

    private static List<FabricNode> wire(Topology topology, FabricPort.Observer observer) {
        List<FabricNode> nodes = new ArrayList<>();
        Map<String, FabricNode> byId = new HashMap<>();
        for (TopologyNode model : topology.nodes()) {
            FabricNode node =
                    new FabricNode(model, Guid.of(FIRST_GUID + (long) nodes.size() * GUIDS_PER_NODE), observer);
            nodes.add(node);
            byId.put(model.id(), node);
        }
        for (FabricNode node : nodes) {
            for (TopologyPort port : node.model().ports().values()) {
                port.peer()
                        .ifPresent(
                                peer -> port(node, port.number()).connect(port(byId.get(peer.nodeId()), peer.port())));
            }
        }
        return List.copyOf(nodes);
    }

    private static FabricPort port(@Nullable FabricNode node, int number) {
        return Objects.requireNonNull(Objects.requireNonNull(node).port(number));
    }

    /**
     * Activates all links, and makes the first port with a link of the first channel adapter the port of the subnet
     * manager.
     */
    private Optional<FabricPort> manage() {
        Optional<FabricPort> master = linked().filter(port -> port.node().type() == NodeType.CHANNEL_ADAPTER)
                .findFirst();
        linked().forEach(port -> port.state(PortState.ACTIVE));
        master.ifPresent(port -> manageFrom(port));
        return master;
    }

    void manageFrom(FabricPort home) {
        home.manager(FabricPort.Manager.CLAIMED);
        linked().forEach(port -> port.managedFrom(home.lid()));
    }

    private Stream<FabricPort> linked() {
        return nodes.stream().flatMap(FabricNode::ports).filter(FabricPort::isUp);
    }

    /** Changes the fabric, which invalidates all known routes. */
    void change(Runnable change) {
        timeline.run(() -> {
            change.run();
            transport.changed();
        });
    }

    /** Returns whether this fabric is managed, that is, was configured when it was opened. */
    boolean isManaged() {
        return managed;
    }

    /** Returns a number for an endpoint, from 1, that no other open endpoint has. */
    int nextEndpoint() {
        endpoints = endpoints % 0x7ffff + 1;
        return endpoints;
    }

    static final class NodeIndex {
        // In the order of lookup: IDs, descriptions, and the first words of descriptions.
        private static final List<Function<FabricNode, String>> NAMES = List.of(
                node -> node.model().id(),
                node -> node.model().description(),
                node -> node.model().description().split(" ", 2)[0]);

        private final List<FabricNode> nodes;

        // An index is created when it is first used: many programs look up no node, or do so by its ID.
        private final List<Map<String, List<FabricNode>>> indexes = new ArrayList<>();

        NodeIndex(List<FabricNode> nodes) {
            this.nodes = nodes;
        }

        private Map<String, List<FabricNode>> index(Function<FabricNode, String> name) {
            Map<String, List<FabricNode>> index = new LinkedHashMap<>();
            nodes.forEach(node -> index.computeIfAbsent(name.apply(node), first -> new ArrayList<>(1))
                    .add(node));
            return index;
        }

        synchronized FabricNode find(String name) {
            for (int i = 0; i < NAMES.size(); i++) {
                if (i == indexes.size()) {
                    indexes.add(index(NAMES.get(i)));
                }
                List<FabricNode> found = indexes.get(i).getOrDefault(name, List.of());
                if (found.size() == 1) {
                    return found.get(0);
                }
                if (found.size() > 1) {
                    throw new IllegalArgumentException("'" + name + "' is ambiguous: " + found.size()
                            + " nodes have this name; use one of the ids "
                            + found.stream()
                                    .limit(5)
                                    .map(node -> node.model().id())
                                    .collect(Collectors.joining(", ")));
                }
            }
            if (Guid.isGuid(name)) {
                Guid guid = Guid.parse(name);
                for (FabricNode node : nodes) {
                    if (node.guid().equals(guid)
                            || node.ports().anyMatch(port -> port.guid().equals(guid))) {
                        return node;
                    }
                }
            }
            Set<String> known = new LinkedHashSet<>();
            indexes.forEach(index -> known.addAll(index.keySet()));
            throw new IllegalArgumentException("there is no node '" + name + "'; the nearest are "
                    + String.join(", ", NearestNames.closest(name, known)));
        }
    }

    /**
     * The IP addresses of the ports of hosts, which depend on the topology only. The tables are created when they are first
     * used.
     */
    static final class HostAddresses {
        private final List<FabricNode> nodes;
        private @Nullable Tables tables;

        private record Tables(Map<FabricPort, InetAddress> addresses, Map<InetAddress, FabricPort> ports) {}

        HostAddresses(List<FabricNode> nodes) {
            this.nodes = nodes;
        }

        private synchronized Tables tables() {
            Tables known = tables;
            if (known == null) {
                Tables made = new Tables(new HashMap<>(), new HashMap<>());
                nodes.stream()
                        .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                        .flatMap(FabricNode::ports)
                        .forEach(port -> add(made, port));
                tables = made;
                known = made;
            }
            return known;
        }

        private static void add(Tables tables, FabricPort port) {
            InetAddress address = IpAddresses.ipv4(tables.addresses.size() + 1);
            tables.addresses.put(port, address);
            tables.ports.put(address, port);
            // Two GUIDs that differ only in the universal bit result in the same address, which then belongs to the
            // first
            // port.
            tables.ports.putIfAbsent(IpAddresses.linkLocal(port.guid()), port);
        }

        InetAddress ipv4(FabricPort port) {
            return Objects.requireNonNull(tables().addresses.get(port));
        }

        @Nullable FabricPort port(InetAddress address) {
            return tables().ports.get(address);
        }
    }

    /**
     * Ends faults: after some time, or at once by restoring the settings of a node. Must be used under the lock of the
     * timeline.
     */
    static final class Repairs {
        private final Timeline timeline;
        private final Map<Object, Event> due = new HashMap<>();
        private final Map<FabricNode, Before> rebooted = new LinkedHashMap<>();

        Repairs(Timeline timeline) {
            this.timeline = timeline;
        }

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

        void cancel(@Nullable Object... things) {
            for (Object what : things) {
                Event event = what == null ? null : due.remove(what);
                if (event != null) {
                    event.cancel();
                }
            }
        }

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

        void giveBack() {
            List.copyOf(rebooted.keySet()).forEach(this::giveBack);
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
}
