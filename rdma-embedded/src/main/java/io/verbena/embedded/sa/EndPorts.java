package io.verbena.embedded.sa;

import java.util.function.Consumer;

/** Goes through ports. */
final class EndPorts {
    private EndPorts() {}

    /** The addressable ports of a subnet, in the order of its nodes. */
    static void of(Subnet subnet, Consumer<SubnetPort> to) {
        for (SubnetNode node : subnet.nodes()) {
            for (int number = node.isSwitch() ? 0 : 1; number <= (node.isSwitch() ? 0 : node.numPorts()); number++) {
                SubnetPort port = node.port(number);
                if (port != null && port.isEndPort()) {
                    to.accept(port);
                }
            }
        }
    }

    /** All ports that share the address of an addressable one: those of its switch, or itself. */
    static void behind(SubnetPort endPort, Consumer<SubnetPort> to) {
        if (!endPort.node().isSwitch()) {
            to.accept(endPort);
            return;
        }
        for (int number = 0; number <= endPort.node().numPorts(); number++) {
            SubnetPort port = endPort.node().port(number);
            if (port != null) {
                to.accept(port);
            }
        }
    }
}
