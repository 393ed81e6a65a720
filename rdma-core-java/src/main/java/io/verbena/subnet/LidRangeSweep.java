package io.verbena.subnet;

import io.verbena.iba.Lid;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the nodes in a range of LIDs without following links. */
final class LidRangeSweep extends Sweep {
    private final int last;
    private final Set<Node> described = new HashSet<>();
    private int next;
    private @Nullable Port origin;

    LidRangeSweep(MadTransactor mad, Consumer<DiscoveryProgress> listener, Lid first, Lid last) {
        super(mad, listener);
        this.next = first.bits();
        this.last = last.bits();
    }

    @Override
    void begin() {
        ask(
                NodeInfo.class,
                DirectedPath.self(),
                0,
                this::begin,
                failing(() -> "cannot read the start of the discovery"));
    }

    private void begin(NodeInfo info) {
        origin = subnet.node(info);
        // As many as may be outstanding; each response makes room for the next.
        for (int i = 0; i < mad.options().outstanding(); i++) {
            askNext();
        }
    }

    private void askNext() {
        if (next > last) {
            return;
        }
        IbPath path = IbPath.to(Lid.of(next++));
        ask(
                NodeInfo.class,
                path,
                0,
                info -> {
                    met(info, path);
                    askNext();
                },
                failure -> {
                    fail(failure.during("cannot read which node has LID " + path.dlid()));
                    askNext();
                });
    }

    private void met(NodeInfo info, Path path) {
        Port port = subnet.node(info);
        Node node = port.node();
        if (node.nodeDescription().isEmpty()) {
            ask(
                    NodeDescription.class,
                    path,
                    0,
                    node::description,
                    failing(() -> "cannot read the description of " + node));
        }
        if (!node.isSwitch()) {
            readPort(node, path, port.number());
        } else if (described.add(node)) {
            ask(SwitchInfo.class, path, 0, node::switchInfo, failing(() -> "cannot read the switch " + node));
            for (int number = 0; number <= info.numPorts(); number++) {
                readPort(node, path, number);
            }
        }
    }

    private void readPort(Node node, Path path, int number) {
        Port port = node.addPort(number);
        if (node.isSwitch()) {
            port.guid(node.info().portGuid());
        }
        ask(PortInfo.class, path, number, port::info, failing(() -> "cannot read " + port));
    }

    @Override
    int links() {
        return 0;
    }

    @Override
    @Nullable Subnet build(long datagrams) {
        return origin == null ? null : subnet.build(origin, datagrams);
    }
}
