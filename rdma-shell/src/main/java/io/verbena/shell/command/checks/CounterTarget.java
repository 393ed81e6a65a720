package io.verbena.shell.command.checks;

import io.verbena.diag.NodePorts;
import io.verbena.diag.counters.CounterAgent;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.SubnetManagement;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Session;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A port whose counters are read, or all ports of a node.
 *
 * @param agent the agent that has the counters
 * @param path the path to the agent
 * @param info the NodeInfo of the node
 * @param name the description of the node
 * @param ports the port numbers
 * @param sum whether the counters of all ports are summed
 */
record CounterTarget(CounterAgent agent, IbPath path, NodeInfo info, String name, List<Integer> ports, boolean sum) {
    /**
     * Finds the target.
     *
     * @param target returns the path to the agent; called after the other arguments were validated
     * @param port the port number; null or 255 for all ports
     */
    static CounterTarget find(Session session, Supplier<IbPath> target, @Nullable String port) {
        boolean all = port == null || port.equals(String.valueOf(CounterAgent.ALL_PORTS));
        int number = port == null || all ? 0 : Numbers.port("PORT", port);
        // A subnet manager may set a response time of whole seconds, which each attempt would wait for.
        IbPath path = target.get().withPacketLifeTime(IbPath.UNKNOWN_LIFE_TIME);
        IbPath node = IbPath.to(path.dlid());
        SubnetManagement management = session.management();
        NodeInfo info = NodePorts.node(management, node, number);
        String name = management.subnGet(NodeDescription.class, node).nodeString();
        List<Integer> ports =
                all ? IntStream.rangeClosed(1, info.numPorts()).boxed().toList() : List.of(number);
        return new CounterTarget(CounterAgent.at(session.mad(), path), path, info, name, ports, all);
    }
}
