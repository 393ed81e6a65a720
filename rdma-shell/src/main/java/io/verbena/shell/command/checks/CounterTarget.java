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
 * @param agent that tells them
 * @param path to the agent
 * @param info what the node is
 * @param name what the node calls itself
 * @param ports one port, or all
 * @param sum whether it is all of them, of which the sum is of interest
 */
record CounterTarget(CounterAgent agent, IbPath path, NodeInfo info, String name, List<Integer> ports, boolean sum) {
    /**
     * Finds it.
     *
     * @param target gives the path to the agent, when the rest is sound
     * @param port the number of a port; null or 255 for all
     * @throws IllegalArgumentException if it is not the number of a port
     * @throws io.verbena.error.RdmaException if there is no such node or port, or nobody tells its counters
     */
    static CounterTarget find(Session session, Supplier<IbPath> target, @Nullable String port) {
        boolean all = port == null || port.equals(String.valueOf(CounterAgent.ALL_PORTS));
        int number = port == null || all ? 0 : Numbers.port("PORT", port);
        // A life time in whole seconds would be waited for in each try.
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
