package io.verbena.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads options in the syntax of opensm.conf: one per line, its name and its value. Text after {@code #} is ignored. */
final class OptionLines {
    private OptionLines() {}

    /**
     * Reads a file, and applies one option after the other.
     *
     * @param keys changes the options by the value of each option that a line may have
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line is invalid
     */
    static <T> T read(Path file, T defaults, Map<String, BiFunction<T, String, T>> keys) throws IOException {
        T options = defaults;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", 2);
            if (words[0].isEmpty()) {
                continue;
            }
            try {
                BiFunction<T, String, T> key = keys.get(words[0]);
                if (key == null || words.length == 1) {
                    throw new IllegalArgumentException("expected "
                            + String.join(", ", keys.keySet().stream().sorted().toList()) + " and a value");
                }
                options = key.apply(options, words[1]);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ", line " + number + ": '" + line.strip() + "': " + e.getMessage(), e);
            }
        }
        return options;
    }

    /** Returns the elements of a list whose separators are commas. */
    static <E> List<E> list(String text, Function<String, E> element) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(element)
                .toList();
    }

    /** Returns both numbers of {@code FIRST:SECOND}. */
    static int[] pair(String text, String form) {
        String[] parts = text.split(":", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("'" + text + "' is not " + form);
        }
        return new int[] {number(parts[0]), number(parts[1])};
    }

    static int number(String text) {
        try {
            return Integer.decode(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number", e);
        }
    }
}
