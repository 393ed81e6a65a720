package io.verbena.shell.view;

import io.verbena.iba.Structure;
import io.verbena.iba.StructureDump;
import io.verbena.mad.decode.DecodedMad;
import io.verbena.mad.decode.DecodedMad.Part;
import io.verbena.mad.decode.UmadHeader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders a datagram word by word, each with the fields that start in it. */
public final class DecodedMadView {
    private DecodedMadView() {}

    /** Returns the headers, the datagram, its payload, and notes about anomalies. */
    public static List<String> text(DecodedMad decoded) {
        List<String> lines = new ArrayList<>();
        if (decoded.umad() != null) {
            lines.add("# UmadHeader, byte 0");
            lines.add(umad(decoded.umad()));
        }
        decoded.headers().forEach(part -> part(part, lines));
        lines.add("# " + decoded.method() + "(" + decoded.attribute() + "), " + decoded.managementClass() + ": "
                + decoded.status());
        part(decoded.mad(), lines);
        decoded.payload().forEach(part -> part(part, lines));
        decoded.notes().forEach(note -> lines.add("# Note: " + note));
        return lines;
    }

    /** Returns the value for the structured formats. */
    public static Object json(DecodedMad decoded) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (decoded.umad() != null) {
            json.put("umad", decoded.umad());
        }
        json.put("headers", parts(decoded.headers()));
        json.put("managementClass", decoded.managementClass());
        json.put("method", decoded.method());
        json.put("attribute", decoded.attribute());
        json.put("status", decoded.status());
        json.put("mad", part(decoded.mad()));
        json.put("payload", parts(decoded.payload()));
        json.put("notes", decoded.notes());
        return json;
    }

    private static void part(Part part, List<String> lines) {
        Structure structure = part.structure();
        lines.add("# " + structure.layout().name() + ", byte " + part.offset());
        lines.addAll(StructureDump.of(structure));
    }

    private static List<Map<String, Object>> parts(List<Part> parts) {
        return parts.stream().map(DecodedMadView::part).toList();
    }

    private static Map<String, Object> part(Part part) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", part.structure().layout().name());
        json.put("offset", part.offset());
        json.put("fields", part.structure());
        return json;
    }

    /** Returns the fields of a header without its name. */
    private static String umad(UmadHeader header) {
        return "      " + header.toString().replaceFirst("^UmadHeader\\[(.*)]$", "$1");
    }
}
