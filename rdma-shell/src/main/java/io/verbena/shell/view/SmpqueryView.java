package io.verbena.shell.view;

import io.verbena.iba.DottedText;
import io.verbena.iba.PortCapability2;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Renders attributes of subnet management in the layout of smpquery. */
public final class SmpqueryView {
    private static final int DESCRIPTION_COLUMN = 32;
    private static final Set<String> KEYS = Set.of("mKey");

    private SmpqueryView() {}

    /** Returns a heading and the fields of an attribute, with its keys if {@code keys}. */
    public static List<String> of(String title, Structure attribute, Path path, String suffix, boolean keys) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + title + ": " + name(path) + suffix);
        if (attribute instanceof PortInfo port) {
            lines.addAll(DottedText.of(port, keys ? Set.of() : KEYS));
            if (!port.capabilityMask2().contains(PortCapability2.IS_EXTENDED_SPEEDS2_SUPPORTED)) {
                lines.removeIf(line -> line.matches("LinkSpeedExt\\w+2:.*"));
            }
        } else {
            lines.addAll(DottedText.of(attribute));
        }
        return lines;
    }

    /** Returns the description of a node, padded with dots as in smpquery. */
    public static List<String> description(String text) {
        String name = Names.printable(text);
        int dots = Math.max(1, DESCRIPTION_COLUMN - name.length());
        return List.of("Node Description:" + ".".repeat(dots) + name);
    }

    /** Returns the address in a heading. */
    public static String name(Path path) {
        if (path instanceof DirectedPath directed) {
            return "DR path slid 65535; dlid 65535; " + directed.route();
        }
        if (path instanceof CombinedPath combined) {
            return "Lid " + combined.lid() + " DR path " + combined.route().route();
        }
        IbPath known = (IbPath) path;
        return known.isResolved() ? "Lid " + known.dlid() : "Gid " + known.dgid();
    }
}
