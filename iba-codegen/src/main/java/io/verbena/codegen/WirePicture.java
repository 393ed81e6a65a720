package io.verbena.codegen;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Draws a structure as standards do: 32 bits a line, two columns a bit, the byte offset at the end of each line. */
final class WirePicture {
    private static final int BITS = 32;
    private static final String RULER = " 0               8               16              24            31";
    private static final String EDGE = "+---------------+---------------+---------------+---------------+";
    private static final String MORE = "|                              ...                              |";

    private final List<FieldSchema> fields;

    private WirePicture(List<FieldSchema> fields) {
        this.fields = fields;
    }

    static String of(StructureSchema structure) {
        List<FieldSchema> wireOrder = structure.fields().stream()
                .sorted(Comparator.comparingInt(FieldSchema::bit))
                .toList();
        return new WirePicture(wireOrder).draw(structure.length() * 8);
    }

    private String draw(int bits) {
        StringBuilder picture = new StringBuilder(RULER + '\n' + EDGE + '\n');
        boolean skipping = false;
        for (int line = 0; line < bits; line += BITS) {
            if (!insideLongField(line)) {
                picture.append(line(line, Math.min(line + BITS, bits)))
                        .append("  ")
                        .append(line / 8)
                        .append('\n');
                skipping = false;
            } else if (!skipping) {
                picture.append(MORE).append('\n');
                skipping = true;
            }
        }
        return picture.append(EDGE).toString();
    }

    private boolean insideLongField(int line) {
        return fieldAt(line)
                .filter(field -> field.bit() < line && field.end() > line + BITS)
                .filter(field -> field.end() - field.bit() > 4 * BITS)
                .isPresent();
    }

    private String line(int line, int end) {
        StringBuilder text = new StringBuilder("|");
        int bit = line;
        while (bit < end) {
            int start = bit;
            Optional<FieldSchema> field = fieldAt(bit);
            int next = Math.min(end, field.map(FieldSchema::end).orElseGet(() -> nextField(start, end)));
            String name = field.filter(found -> found.bit() >= line)
                    .map(FieldSchema::name)
                    .orElse("");
            text.append(centre(name, (next - bit) * 2 - 1)).append('|');
            bit = next;
        }
        return text.toString();
    }

    private Optional<FieldSchema> fieldAt(int bit) {
        return fields.stream()
                .filter(field -> field.bit() <= bit && bit < field.end())
                .findFirst();
    }

    private int nextField(int bit, int end) {
        return fields.stream()
                .mapToInt(FieldSchema::bit)
                .filter(start -> start > bit)
                .min()
                .orElse(end);
    }

    private static String centre(String name, int columns) {
        String shown = name.length() > columns ? name.substring(0, columns) : name;
        int left = (columns - shown.length()) / 2;
        return " ".repeat(left) + shown + " ".repeat(columns - shown.length() - left);
    }
}
