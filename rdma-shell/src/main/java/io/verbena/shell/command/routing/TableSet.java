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
 * A table of each switch.
 *
 * @param failures what could not be learned of the subnet, and the switches whose tables could not be read
 */
record TableSet<T>(List<T> tables, List<RdmaException> failures) {

    /** Reads them, the nearest switch first; told of on a terminal if it takes long. */
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

    /** By directed route where there is one: it does not depend on the tables that are to be read. */
    static Path path(Subnet subnet, Node node) {
        return subnet.pathTo(node)
                .or(() -> node.port(0).flatMap(Port::lidPath))
                .orElseThrow(() -> new RdmaException("it has no path and no LID"));
    }
}
