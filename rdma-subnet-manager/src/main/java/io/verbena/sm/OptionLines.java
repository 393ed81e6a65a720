package io.verbena.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A group of options in a file in the syntax of opensm.conf: one per line, its name and its value. Text after {@code #} is ignored, and
 * so are options of other groups, so that a whole opensm.conf may be given.
 *
 * @param prefix the first characters of the names of the group
 * @param keys changes the options by the value of each option that is supported; others may only be unset
 * @param ignored the options that may be set and have no effect
 */
record OptionLines<T>(String prefix, Map<String, BiFunction<T, String, T>> keys, Set<String> ignored) {
    /** The values with which opensm writes options that are not set. */
    private static final Pattern UNSET = Pattern.compile("\\(null\\)|-1|(0x)?0+([: ]0+)?");

    T read(Path file, T defaults) throws IOException {
        T options = defaults;
        boolean found = false;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+", 2);
            if (!words[0].startsWith(prefix)) {
                continue;
            }
            found = true;
            try {
                options = apply(options, words[0], words.length == 1 ? "" : words[1]);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        file + ", line " + number + ": '" + line.strip() + "': " + e.getMessage(), e);
            }
        }
        if (!found) {
            throw new IllegalArgumentException(file + " has no option that begins with " + prefix + "; " + expected());
        }
        return options;
    }

    private String expected() {
        return "expected " + String.join(", ", keys.keySet().stream().sorted().toList());
    }

    private T apply(T options, String name, String value) {
        BiFunction<T, String, T> key = keys.get(name);
        if (value.isEmpty()) {
            throw new IllegalArgumentException("expected a value after the name");
        }
        if (key != null) {
            return value.equals("(null)") ? options : key.apply(options, value);
        }
        if (!ignored.contains(name) && !UNSET.matcher(value).matches()) {
            throw new IllegalArgumentException("this option is not supported; " + expected());
        }
        return options;
    }

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
