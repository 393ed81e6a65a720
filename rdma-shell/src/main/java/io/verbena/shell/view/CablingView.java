package io.verbena.shell.view;

import io.verbena.diag.cabling.CablingChanges;
import io.verbena.diag.cabling.CablingChanges.Link;
import io.verbena.diag.cabling.CablingChanges.Member;
import java.util.ArrayList;
import java.util.List;

/** How a subnet differs from what it should be: lines with &lt; are gone, with &gt; are there instead. */
public final class CablingView {
    private CablingView() {}

    /** A line for each difference. */
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
