package io.verbena.shell.command.routing;

import io.verbena.error.RdmaException;
import io.verbena.iba.NodeType;
import io.verbena.path.Path;
import io.verbena.shell.cli.Progress;
import io.verbena.shell.cli.Session;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The tables of all switches.
 *
 * @param tables the tables that were read
 * @param failures the failures of the discovery, and the switches whose tables could not be read
 */
record TableSet<T>(List<T> tables, List<RdmaException> failures) {

    /** Reads the tables, nearest switch first, and shows progress on a terminal. */
    static <T> TableSet<T> read(Session session, Subnet subnet, Function<Path, T> reader) {
        List<Node> switches = subnet.nodes(NodeType.SWITCH);
        List<T> tables = new CopyOnWriteArrayList<>();
        List<RdmaException> failures = new ArrayList<>(subnet.failures());
        AtomicInteger done = new AtomicInteger();
        Progress progress = session.progress(() ->
                Progress.with(done + " of " + switches.size() + " switches", done.get() - tables.size(), "failed"));
        try {
            for (Node node : switches) {
                try {
                    tables.add(reader.apply(path(subnet, node)));
                } catch (RdmaException e) {
                    failures.add(e.during("cannot read the table of " + node));
                }
                done.incrementAndGet();
            }
        } finally {
            progress.close();
        }
        return new TableSet<>(List.copyOf(tables), List.copyOf(failures));
    }

    /** Returns a directed route if there is one, because it does not depend on the tables that are read. */
    static Path path(Subnet subnet, Node node) {
        return subnet.pathTo(node)
                .or(() -> node.port(0).flatMap(Port::lidPath))
                .orElseThrow(() -> new RdmaException("the switch has neither a path nor a LID"));
    }
}
