package io.verbena.spring.boot.test.assertj;

import static java.util.stream.Collectors.joining;

import io.verbena.iba.NodeType;
import io.verbena.iba.PortState;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetFinding;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions for a subnet as a discovery found it. */
public final class SubnetAssert extends AbstractAssert<SubnetAssert, Subnet> {
    private static final int LISTED = 20;

    SubnetAssert(@Nullable Subnet actual) {
        super(actual, SubnetAssert.class);
    }

    /** Verifies the number of nodes of all types. */
    public SubnetAssert hasNodes(int expected) {
        isNotNull();
        return counts("nodes", expected, actual.nodes());
    }

    /** Verifies the number of switches. */
    public SubnetAssert hasSwitches(int expected) {
        isNotNull();
        return counts("switches", expected, actual.nodes(NodeType.SWITCH));
    }

    /** Verifies the number of channel adapters. */
    public SubnetAssert hasHosts(int expected) {
        isNotNull();
        return counts("hosts", expected, actual.nodes(NodeType.CHANNEL_ADAPTER));
    }

    private SubnetAssert counts(String what, int expected, Collection<Node> found) {
        if (found.size() != expected) {
            failWithMessage("expected %d %s, but there are %d: %s", expected, what, found.size(), list(found));
        }
        return this;
    }

    /** Verifies that each description belongs to a node. */
    public SubnetAssert hasNodesNamed(String... names) {
        isNotNull();
        List<String> missing = Stream.of(names).filter(name -> !isNamed(name)).toList();
        if (!missing.isEmpty()) {
            failWithMessage("expected nodes named %s, but there are only: %s", missing, list(actual.nodes()));
        }
        return this;
    }

    /** Verifies that no node has this description. */
    public SubnetAssert hasNoNodeNamed(String name) {
        isNotNull();
        if (isNamed(name)) {
            failWithMessage("expected no node named [%s], but there are: %s", name, list(actual.nodes()));
        }
        return this;
    }

    private boolean isNamed(String name) {
        return actual.nodes().stream().anyMatch(node -> node.description().equals(name));
    }

    /** Verifies the number of links. A link that is down does not count, because its ports have no peer. */
    public SubnetAssert hasLinks(int expected) {
        isNotNull();
        List<Port> links = ports().filter(SubnetAssert::isFirstEnd).toList();
        if (links.size() != expected) {
            failWithMessage("expected %d links, but there are %d: %s", expected, links.size(), listLinks(links));
        }
        return this;
    }

    /**
     * Verifies that both ends of every discovered link are active. A link that is down is not discovered; see {@link
     * #hasLinks}.
     */
    public SubnetAssert linksAreUp() {
        isNotNull();
        List<String> inactive = ports().filter(port -> port.peer().isPresent() && port.state() != PortState.ACTIVE)
                .map(port -> port + " is " + port.state().text())
                .toList();
        if (!inactive.isEmpty()) {
            failWithMessage("expected every link to be Active, but %s", String.join(", ", inactive));
        }
        return this;
    }

    /** Verifies that a link connects two nodes with these descriptions. */
    public SubnetAssert hasLinkBetween(String one, String other) {
        isNotNull();
        hasNodesNamed(one, other);
        List<Port> ends = ports().filter(port ->
                        port.node().description().equals(one) && port.peer().isPresent())
                .toList();
        if (ends.stream().noneMatch(end -> peerOf(end).node().description().equals(other))) {
            failWithMessage("expected a link between [%s] and [%s], but there are: %s", one, other, listLinks(ends));
        }
        return this;
    }

    /** Verifies that no request of the discovery failed. */
    public SubnetAssert isComplete() {
        isNotNull();
        if (!actual.failures().isEmpty()) {
            failWithMessage(
                    "expected a complete subnet, but %d requests failed:%n  %s",
                    actual.failures().size(),
                    actual.failures().stream().map(Throwable::getMessage).collect(joining("%n  ".formatted())));
        }
        return this;
    }

    /** Verifies that no GUID and no LID occurs twice. */
    public SubnetAssert hasNoDuplicates() {
        isNotNull();
        if (!actual.findings().isEmpty()) {
            failWithMessage(
                    "expected every GUID and LID once, but %s",
                    actual.findings().stream().map(SubnetFinding::toString).collect(joining(", ")));
        }
        return this;
    }

    private Stream<Port> ports() {
        return actual.nodes().stream().flatMap(node -> node.ports().stream());
    }

    private static Port peerOf(Port port) {
        return port.peer().orElseThrow();
    }

    /** Returns one end of each link. */
    private static boolean isFirstEnd(Port port) {
        Predicate<Port> comesLater = peer -> {
            int byGuid = Long.compareUnsigned(
                    port.node().guid().bits(), peer.node().guid().bits());
            return byGuid < 0 || (byGuid == 0 && port.number() < peer.number());
        };
        return port.peer().filter(comesLater).isPresent();
    }

    private static String list(Collection<Node> nodes) {
        return some(nodes.stream().map(Node::toString), nodes.size());
    }

    private static String listLinks(Collection<Port> ends) {
        return some(ends.stream().map(end -> end + " - " + peerOf(end)), ends.size());
    }

    private static String some(Stream<String> texts, int count) {
        String listed = texts.limit(LISTED).collect(joining(", "));
        return count == 0 ? "none" : count > LISTED ? listed + ", …" : listed;
    }
}
