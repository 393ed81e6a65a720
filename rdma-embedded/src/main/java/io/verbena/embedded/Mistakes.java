package io.verbena.embedded;

import io.verbena.error.NearestNames;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.NodeType;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import io.verbena.topology.Topology.TopologyPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Mistakes of those who built a fabric, for training and tests: the argument {@code +swapped=1+slow=2+seed=7} behind a topology
 * asks for them. The seed selects their places, so that the same argument makes the same fabric.
 */
final class Mistakes {
    static final Mistakes NONE = new Mistakes(Map.of(), 0);
    private static final String SEED = "seed";
    private static final long MANY_ERRORS = 500;
    private static final long MANY_OUTAGES = 20;

    private final Map<Kind, Integer> counts;
    private final long seed;

    enum Kind {
        /** Pairs of cables between switches of which one end each was swapped. */
        SWAPPED,
        /** Links whose cable carries only 2.5 Gb/s a lane. */
        SLOW,
        /** Hosts that have the node GUID of another one. */
        DUPLICATE,
        UNHEALTHY;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private Mistakes(Map<Kind, Integer> counts, long seed) {
        this.counts = counts;
        this.seed = seed;
    }

    static Mistakes parse(String text) {
        Map<Kind, Integer> counts = new LinkedHashMap<>();
        long seed = 0;
        for (String word : text.split("\\+", -1)) {
            String[] parts = word.split("=", -1);
            if (parts.length != 2 || !parts[1].matches("[0-9]{1,9}")) {
                throw new IllegalArgumentException(
                        "'+" + word + "' does not have the form +KIND=COUNT, as in +swapped=2");
            }
            if (parts[0].equals(SEED)) {
                seed = Long.parseLong(parts[1]);
            } else {
                counts.put(kind(parts[0]), Integer.parseInt(parts[1]));
            }
        }
        return new Mistakes(counts, seed);
    }

