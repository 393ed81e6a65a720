package io.verbena.error;

import static java.util.Comparator.comparingInt;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Suggests names that are similar to a mistyped one, for messages. */
public final class NearestNames {
    private static final int MOST = 3;

    private NearestNames() {}

    /** Returns at most three names that start with the typed text or differ from it in few letters, nearest first. */
    public static List<String> to(String typed, Collection<String> names) {
        int tolerance = 1 + typed.length() / 4;
        return closest(typed, names).stream()
                .filter(name -> distance(typed, name) <= tolerance)
                .toList();
    }

    /** Returns the three names that are nearest to the typed text, nearest first. */
    public static List<String> closest(String typed, Collection<String> names) {
        return names.stream()
                .sorted(comparingInt((String name) -> distance(typed, name)).thenComparing(name -> name))
                .limit(MOST)
                .toList();
    }

    /** Returns the end of a message, such as {@code ; did you mean lid?}, or all names if none is near. */
    public static String hint(String typed, Collection<String> names) {
        List<String> nearest = to(typed, names);
        return nearest.isEmpty()
                ? "; these are there: " + String.join(", ", names)
                : "; did you mean " + String.join(" or ", nearest) + "?";
    }

    private static int distance(String typed, String name) {
        String a = typed.toLowerCase(Locale.ROOT);
        String b = name.toLowerCase(Locale.ROOT);
        return b.startsWith(a) ? 0 : levenshtein(a, b);
    }

    private static int levenshtein(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
