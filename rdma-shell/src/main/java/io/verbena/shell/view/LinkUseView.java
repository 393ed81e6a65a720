package io.verbena.shell.view;

import io.verbena.diag.routing.LinkUse;
import java.util.List;
import java.util.stream.Collectors;

/** Renders the nodes that are reached over a link in the layout of ibfindnodesusing. */
public final class LinkUseView {
    private LinkUseView() {}

    /** Returns both directions. */
    public static List<String> text(LinkUse use) {
        String near = use.near().guid().toHex() + " " + use.near().port() + " (\""
                + Names.printable(use.near().name()) + "\")";
        LinkUse.End far = use.far();
        String end =
                far == null ? "  ()" : far.guid().toHex() + " " + far.port() + " (" + Names.printable(far.name()) + ")";
        return List.of(
                near + "  ==>>  " + end, names(use.outbound()), "", near + "  <<==  " + end, names(use.inbound()));
    }

    private static String names(List<String> names) {
        return names.stream().map(name -> " " + Names.printable(name)).collect(Collectors.joining());
    }
}
