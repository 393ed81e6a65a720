package io.verbena.mad;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.MadHeader;
import io.verbena.iba.MadText;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.Structure;
import io.verbena.mad.decode.MadFormat;
import io.verbena.path.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read-only view of a call: its request and, once it has arrived, the response. {@link MadTracer} and {@link MadException}
 * use it. Safe for use by several threads.
 *
 * <p>A view keeps the result of its call reachable.
 */
public interface MadExchange {

    /** Returns the destination of the request. */
    Path path();

    /** Returns a copy of the request: 256 bytes, or more for a long message. */
    byte[] request();

    /**
     * Returns a copy of the response, of a long message the first 256 bytes; null if none was kept. Responses are kept if the
     * call failed, or if the end port has a tracer.
     */
    byte @Nullable [] reply();

    /** Returns the layout of the attribute, or the format of the class if the attribute is unknown. */
    Layout<?> payload();

    /** Returns the header of the request. */
    MadHeader header();

    /** Returns the management class; {@link ManagementClass#UNKNOWN} for a vendor class. */
    default ManagementClass managementClass() {
        return header().managementClass();
    }

    /** Returns method and attribute of the request, such as {@code SubnGet(PortInfo)}. */
    default String call() {
        MadHeader header = header();
        boolean known = header.managementClass() != ManagementClass.UNKNOWN;
        String prefix = known ? "" : MadText.managementClass(header.managementClassBits()) + " ";
        String modifier = header.attributeModifier() == 0 ? "" : " " + header.attributeModifier();
        return prefix + method() + "(" + attribute() + modifier + ")";
    }

    /** Returns class and method of the request, such as {@code SubnGet}. */
    default String method() {
        MadHeader header = header();
        return MadText.method(header.managementClassBits(), header.methodBits());
    }

    /** Returns the attribute of the request, such as {@code PortInfo}. */
    default String attribute() {
        MadHeader header = header();
        return payload().attributeId() < 0
                ? MadText.attribute(header.managementClassBits(), header.attributeId())
                : payload().name();
    }

    /** Returns the fields of the request, one per line. Keys are hidden. */
    default List<String> describeRequest() {
        return describe(request());
    }

    /** Returns the fields of the response, one per line, or an empty list if there is none. Keys are hidden. */
    default List<String> describeReply() {
        byte[] bytes = reply();
        return bytes == null ? List.of() : describe(bytes);
    }

    private List<String> describe(byte[] mad) {
        List<String> lines = new ArrayList<>();
        int managementClass = MadHeader.LAYOUT.wrap(mad, 0).managementClassBits();
        Layout<?> format = MadFormat.of(managementClass);
        Layout<?> payload = payload();
        describe(lines, format.wrap(mad, 0), true);
        int offset = MadFormat.payloadOffset(managementClass, payload);
        if (payload != format && mad.length - offset >= payload.length()) {
            Structure content = payload.wrap(mad, offset);
            // The request of a Get carries only zeros.
            if (!content.equals(payload.create())) {
                describe(lines, content, false);
            }
        }
        return lines;
    }

    private static void describe(List<String> lines, Structure structure, boolean isHeader) {
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
