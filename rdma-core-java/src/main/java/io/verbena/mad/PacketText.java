package io.verbena.mad;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;

/** Decodes a datagram to its last field, for people. An error may end in a log, so that keys are left out. */
final class PacketText {
    private PacketText() {}

    static List<String> of(byte[] mad, Layout<?> payload) {
        List<String> lines = new ArrayList<>();
        int managementClass = MadHeader.LAYOUT.wrap(mad, 0).managementClassBits();
        Layout<?> format = MadFormats.of(managementClass);
        fields(lines, format.wrap(mad, 0), true);
        if (payload == format) {
            return lines;
        }
        int offset = MadCodec.payloadOffset(managementClass, payload);
        if (mad.length - offset < payload.length()) {
            return lines;
        }
        Structure content = payload.wrap(mad, offset);
        // The request of a Get carries none.
        if (!content.equals(payload.create())) {
            fields(lines, content, false);
        }
        return lines;
    }

    private static void fields(List<String> lines, Structure structure, boolean isHeader) {
        lines.add("  " + structure.layout().name());
        for (Field field : structure.layout().fields()) {
            if (field.kind() != Field.Kind.BYTES) {
                boolean hidden = isHeader ? field.isSecret() : field.hides(structure);
                String text = hidden ? "hidden" : field.text(structure);
                lines.add(String.format("  %4d  %s=%s", field.bit() / 8, field.name(), text));
            }
        }
    }
}
