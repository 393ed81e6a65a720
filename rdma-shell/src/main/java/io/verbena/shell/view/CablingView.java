package io.verbena.shell.view;

import io.verbena.diag.cabling.CablingChanges;
import io.verbena.diag.cabling.CablingChanges.Link;
import io.verbena.diag.cabling.CablingChanges.Member;
import java.util.ArrayList;
import java.util.List;

/** Renders differences from a reference: lines with &lt; are missing from the subnet, lines with &gt; are new. */
public final class CablingView {
    private CablingView() {}

    /** Returns a line for each difference. */
    public static List<String> of(CablingChanges changes) {
        List<String> lines = new ArrayList<>();
        changes.missing().forEach(node -> lines.add("< node " + text(node)));
        changes.unexpected().forEach(node -> lines.add("> node " + text(node)));
        changes.gone().forEach(link -> lines.add("< link " + text(link)));
        changes.added().forEach(link -> lines.add("> link " + text(link)));
        return lines;
    }

    private static String text(Link link) {
        return "%s port %d - %s port %d".formatted(text(link.node()), link.port(), text(link.peer()), link.peerPort());
    }

    private static String text(Member node) {
        return node.guid().toHex() + " \"" + Names.printable(node.name()) + "\"";
    }
}
