package io.verbena.shell.command.routing;

import io.verbena.device.EndPort;
import io.verbena.diag.routing.Arrival;
import io.verbena.diag.routing.MulticastTracer;
import io.verbena.diag.routing.RouteTrace;
import io.verbena.diag.routing.RouteTracer;
import io.verbena.error.FileErrors;
import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortInfo;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.NameOptions;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import io.verbena.subnet.NodeNameMap;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Examples({
    "ibtracert 4 7 # Trace the route from LID 4 to LID 7.",
    "ibtracert 7 # Trace the route from this port to LID 7.",
    "ibtracert -m 0xc001 4 7 # Trace the route of multicast packets."
})
@Exits(partial = "no route exists for a pair of the ports file")
@Command(
        name = "ibtracert",
        description = "Traces the route that packets take from one port to another.",
        footer = {
            "",
            "  ibtracert 4 16              the route from LID 4 to LID 16",
            "  ibtracert 16                the route from this port",
            "  ibtracert -m 0xc000 4 16    the route of packets to a multicast group"
        })
public final class IbtracertCommand extends AddressedCommand {
    @Mixin
    NameOptions naming = new NameOptions();

    @Option(
            names = {"-f", "--force"},
            description = "Also follow links that are not active.")
    boolean force;

    @Option(
            names = {"-n", "--no_info"},
            description = "Show only GUIDs and port numbers.")
    boolean brief;

    @Option(
            names = {"-r", "--reverse"},
            description = "Swap source and destination: with one address, trace the route to this port.")
    boolean reverse;

    @Option(
            names = {"-m", "--mlid"},
            paramLabel = "MLID",
            description = "Trace packets to this multicast group.")
    @Nullable String mlid;

    @Option(
            names = "--ports-file",
            paramLabel = "FILE",
            description = "Read pairs of addresses from this file, one per line.")
    java.nio.file.@Nullable Path portsFile;

    @Parameters(
            index = "0..1",
            arity = "0..2",
            paramLabel = "ADDRESS",
            description = "Source and destination address. With one address, the route starts at this port.")
    List<String> addresses = List.of();

    @Override
    protected Result run(Session session) {
        if (portsFile == null && addresses.isEmpty()) {
            throw new ParameterException(spec().commandLine(), "Missing required parameter: 'ADDRESS'");
        }
        if (portsFile != null && !addresses.isEmpty()) {
            throw new ParameterException(
                    spec().commandLine(),
                    "unexpected argument: '" + addresses.get(0) + "'; --ports-file provides the addresses");
        }
        NodeNameMap names = naming.read();
        if (portsFile != null) {
            return all(session, names, AddressPair.read(portsFile));
        }
        boolean both = addresses.size() == 2;
        AddressPair pair = new AddressPair(both ? addresses.get(0) : null, addresses.get(both ? 1 : 0), "");
        RouteTrace trace = trace(session, names, reverse ? pair.reversed(session.endPort()) : pair);
        return Result.of(trace, found -> text(found, brief));
    }

    private Result all(Session session, NodeNameMap names, List<AddressPair> pairs) {
        List<RouteTrace> traces = new ArrayList<>();
        List<RdmaException> failures = new ArrayList<>();
        for (AddressPair pair : pairs) {
            try {
                traces.add(trace(session, names, reverse ? pair.reversed(session.endPort()) : pair));
            } catch (RdmaException e) {
                failures.add(e.during(pair.place()));
            }
        }
        return Result.of(List.copyOf(traces), found -> all(found, brief, pairs.size(), String.valueOf(portsFile)))
                .without(failures);
    }

    private RouteTrace trace(Session session, NodeNameMap names, AddressPair pair) {
        String ends = (pair.from() == null ? "this port" : pair.from()) + " to " + pair.to();
        return during("cannot trace the route from " + ends, () -> {
            Path from = pair.from() == null ? DirectedPath.self() : addressing.smp(session, pair.from());
            Lid to = lid(session, addressing.smp(session, pair.to()));
            if (mlid != null) {
                Lid group = Lid.of((int) Numbers.parse("--mlid", mlid, 16));
                return new MulticastTracer(session.management(), names, arrival(session)).trace(from, to, group);
            }
            RouteTracer tracer = new RouteTracer(session.management(), names, arrival(session), force);
            return from instanceof DirectedPath route
                    ? tracer.trace(route, to)
                    : tracer.trace(((IbPath) from).dlid(), to);
        });
    }

