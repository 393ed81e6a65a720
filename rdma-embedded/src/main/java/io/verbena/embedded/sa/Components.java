package io.verbena.embedded.sa;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which bits of a record each bit of a component mask stands for (IBA 15.4.4). */
final class Components {
    private static final Map<Layout<?>, Components> KNOWN = new ConcurrentHashMap<>();

    private record Part(long components, int bit, int width) {}

    private final int length;
    private final List<Part> parts = new ArrayList<>();

    private Components(Layout<?> layout) {
        length = layout.length();
        add(layout, layout, "", 0);
    }

    static Components of(Layout<?> layout) {
        Components known = KNOWN.get(layout);
        if (known == null) {
            known = new Components(layout);
            KNOWN.put(layout, known);
        }
        return known;
    }

    private void add(Layout<?> record, Layout<?> layout, String prefix, int base) {
        for (Field field : layout.fields()) {
            String name = prefix + field.name();
            if (field.maskBit() < 0) {
                continue;
            }
            if (field.kind() == Field.Kind.STRUCTURE) {
                add(record, field.layout(), name + ".", base + field.bit());
            } else if (field.count() == 1) {
                parts.add(new Part(record.componentMask(name), base + field.bit(), field.width()));
            } else {
                for (int i = 0; i < field.count(); i++) {
                    long components = record.componentMask(name + "[" + i + "]");
                    parts.add(new Part(components, base + field.bit() + i * field.width(), field.width()));
                }
            }
        }
    }

    /** The bits that count under a component mask, set in as many bytes as a record has. */
    byte[] bits(long componentMask) {
        byte[] bits = new byte[length];
        for (Part part : parts) {
            if ((part.components & componentMask) != 0) {
                for (int bit = part.bit; bit < part.bit + part.width; bit++) {
                    bits[bit / Byte.SIZE] |= (byte) (0x80 >>> bit % Byte.SIZE);
                }
            }
        }
        return bits;
    }
}
