package io.verbena.sm.sa;

import io.verbena.iba.Field;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Selects the records that match a request in all components of its mask. */
final class Filter {
    private final byte[] wanted;
    private final byte[] bits;
    private final boolean all;

    Filter(Structure wanted, long componentMask) {
        this(wanted.toBytes(), Components.of(wanted.layout()).bits(componentMask));
    }

    private Filter(byte[] wanted, byte[] bits) {
        this.wanted = wanted;
        this.bits = bits;
        boolean any = false;
        for (byte each : bits) {
            any |= each != 0;
        }
        this.all = !any;
    }

    Filter whereSet(int first, int width) {
        byte[] fewer = bits.clone();
        for (int bit = first; bit < first + width; bit++) {
            int one = 0x80 >>> bit % Byte.SIZE;
            if ((wanted[bit / Byte.SIZE] & one) == 0) {
                fewer[bit / Byte.SIZE] &= (byte) ~one;
            }
        }
        return new Filter(wanted, fewer);
    }

    boolean isOpen() {
        return all;
    }

    boolean passes(byte[] record) {
        for (int i = 0; i < bits.length; i++) {
            if (((record[i] ^ wanted[i]) & bits[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The bits of a record that correspond to each bit of its component mask (IBA 15.4.4). */
    static final class Components {
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
}