    private static Arrival arrival(Session session) {
        return session.asksAdministration() ? Arrival.of(session.sa()) : Arrival.reported();
    }

    private static Lid lid(Session session, Path path) {
        if (path instanceof IbPath known) {
            return known.dlid();
        }
        Lid lid = session.management().subnGet(PortInfo.class, path).lid();
        if (!lid.isUnicast()) {
            throw new RdmaException("the port at " + path + " has no LID, which packets need as their destination");
        }
        return lid;
    }

    /**
     * A source and a destination.
     *
     * @param from the source address; null for the local port
     */
    record AddressPair(@Nullable String from, String to, String place) {
        /** Swaps source and destination; the local port is then the destination by its LID. */
        AddressPair reversed(EndPort local) {
            String destination = from == null ? local.attributes().lid().toString() : from;
            return new AddressPair(to, destination, place);
        }

        static List<AddressPair> read(java.nio.file.Path file) {
            List<String> lines = FileErrors.access("read the ports file " + file, () -> Files.readAllLines(file));
            List<AddressPair> pairs = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).replaceFirst("#.*", "").strip();
                String[] words = line.split("\\s+", -1);
                if (!line.isEmpty() && words.length != 2) {
                    throw new RdmaException("line " + (i + 1) + " of the ports file " + file + " is '" + lines.get(i)
                            + "'; expected two addresses, for example 4 16");
                }
                if (!line.isEmpty()) {
                    pairs.add(new AddressPair(words[0], words[1], "line " + (i + 1) + " of " + file));
                }
            }
            return List.copyOf(pairs);
        }
    }

    private static List<String> text(RouteTrace trace, boolean brief) {
        List<String> lines = new ArrayList<>();
        lines.add("From " + end(trace, trace.from(), brief));
        trace.hops().forEach(hop -> lines.add("[" + hop.exit() + "] -> " + hop(trace, hop, brief)));
        lines.add("To " + end(trace, trace.to(), brief));
        return lines;
    }

    private static List<String> all(List<RouteTrace> traces, boolean brief, int pairs, String file) {
        List<String> lines = new ArrayList<>();
        traces.forEach(trace -> lines.addAll(text(trace, brief)));
        lines.add(pairs + " lid/guid pairs processed from " + file);
        return lines;
    }

    private static String end(RouteTrace trace, RouteTrace.End end, boolean brief) {
        String name = " \"" + Names.printable(end.name()) + '"';
        String lids = end.lid() + "-" + end.lastLid() + name;
        if (trace.group() != null) {
            return "%s 0x%x port %d lid %s"
                    .formatted(kind(end.type()), end.guid().bits(), end.port(), lids);
        }
        return brief
                ? "{" + end.guid().toHex() + "}[" + end.port() + "]"
                : kind(end.type()) + " {" + end.guid().toHex() + "} portnum " + end.port() + " lid " + lids;
    }

    private static String hop(RouteTrace trace, RouteTrace.Hop hop, boolean brief) {
        String name = " \"" + Names.printable(hop.name()) + '"';
        if (trace.group() != null) {
            return brief
                    ? kind(hop.type()) + " {" + hop.guid().toHex() + "}[" + hop.port() + "]"
                    : "%s 0x%x[%d] lid %s%s"
                            .formatted(kind(hop.type()), hop.guid().bits(), hop.port(), hop.lid(), name);
        }
        String port = "{" + hop.portGuid().toHex() + "}[" + hop.port() + "]";
        return brief ? port : kind(hop.type()) + " port " + port + " lid " + hop.lid() + "-" + hop.lastLid() + name;
    }

    private static String kind(NodeType type) {
        return switch (type) {
            case CHANNEL_ADAPTER -> "ca";
            case SWITCH -> "switch";
            case ROUTER -> "router";
            case UNKNOWN -> "unknown";
        };
    }
}
