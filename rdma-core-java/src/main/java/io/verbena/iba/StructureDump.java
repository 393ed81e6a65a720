package io.verbena.iba;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a structure word by word: the offset, its 32 bits, and the fields that begin there.
 *
 * <pre>
 *    0  01010208  baseVersion=1, classVersion=1, nodeType=SWITCH, numPorts=8
 *    4  0002c903  systemImageGuid=0002:c903:0000:1490
 *    8  00001490
 * </pre>
 */
public final class StructureDump {
    private static final int WORD = 4;

    private StructureDump() {}

    /** Returns one line per word. */
    public static List<String> of(Structure structure) {
        byte[] bytes = structure.toBytes();
        Map<Integer, String> fields = new TreeMap<>();
        collect(structure, "", 0, fields);
        Map<Integer, String> words = new TreeMap<>();
        fields.forEach((bit, text) -> words.merge(bit / 8 / WORD, text, (first, next) -> first + ", " + next));
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += WORD) {
            String word = HexFormat.of().formatHex(bytes, at, Math.min(at + WORD, bytes.length));
            String text = words.getOrDefault(at / WORD, "");
            lines.add("%4d  %-8s  %s".formatted(at, word, text).stripTrailing());
        }
        return lines;
    }

    private static void collect(Structure structure, String prefix, int start, Map<Integer, String> fields) {
        for (Field field : structure.layout().fields()) {
            for (int index = 0; index < (field.isArray() ? field.count() : 1); index++) {
                String name = prefix + field.name() + (field.isArray() ? "[" + index + "]" : "");
                int bit = start + field.bit() + field.width() * index;
                Object value = field.value(structure, index);
                if (value instanceof Structure nested) {
                    collect(nested, name + ".", bit, fields);
                } else {
                    // The words show the bytes already.
                    fields.put(bit, field.kind() == Field.Kind.BYTES ? name : name + "=" + field.text(value));
                }
            }
        }
    }
}
