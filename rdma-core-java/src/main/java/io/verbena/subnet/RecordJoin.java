package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.SwitchInfo;
import io.verbena.iba.SwitchInfoRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Joins records of the subnet administration in any order. Records identify ports by the LID of their node. */
final class RecordJoin {
    private final SubnetBuilder subnet;
    private final List<NodeRecord> nodes = new ArrayList<>();
    private final List<PortInfoRecord> ports = new ArrayList<>();
    private final List<SwitchInfoRecord> switches = new ArrayList<>();
    private final List<LinkRecord> links = new ArrayList<>();
    private final Map<Lid, Port> byLid = new HashMap<>();

    RecordJoin(SubnetBuilder subnet) {
        this.subnet = subnet;
    }

    void add(NodeRecord node) {
        nodes.add(node);
    }

    void add(PortInfoRecord port) {
        ports.add(port);
    }

    void add(SwitchInfoRecord info) {
        switches.add(info);
    }

    void add(LinkRecord link) {
        links.add(link);
    }

    /** Passes the records added since the last call to the builder. */
    void join() {
        nodes.forEach(this::join);
        switches.forEach(this::join);
        ports.forEach(this::join);
        links.forEach(this::join);
        nodes.clear();
        switches.clear();
        ports.clear();
        links.clear();
    }

    private void join(NodeRecord found) {
        Port seen = subnet.node(found.nodeInfo());
        Node node = seen.node();
        subnet.description(node.guid(), found.nodeDescription());
        Port port = node.isSwitch() ? subnet.port(node.guid(), 0) : seen;
        if (port.lid().isUnicast() && !port.lid().equals(found.lid())) {
            subnet.fail(new RdmaException("two NodeRecords of " + port + " contradict each other: LID " + port.lid()
                    + ", and " + found.lid()));
        }
        port.lid(found.lid());
        Port other = byLid.putIfAbsent(found.lid(), port);
        if (other != null && other != port) {
            subnet.fail(
                    new RdmaException("two records of nodes have LID " + found.lid() + ": " + other + " and " + port));
        }
    }

    private void join(SwitchInfoRecord found) {
        Port port = find(found.lid(), "SwitchInfoRecord");
        if (port != null) {
            Optional<SwitchInfo> before = port.node().switchInfo();
            if (before.isPresent() && !before.get().equals(found.switchInfo())) {
                subnet.fail(new RdmaException(
                        "two SwitchInfoRecords of LID " + found.lid() + " contradict each other: " + port.node()));
                return;
            }
            port.node().switchInfo(found.switchInfo());
        }
    }

    private void join(PortInfoRecord found) {
        Port port = find(found.endportLid(), found.portNum(), "PortInfoRecord");
        if (port != null) {
            Optional<PortInfo> before = port.info();
            if (before.isPresent() && differ(before.get(), found.portInfo())) {
                subnet.fail(new RdmaException("two PortInfoRecords of " + port + " contradict each other: "
                        + text(before.get()) + ", and " + text(found.portInfo())));
                return;
            }
            port.info(found.portInfo());
        }
    }

    private static boolean differ(PortInfo one, PortInfo other) {
        return !one.lid().equals(other.lid()) || one.portState() != other.portState();
    }

    private static String text(PortInfo info) {
        return "LID " + info.lid() + " and " + info.portState();
    }

    private void join(LinkRecord found) {
        Port from = find(found.fromLid(), found.fromPort(), "LinkRecord");
        Port to = find(found.toLid(), found.toPort(), "LinkRecord");
        if (from != null && to != null) {
            subnet.link(from, to);
        }
    }

    private @Nullable Port find(Lid lid, int number, String record) {
        Port known = find(lid, record);
        if (known == null || known.number() == number) {
            return known;
        }
        Node node = known.node();
        if (number > node.info().numPorts()) {
            subnet.fail(new RdmaException("a " + record + " names port " + number + " of LID " + lid + ", but " + node
                    + " has " + node.info().numPorts()));
            return null;
        }
        return subnet.port(node.guid(), number);
    }

    private @Nullable Port find(Lid lid, String record) {
        Port port = byLid.get(lid);
        if (port == null) {
            subnet.fail(new RdmaException("a " + record + " names LID " + lid + ", of which there is no node"));
        }
        return port;
    }
}
