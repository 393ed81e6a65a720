package io.verbena.mad;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;

/** Decodes a datagram to its last field, for people. */
final class PacketText {
    private PacketText() {}

    static List<String> of(byte[] mad, Layout<?> payload) {
        List<String> lines = new ArrayList<>();
        ManagementClass managementClass = MadHeader.LAYOUT.wrap(mad, 0).managementClass();
        Layout<?> format = MadFormats.of(managementClass.code());
        fields(lines, format.wrap(mad, 0));
        if (payload == format) {
            return lines;
        }
        Structure content = payload.wrap(mad, MadFormats.payloadOffset(format));
        // The request of a Get carries none.
        if (!content.equals(payload.create())) {
            fields(lines, content);
        }
        return lines;
    }

    private static void fields(List<String> lines, Structure structure) {
        lines.add("  " + structure.layout().name());
        for (Field field : structure.layout().fields()) {
            if (field.kind() != Field.Kind.BYTES) {
                lines.add(String.format("  %4d  %s=%s", field.bit() / 8, field.name(), field.text(structure)));
            }
        }
    }
}