    private static Kind kind(String name) {
        List<String> names = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind.text().equals(name)) {
                return kind;
            }
            names.add(kind.text());
        }
        names.add(SEED);
        throw new IllegalArgumentException("'" + name + "' is not a kind of mistake" + NearestNames.hint(name, names));
    }

    private record Link(String one, int onePort, String other, int otherPort) {
        boolean sharesNodeWith(Link link) {
            return List.of(one, other).contains(link.one) || List.of(one, other).contains(link.other);
        }
    }

    private int count(Kind kind) {
        return counts.getOrDefault(kind, 0);
    }

    private <T> List<T> shuffled(Kind kind, List<T> candidates) {
        List<T> shuffled = new ArrayList<>(candidates);
        Collections.shuffle(shuffled, new Random(seed + kind.text().hashCode()));
        return shuffled;
    }

    private <T> List<T> choose(Kind kind, List<T> candidates, String what) {
        require(kind, candidates.size(), what);
        return shuffled(kind, candidates).subList(0, count(kind));
    }

    private void require(Kind kind, int available, String what) {
        if (count(kind) > available) {
            throw new IllegalArgumentException(
                    kind.text() + "=" + count(kind) + " is too much: the topology has only " + available + " " + what);
        }
    }

    Topology in(Topology topology) {
        if (count(Kind.SWAPPED) + count(Kind.DUPLICATE) == 0) {
            return topology;
        }
        Map<String, TopologyNode> nodes = new LinkedHashMap<>();
        topology.nodes().forEach(node -> nodes.put(node.id(), node));
        swap(nodes, shuffled(Kind.SWAPPED, links(topology, true)));
        duplicate(nodes);
        return new Topology(List.copyOf(nodes.values()));
    }

    private void swap(Map<String, TopologyNode> nodes, List<Link> left) {
        int swapped = 0;
        while (swapped < count(Kind.SWAPPED) && !left.isEmpty()) {
            Link one = left.remove(0);
            Optional<Link> partner =
                    left.stream().filter(link -> !link.sharesNodeWith(one)).findFirst();
            if (partner.isPresent()) {
                Link two = partner.get();
                left.remove(two);
                connect(nodes, new Link(one.one, one.onePort, two.other, two.otherPort));
                connect(nodes, new Link(two.one, two.onePort, one.other, one.otherPort));
                swapped++;
            }
        }
        require(Kind.SWAPPED, swapped, "such pairs of links, between four switches each");
    }

    private void duplicate(Map<String, TopologyNode> nodes) {
        List<TopologyNode> hosts = nodes.values().stream()
                .filter(node -> node.type() == NodeType.CHANNEL_ADAPTER)
                .toList();
        require(Kind.DUPLICATE, hosts.size() / 2, "pairs of hosts");
        List<TopologyNode> shuffled = shuffled(Kind.DUPLICATE, hosts);
        for (int i = 0; i < count(Kind.DUPLICATE); i++) {
            TopologyNode copy = shuffled.get(2 * i);
            nodes.put(copy.id(), with(copy, shuffled.get(2 * i + 1).nodeGuid(), copy.ports()));
        }
    }

    private static List<Link> links(Topology topology, boolean betweenSwitches) {
        Map<String, TopologyNode> nodes = new HashMap<>();
        topology.nodes().forEach(node -> nodes.put(node.id(), node));
        List<Link> links = new ArrayList<>();
        for (TopologyNode node : topology.nodes()) {
            node.ports()
                    .forEach((number, port) -> port.peer().ifPresent(peer -> {
                        TopologyNode other = Objects.requireNonNull(nodes.get(peer.nodeId()));
                        boolean switches = node.type() == NodeType.SWITCH && other.type() == NodeType.SWITCH;
                        if (node.id().compareTo(peer.nodeId()) < 0 && (switches || !betweenSwitches)) {
                            links.add(new Link(node.id(), number, peer.nodeId(), peer.port()));
                        }
                    }));
        }
        return links;
    }

    private static void connect(Map<String, TopologyNode> nodes, Link link) {
        attach(nodes, link.one, link.onePort, link.other, link.otherPort);
        attach(nodes, link.other, link.otherPort, link.one, link.onePort);
    }

    private static void attach(Map<String, TopologyNode> nodes, String id, int number, String peer, int peerPort) {
        TopologyNode node = Objects.requireNonNull(nodes.get(id));
        TopologyPort port = Objects.requireNonNull(node.ports().get(number));
        SortedMap<Integer, TopologyPort> ports = new TreeMap<>(node.ports());
        ports.put(
                number,
                new TopologyPort(
                        number,
                        port.guid(),
                        port.lid(),
                        port.lmc(),
                        port.width(),
                        port.speed(),
                        port.virtualLanes(),
                        Optional.of(new TopologyPort.Peer(peer, peerPort))));
        nodes.put(id, with(node, node.nodeGuid(), ports));
    }

    static TopologyNode with(TopologyNode node, Guid guid, SortedMap<Integer, TopologyPort> ports) {
        return new TopologyNode(
                node.id(),
                node.type(),
                node.numPorts(),
                node.vendorId(),
                node.deviceId(),
                guid,
                guid,
                node.portZeroGuid(),
                node.description(),
                node.enhancedPortZero(),
                node.portZeroLid(),
                node.portZeroLmc(),
                ports);
    }

    void plant(EmbeddedFabric fabric) {
        if (count(Kind.SLOW) + count(Kind.UNHEALTHY) == 0) {
            return;
        }
        List<Link> links = links(fabric.topology(), false);
        choose(Kind.SLOW, links, "links")
                .forEach(link -> fabric.node(link.one).port(link.onePort).limit(LaneSpeed.SDR));
        for (Link link : choose(Kind.UNHEALTHY, links, "links")) {
            fabric.node(link.one)
                    .port(link.onePort)
                    .counter("symbolErrorCounter", MANY_ERRORS)
                    .counter("linkDownedCounter", MANY_OUTAGES);
        }
    }
}
