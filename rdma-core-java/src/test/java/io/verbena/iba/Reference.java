package io.verbena.iba;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** The fields of libibmad, and the fields of the table that correspond to them. */
final class Reference {
    /** A field of libibmad, by its constant. */
    record Fact(String constant, String label, int bit, int width) {}

    /** A position in a structure; {@code index} is -1 for all elements of a field. */
    record Place(Field field, int bit, int index, List<Step> way) {
        int width() {
            return index < 0 ? field.width() * field.count() : field.width();
        }

        String label() {
            return index < 0 ? field.label() : field.label().replace("#", String.valueOf(index));
        }

        /** Returns a view of the structure that contains the field. */
        Structure holder(Structure outermost) {
            Structure holder = outermost;
            for (Step step : way) {
                holder = (Structure) step.field.value(holder, step.index);
            }
            return holder;
        }
    }

    /** A step into a nested structure. */
    record Step(Field field, int index) {}

    private record Prefix(String text, String structure, int base) {}

    private static final List<Prefix> PREFIXES = rows("structures.tsv").stream()
            .map(row -> new Prefix(row[0], row[1], Integer.parseInt(row[2])))
            .sorted(Comparator.comparingInt((Prefix prefix) -> -prefix.text.length()))
            .toList();

    private Reference() {}

    static List<Fact> facts() {
        return rows("fields.tsv").stream()
                .map(row -> new Fact(row[0], row[1], Integer.parseInt(row[2]), Integer.parseInt(row[3])))
                .toList();
    }

    static Optional<Layout<?>> layout(Fact fact) {
        return prefix(fact).flatMap(prefix -> Structures.byName(prefix.structure));
    }

    static Optional<Place> place(Fact fact) {
        return prefix(fact)
                .flatMap(prefix -> Structures.byName(prefix.structure)
                        .flatMap(layout -> find(layout, fact.bit - prefix.base, fact.width, List.of())));
    }

    private static Optional<Prefix> prefix(Fact fact) {
        return PREFIXES.stream()
                .filter(prefix -> fact.constant.startsWith(prefix.text))
                .findFirst();
    }

    private static Optional<Place> find(Layout<?> layout, int bit, int width, List<Step> way) {
        for (Field field : layout.fields()) {
            int all = field.width() * field.count();
            if (field.bit() == bit && all == width) {
                return Optional.of(new Place(field, bit, -1, way));
            }
            if (bit < field.bit() || bit >= field.bit() + all) {
                continue;
            }
            int index = (bit - field.bit()) / field.width();
            int within = (bit - field.bit()) % field.width();
            if (field.kind() == Field.Kind.STRUCTURE) {
                List<Step> deeper = new ArrayList<>(way);
                deeper.add(new Step(field, index));
                return find(field.layout(), within, width, deeper);
            }
            if (field.isArray() && within == 0 && field.width() == width) {
                return Optional.of(new Place(field, bit, index, way));
            }
        }
        return Optional.empty();
    }

    /** Returns the rows of a tab-separated file without comments. */
    static List<String[]> rows(String file) {
        try (InputStream bytes = Objects.requireNonNull(Reference.class.getResourceAsStream("oracle/" + file), file);
                BufferedReader text = new BufferedReader(new InputStreamReader(
                        file.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes, StandardCharsets.ISO_8859_1))) {
            return text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
