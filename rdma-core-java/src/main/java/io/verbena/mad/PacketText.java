package io.verbena.mad;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnetAdministrationMad;
import java.util.ArrayList;
import java.util.List;

/** Decodes a datagram to its last field, for people. */
final class PacketText {
    private PacketText() {}

    static List<String> of(byte[] mad, Layout<?> payload) {
        List<String> lines = new ArrayList<>();
        ManagementClass managementClass = MadHeader.LAYOUT.wrap(mad, 0).managementClass();
        fields(lines, format(managementClass).wrap(mad, 0));
        Structure content = payload.wrap(mad, MadCodec.payloadOffset(managementClass));
        // The request of a Get carries none.
        if (!content.equals(payload.create())) {
            fields(lines, content);
        }
        return lines;
    }

    private static Layout<?> format(ManagementClass managementClass) {
        return switch (managementClass) {
            case SUBNET_DIRECTED_ROUTE -> DirectedRouteSmp.LAYOUT;
            case SUBNET_LID_ROUTED -> LidRoutedSmp.LAYOUT;
            case SUBNET_ADMINISTRATION -> SubnetAdministrationMad.LAYOUT;
            default -> MadHeader.LAYOUT;
        };
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
