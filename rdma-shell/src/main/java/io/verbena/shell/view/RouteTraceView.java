package io.verbena.shell.view;

import io.verbena.diag.routing.RouteTrace;
import io.verbena.iba.NodeType;
import java.util.ArrayList;
import java.util.List;

/** Renders routes in the layout of ibtracert, which differs for multicast. */
public final class RouteTraceView {
    private RouteTraceView() {}

    /** Returns the lines of one route. */
    public static List<String> text(RouteTrace trace, boolean brief) {
        List<String> lines = new ArrayList<>();
        lines.add("From " + end(trace, trace.from(), brief));
        trace.hops().forEach(hop -> lines.add("[" + hop.exit() + "] -> " + hop(trace, hop, brief)));
        lines.add("To " + end(trace, trace.to(), brief));
        return lines;
    }

    /** Returns the routes of all pairs of a file. */
    public static List<String> all(List<RouteTrace> traces, boolean brief, int pairs, String file) {
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
